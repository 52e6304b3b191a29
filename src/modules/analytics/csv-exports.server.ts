import { stringify } from 'csv-stringify/sync';
import { decimals } from '#shared/money.ts';
import { sheetMoment, timeZone } from '#shared/shop-time.ts';

import type { Analytics } from './analytics.server.ts';
import { averageOrder } from './figures.ts';
import { dimensionNames, figureDimensions, keyName, type Days, type Sales } from './sales-figures.ts';
import type { SalesFigures } from './sales-figures.server.ts';
import type { CustomerSummary } from './customers.ts';

type Rows = readonly (readonly (string | number)[])[];

/**
 * Returns rows as CSV for spreadsheets. Cells that a spreadsheet would run as a formula are
 * escaped.
 */
const csvText = (rows: Rows) => stringify([...rows], { escape_formulas: true, record_delimiter: 'windows' });

/**
 * Returns the analytics page as CSV: months, then products. Amounts are in dollars, months in UTC.
 */
export function analyticsCsv({ months, products }: Analytics): string {
  const byMonth = months.map((month) => [
    month.month,
    decimals(month.revenueCents),
    month.orders,
    month.paidOrders,
    decimals(averageOrder(month)),
    month.accounts,
    month.guests,
  ]);
  const byProduct = products.map(({ name, units, revenueCents }) => [name, units, decimals(revenueCents)]);
  const titles = [
    'Month',
    'Revenue (USD)',
    'Orders',
    'Paid orders',
    'Average order (USD)',
    'New accounts',
    'New guests',
  ];
  return `${csvText([titles, ...byMonth])}\r\n${csvText([['Product', 'Units', 'Revenue (USD)'], ...byProduct])}`;
}

const salesTitles = ['Orders', 'Paid orders', 'Units', 'Revenue (USD)', 'Refunds (USD)', 'Average order (USD)'];

const salesCells = (sales: Sales) => [
  sales.orders,
  sales.paidOrders,
  sales.units,
  decimals(sales.revenueCents),
  decimals(sales.refundedCents),
  decimals(averageOrder(sales)),
];

type Exported = Pick<SalesFigures, 'total' | 'before' | 'bars' | 'by'> & { days: Days; compared: Days | null };

/**
 * Returns the figures of a range as CSV: the range and the days compared with it, then each step of
 * the chart, then each dimension. Amounts are in dollars.
 */
export function salesCsv({ days, compared, total, before, bars, by }: Exported): string {
  const dated = (range: Days, sales: Sales) => [range.from, range.to, ...salesCells(sales)];
  const dates = [`First day (${timeZone()})`, `Last day (${timeZone()})`, ...salesTitles];
  const ranges = [dated(days, total), ...(before === null || compared === null ? [] : [dated(compared, before)])];
  const dimensions = figureDimensions.map((dimension) => [
    [dimensionNames[dimension], ...salesTitles],
    ...by[dimension].map((row) => [keyName(dimension, row.key), ...salesCells(row)]),
  ]);
  const tables = [[dates, ...ranges], [dates, ...bars.map((bar) => dated(bar, bar))], ...dimensions];
  return tables.map(csvText).join('\r\n');
}

const titles = () => [
  'First name',
  'Last name',
  'Email',
  'Kind',
  'Role',
  `Since (${timeZone()})`,
  'Orders',
  'Paid orders',
  'Total spent (USD)',
  'Average order (USD)',
  `Last order (${timeZone()})`,
];

function cells(one: CustomerSummary): (string | number)[] {
  const { spentCents: revenueCents, paidOrders } = one;
  const average = averageOrder({ revenueCents, paidOrders });
  const kind = one.isGuest ? 'guest' : 'account';
  const figures = [one.orders, paidOrders, decimals(revenueCents), decimals(average)];
  const last = one.lastOrderAt === null ? '' : sheetMoment(one.lastOrderAt);
  return [one.firstName, one.lastName, one.email, kind, one.role, sheetMoment(one.since), ...figures, last];
}

/** Streams customers as CSV in batches, so that a large shop never has all of them in memory. */
export async function* customersCsv(customers: AsyncIterable<CustomerSummary[]>): AsyncGenerator<string> {
  yield csvText([titles()]);
  for await (const some of customers) yield csvText(some.map(cells));
}
