import type { IssuedSum } from '#modules/orders/order-documents.server.ts';
import { formatCount } from '#shared/money.ts';

import { FigureTable } from '../figures/figure-table.tsx';
import { Panel } from '../components/page.tsx';

const kindNames: Record<IssuedSum['kind'], string> = { invoice: 'Invoices', credit_note: 'Credit notes' };

/** Gapless numbers of the chosen days. Absent without any. */
export function IssuedPanel({ issued }: { issued: readonly IssuedSum[] }) {
  if (issued.length === 0) return null;
  const rows = issued.map(({ kind, first, last, count, voided }) => ({
    key: kind,
    head: kindNames[kind],
    figures: [first, last, formatCount(count), formatCount(voided)],
  }));
  return (
    <Panel title="Invoices and credit notes" className="mb-6">
      <FigureTable
        caption="Numbers of these days"
        titles={['Document', 'First number', 'Last number', 'Count', 'Void']}
        rows={rows}
      />
    </Panel>
  );
}
