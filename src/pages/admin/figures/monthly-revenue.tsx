import { monthName, type MonthFigures } from '#modules/analytics/figures.ts';
import { revenueOf } from '#modules/orders/sales-days.ts';
import { formatCount, formatUsd } from '#shared/money.ts';

import { Panel } from '../components/page.tsx';
import { BarPlot } from './bar-plot.tsx';
import { FigureTable } from './figure-table.tsx';

const rowOf = (figures: MonthFigures) => ({
  key: figures.month,
  head: monthName(figures.month, 'long'),
  figures: [
    formatUsd(revenueOf(figures)),
    formatUsd(figures.grossCents),
    formatUsd(figures.refundedCents),
    formatCount(figures.orders),
  ],
});

/** Revenue of the last months. The current one is not over yet. */
export function MonthlyRevenue({ months }: { months: readonly MonthFigures[] }) {
  const last = months.at(-1);
  const sentences = months.map((figures) => `${monthName(figures.month, 'long')} ${formatUsd(revenueOf(figures))}`);
  const bars = months.map((figures) => ({
    key: figures.month,
    cents: revenueOf(figures),
    name: monthName(figures.month, 'short'),
    isGoingOn: figures.month === last?.month,
  }));
  return (
    <Panel title="Monthly revenue" aside={<p className="text-sm text-soft">US dollars, last 6 months</p>}>
      <BarPlot bars={bars} label={`Revenue in US dollars: ${sentences.join(', ')}`} />
      {last === undefined ? null : (
        <p className="mt-2 text-sm text-soft">{`Striped bar: ${monthName(last.month, 'long')} so far.`}</p>
      )}
      <details className="mt-3">
        <summary className="inline-flex min-h-11 items-center text-berry hover:underline">Show as table</summary>
        <FigureTable
          caption="Revenue by month"
          titles={['Month', 'Revenue (USD)', 'Gross sales (USD)', 'Refunds (USD)', 'Orders']}
          rows={months.map(rowOf)}
        />
      </details>
    </Panel>
  );
}
