import { csvText } from './analytics-csv.server.ts';
import { averageOrder } from './figures.ts';
import { decimals } from '#shared/money.ts';
import { sheetMoment, timeZone } from '#shared/shop-time.ts';

import type { CustomerSummary } from './customers.ts';

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
];

function cells(one: CustomerSummary): (string | number)[] {
  const { spentCents: revenueCents, paidOrders } = one;
  const average = averageOrder({ revenueCents, paidOrders });
  const kind = one.isGuest ? 'guest' : 'account';
  const figures = [one.orders, paidOrders, decimals(revenueCents), decimals(average)];
  return [one.firstName, one.lastName, one.email, kind, one.role, sheetMoment(one.since), ...figures];
}

/** Streams customers as CSV in batches, so that a large shop never has all of them in memory. */
export async function* customersCsv(customers: AsyncIterable<CustomerSummary[]>): AsyncGenerator<string> {
  yield csvText([titles()]);
  for await (const some of customers) yield csvText(some.map(cells));
}
