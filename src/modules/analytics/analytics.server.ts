import type { Db } from '#platform/db/database.server.ts';
import { inTransaction } from '#platform/db/transaction.server.ts';

import { findCountedAt, findTotals, listMonths, listTopProducts, refreshViews } from './figures.queries.server.ts';
import { countedAgo, lastMonths, monthByMonth } from './figures.ts';

const topProducts = 5;

/** Returns the totals since the shop opened, and how long ago they were counted. */
export async function totals(db: Db, now: Date) {
  return { totals: await findTotals(db), counted: countedAgo(await findCountedAt(db), now) };
}

/**
 * Returns everything that the analytics page shows: totals, the last 6 UTC months and the 5
 * products with the most revenue. Months are oldest first. The last one is still running.
 */
export async function analytics(db: Db, now: Date) {
  const months = lastMonths(now);
  return {
    ...(await totals(db, now)),
    months: monthByMonth(months, await listMonths(db, months[0] ?? '')),
    products: await listTopProducts(db, topProducts),
  };
}

export type Analytics = Awaited<ReturnType<typeof analytics>>;

/** Counts the figures of dashboard and analytics again. */
export function refreshFigures(db: Db): Promise<void> {
  return inTransaction(db, refreshViews);
}
