import { stringify } from 'csv-stringify/sync';

import { averageOrder } from '#modules/owner/analytics/rules.ts';

import type { CustomerSummary } from '../rules.ts';

const options = { escape_formulas: true, record_delimiter: 'windows' as const };
const titles = [
  'First name',
  'Last name',
  'Email',
  'Kind',
  'Role',
  'Since (UTC)',
  'Orders',
  'Paid orders',
  'Total spent (USD)',
  'Average order (USD)',
];

const money = (cents: number) => (cents / 100).toFixed(2);

function cells(one: CustomerSummary): (string | number)[] {
  const { spentCents: revenueCents, paidOrders } = one;
  const average = averageOrder({ revenueCents, paidOrders });
  const kind = one.isGuest ? 'guest' : 'account';
  const since = one.since.toISOString().slice(0, 19).replace('T', ' ');
  const figures = [one.orders, paidOrders, money(revenueCents), money(average)];
  return [one.firstName, one.lastName, one.email, kind, one.role, since, ...figures];
}

/** Customers as CSV, piece by piece, so that a shop of any size is sent without being held in memory. */
export async function* customersCsv(customers: AsyncIterable<CustomerSummary[]>): AsyncGenerator<string> {
  yield stringify([titles], options);
  for await (const some of customers) yield stringify(some.map(cells), options);
}
