import { stringify } from 'csv-stringify/sync';

import type { Analytics } from '../service.server.ts';
import { averageOrder } from '../rules.ts';

const money = (cents: number) => (cents / 100).toFixed(2);

/** Month by month what the analytics page shows, then its products; amounts in dollars, months of UTC. */
export function analyticsCsv({ months, products }: Analytics): string {
  const byMonth = months.map((month) => [
    month.month,
    money(month.revenueCents),
    month.orders,
    month.paidOrders,
    money(averageOrder(month)),
    month.accounts,
    month.guests,
  ]);
  const byProduct = products.map(({ name, units, revenueCents }) => [name, units, money(revenueCents)]);
  const titles = [
    'Month',
    'Revenue (USD)',
    'Orders',
    'Paid orders',
    'Average order (USD)',
    'New accounts',
    'New guests',
  ];
  const options = { escape_formulas: true, record_delimiter: 'windows' as const };
  return `${stringify([titles, ...byMonth], options)}\r\n${stringify([['Product', 'Units', 'Revenue (USD)'], ...byProduct], options)}`;
}
