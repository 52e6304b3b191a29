import type { ProductFigures } from '#modules/owner/analytics/rules.ts';
import { formatCount, formatUsd } from '#shared/money.ts';

import { Empty, Panel } from '../parts/page.tsx';
import { FigureTable } from './figure-table.tsx';

/** The products that brought most since the shop opened. */
export function TopProducts({ products }: { products: readonly ProductFigures[] }) {
  const rows = products.map(({ productId, name, units, revenueCents }, index) => ({
    key: productId,
    head: `${index + 1}. ${name}`,
    figures: [formatCount(units), formatUsd(revenueCents)],
  }));
  return (
    <Panel title="Top products" aside={<p className="text-sm text-soft">By revenue, all time, paid orders</p>}>
      {rows.length === 0 ? (
        <Empty title="Nothing sold yet">What paid orders hold appears here.</Empty>
      ) : (
        <FigureTable
          caption="The 5 products with the most revenue"
          titles={['Product', 'Units', 'Revenue']}
          rows={rows}
        />
      )}
    </Panel>
  );
}
