import type { ProductFigures } from '#modules/analytics/rules.ts';
import { formatUsd } from '#shared/money.ts';

import { DataTable, type Column } from '../parts/data-table.tsx';
import { Empty } from '../parts/empty.tsx';
import { Panel } from '../parts/panel.tsx';

type Ranked = ProductFigures & { rank: number };

const columns: Column<Ranked>[] = [
  { title: 'Product', render: ({ rank, name }) => <span className="min-w-0 break-words">{`${rank}. ${name}`}</span> },
  { title: 'Units', isNumber: true, render: ({ units }) => units },
  { title: 'Revenue', isNumber: true, render: ({ revenueCents }) => formatUsd(revenueCents) },
];

/** The products that brought most since the shop opened. */
export function TopProducts({ products }: { products: readonly ProductFigures[] }) {
  const rows = products.map((product, index) => ({ ...product, rank: index + 1 }));
  return (
    <Panel title="Top products" aside={<p className="text-sm text-soft">By revenue, all time, paid orders</p>}>
      {rows.length === 0 ? (
        <Empty title="Nothing sold yet">What paid orders hold appears here.</Empty>
      ) : (
        <DataTable
          caption="The 5 products with the most revenue"
          columns={columns}
          rows={rows}
          rowKey={({ productId }) => productId}
        />
      )}
    </Panel>
  );
}
