import type { IssuedSum } from '#modules/orders/find-documents.queries.server.ts';
import { formatCount } from '#shared/money.ts';

import { DataTable, type Column } from '../components/list.tsx';
import { Panel } from '../components/page.tsx';

const kindNames: Record<IssuedSum['kind'], string> = { invoice: 'Invoices', credit_note: 'Credit notes' };

const columns: Column<IssuedSum & { id: string }>[] = [
  { title: 'Document', isHead: true, render: ({ kind }) => kindNames[kind] },
  { title: 'First number', render: ({ first }) => first },
  { title: 'Last number', render: ({ last }) => last },
  { title: 'Count', isNumber: true, render: ({ count }) => formatCount(count) },
  { title: 'Corrections', isNumber: true, render: ({ corrections }) => formatCount(corrections) },
  { title: 'Void', isNumber: true, render: ({ voided }) => formatCount(voided) },
];

/** Gapless numbers of the chosen days. Absent without any. */
export function IssuedPanel({ issued }: { issued: readonly IssuedSum[] }) {
  if (issued.length === 0) return null;
  const rows = issued.map((sum) => ({ ...sum, id: sum.kind }));
  return (
    <Panel title="Invoices and credit notes" className="mb-6">
      <DataTable caption="Numbers issued in this period" columns={columns} rows={rows} />
    </Panel>
  );
}
