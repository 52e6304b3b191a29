import { Link } from 'react-router';

import { Panel } from '../components/page.tsx';
import type { NotShipped } from './desk-actions.server.ts';

/** Orders that were not shipped, each with what was entered and the reason. */
export function NotShippedPanel({ orders }: { orders: readonly NotShipped[] }) {
  if (orders.length === 0) return null;
  const count = orders.length === 1 ? '1 order was not shipped' : `${orders.length} orders were not shipped`;
  return (
    <Panel title={count} isUrgent className="mb-6">
      <ul className="space-y-2">
        {orders.map(({ orderNumber, carrierName, trackingNumber, sentence }) => (
          <li key={orderNumber} className="flex flex-wrap gap-x-3">
            <Link to={`/admin/orders/${orderNumber}`} className="font-medium text-berry underline underline-offset-4">
              {orderNumber}
            </Link>
            <span>{[carrierName, trackingNumber].filter(Boolean).join(' ')}</span>
            <span className="text-wine">{sentence}</span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
