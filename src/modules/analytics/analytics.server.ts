import { countCustomers, listNewCustomers } from '#modules/customers/customers.queries.server.ts';
import { salesSums } from '#modules/orders/sales-days.server.ts';
import type { PaymentMode } from '#modules/payments/payment-mode.ts';
import type { Db } from '#platform/db/database.server.ts';
import { toShopDate } from '#shared/shop-time.ts';

import { lastMonths, monthByMonth, topProducts, type Figures } from './figures.ts';
import { dayRows } from './sales-figures.server.ts';
import { totalOf } from './sales-figures.ts';

type Query = { mode: PaymentMode; now: Date };

/** First day that any order may have. */
const earliest = '2000-01-01';

const sinceOpening = ({ mode, now }: Query) => ({ mode, days: { from: earliest, to: toShopDate(now) } });

/** Returns the figures of one mode since the shop opened. */
export async function totals(db: Db, query: Query): Promise<Figures> {
  const [sums, customers] = await Promise.all([salesSums(db, sinceOpening(query), ['all']), countCustomers(db)]);
  return { ...totalOf(dayRows(sums)), ...customers };
}

/**
 * Returns everything that the analytics page shows since the shop opened: totals, the last 6 months
 * and the 5 products with the most revenue. Months are oldest first. The last one is still running.
 */
export async function analytics(db: Db, query: Query) {
  const months = lastMonths(toShopDate(query.now));
  const [sums, customers, newCustomers] = await Promise.all([
    salesSums(db, sinceOpening(query), ['all', 'product']),
    countCustomers(db),
    listNewCustomers(db, `${months[0]}-01`),
  ]);
  const days = dayRows(sums);
  return {
    totals: { ...totalOf(days), ...customers },
    months: monthByMonth(months, days, newCustomers),
    products: topProducts(sums),
  };
}

export type Analytics = Awaited<ReturnType<typeof analytics>>;
