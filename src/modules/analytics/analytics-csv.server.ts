import { stringify } from 'csv-stringify/sync';

import { decimals } from '#shared/money.ts';

import type { Analytics } from './analytics.server.ts';
import { averageOrder } from './figures.ts';

type Rows = readonly (readonly (string | number)[])[];

/**
 * Returns rows as CSV for spreadsheets. Cells that a spreadsheet would run as a formula are
 * escaped.
 */
export const csvText = (rows: Rows) => stringify([...rows], { escape_formulas: true, record_delimiter: 'windows' });

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
