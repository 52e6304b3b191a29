import { averageOrder, revenueOf } from '#modules/orders/sales-days.ts';
import { csvOf, csvTables, type Csv, type CsvColumn } from '#platform/http/csv.server.ts';
import { timeZone } from '#shared/shop-zone.ts';

import type { Analytics } from './analytics.server.ts';
import { dimensionNames, figureDimensions, keyName, type Days, type Sales } from './sales-figures.ts';
import type { SalesFigures } from './sales-figures.server.ts';

const salesColumns: CsvColumn<Sales>[] = [
  { title: 'Orders', kind: 'number', value: ({ orders }) => orders },
  { title: 'Paid orders', kind: 'number', value: ({ paidOrders }) => paidOrders },
  { title: 'Units', kind: 'number', value: ({ units }) => units },
  { title: 'Gross sales (USD)', kind: 'money', value: ({ grossCents }) => grossCents },
  { title: 'Refunds (USD)', kind: 'money', value: ({ refundedCents }) => refundedCents },
  { title: 'Revenue (USD)', kind: 'money', value: revenueOf },
  { title: 'Average order (USD)', kind: 'money', value: averageOrder },
];

const monthColumns = (): CsvColumn<Analytics['months'][number]>[] => [
  { title: `Month (${timeZone()})`, kind: 'date', value: ({ month }) => month },
  ...salesColumns,
  { title: 'New accounts', kind: 'number', value: ({ accounts }) => accounts },
  { title: 'New guests', kind: 'number', value: ({ guests }) => guests },
];

const productColumns: CsvColumn<Analytics['products'][number]>[] = [
  { title: 'Product', kind: 'text', value: ({ name }) => name },
  { title: 'Units', kind: 'number', value: ({ units }) => units },
  { title: 'Revenue (USD)', kind: 'money', value: ({ revenueCents }) => revenueCents },
];

/** Returns the figures since the opening as CSV: months of the shop's time zone, then products. */
export const analyticsCsv = ({ months, products }: Pick<Analytics, 'months' | 'products'>): Csv =>
  csvTables([csvOf(monthColumns(), months), csvOf(productColumns, products)]);

const datedColumns = (): CsvColumn<Sales & { first: string; last: string }>[] => [
  { title: `Start date (${timeZone()})`, kind: 'date', value: ({ first }) => first },
  { title: `End date (${timeZone()})`, kind: 'date', value: ({ last }) => last },
  ...salesColumns,
];

type Exported = Pick<SalesFigures, 'total' | 'before' | 'bars' | 'by'> & { days: Days; compared: Days | null };

/**
 * Returns the figures of a range as CSV: the range and the days compared with it, then each step of
 * the chart, then each dimension.
 */
export function salesCsv({ days, compared, total, before, bars, by }: Exported): Csv {
  const dated = (range: Days, sales: Sales) => ({ ...sales, first: range.from, last: range.to });
  const ranges = [dated(days, total), ...(before === null || compared === null ? [] : [dated(compared, before)])];
  const steps = bars.map((bar) => dated(bar, bar));
  const dimensions = figureDimensions.map((dimension) => {
    const name: CsvColumn<Sales & { key: string }> = {
      title: dimensionNames[dimension],
      kind: 'text',
      value: ({ key }) => keyName(dimension, key),
    };
    return csvOf([name, ...salesColumns], by[dimension]);
  });
  return csvTables([csvOf(datedColumns(), ranges), csvOf(datedColumns(), steps), ...dimensions]);
}
