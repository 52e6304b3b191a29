import { Link } from 'react-router';

import { findShippingDesk } from '#modules/orders/ship-orders.server.ts';

import { useLastResult } from '../forms/use-form-response.ts';
import type { Route } from './+types/shipping-desk.ts';
import { listLoadError } from './components/load-errors.tsx';
import { Empty, AdminPage } from './components/page.tsx';
import { adminLoader } from './admin-loader.server.ts';
import { deskAction, type DeskResult } from './shipping-desk/desk-actions.server.ts';
import { DeskForm } from './shipping-desk/desk-form.tsx';
import { FilePanel, useFileDrop } from './shipping-desk/file-panel.tsx';
import { NotShippedPanel } from './shipping-desk/not-shipped.tsx';

export const loader = adminLoader(({ ctx }) => findShippingDesk(ctx.db));

export const action = deskAction;
export { revalidateAfterRefusal as shouldRevalidate } from '../forms/failed-forms.ts';

function Lead({ count, more, held }: { count: number; more: number; held: number }) {
  const all =
    more === 0
      ? `${count} to ship, oldest first.`
      : `Showing the ${count} oldest orders to ship. ${more} more are waiting.`;
  const words = held === 1 ? '1 order is on hold' : `${held} orders are on hold`;
  return (
    <p>
      <span>{all}</span>
      {held === 0 ? null : (
        <Link to="/admin/orders?show=held" className="ml-2 text-berry underline underline-offset-4">
          {words}
        </Link>
      )}
    </p>
  );
}

export default function ShippingDeskPage({ loaderData: { rows, more, held } }: Route.ComponentProps) {
  const result = useLastResult<DeskResult>();
  const refused = result?.kind === 'shipped' ? result.refused : [];
  return (
    <div {...useFileDrop()}>
      <AdminPage title="Shipping desk" lead={<Lead count={rows.length} more={more} held={held} />}>
        <NotShippedPanel rows={refused} />
        <FilePanel checked={result?.kind === 'checked' ? result : null} />
        {rows.length === 0 ? (
          <Empty title="Nothing to ship">Paid orders appear here.</Empty>
        ) : (
          <DeskForm rows={rows} refused={refused} />
        )}
      </AdminPage>
    </div>
  );
}

export const ErrorBoundary = listLoadError({ title: 'Shipping desk', failure: 'Failed to load the orders to ship' });
