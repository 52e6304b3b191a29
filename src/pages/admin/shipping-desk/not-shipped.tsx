import type { RefusedRow } from '#shared/bulk-action.ts';

import { Panel } from '../components/page.tsx';
import { RefusedRows } from '../components/selection.tsx';

/** Orders that were not shipped. A question about one is asked in its row of the desk. */
export function NotShippedPanel({ rows }: { rows: readonly RefusedRow[] }) {
  if (rows.length === 0) return null;
  const count = rows.length === 1 ? '1 order was not shipped' : `${rows.length} orders were not shipped`;
  return (
    <Panel title={count} isUrgent className="mb-6">
      <RefusedRows
        rows={rows.map((row) => ({ ...row, question: undefined }))}
        linkTo={(orderNumber) => `/admin/orders/${orderNumber}`}
      />
    </Panel>
  );
}
