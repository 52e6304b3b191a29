import type { Db } from '#platform/db/database.server.ts';
import { inTransaction } from '#platform/db/transaction.server.ts';

import * as repo from './figures.queries.server.ts';
import { lastMonths, monthByMonth } from './figures.ts';

export { findTotals as totals } from './figures.queries.server.ts';

const topProducts = 5;

/**
 * Returns everything that the analytics page shows: totals, the last 6 UTC months and the 5
 * products with the most revenue. Months are oldest first. The last one is still running.
 */
export async function analytics(db: Db, now: Date) {
  const months = lastMonths(now);
  const found = await repo.listMonths(db, months[0] ?? '');
  const all = await repo.findTotals(db);
  const products = await repo.listTopProducts(db, topProducts);
  return { totals: all, months: monthByMonth(months, found), products };
}

export type Analytics = Awaited<ReturnType<typeof analytics>>;

const batch = 5_000;

/** Moves all pending deltas of sales into the sums. */
export async function foldFigures(db: Db): Promise<void> {
  for (let folded = batch; folded === batch;) {
    folded = await repo.foldDeltas(db, batch);
  }
}

/** Recounts all figures from the orders and accounts while the shop sells. */
export function rebuildFigures(db: Db): Promise<void> {
  return inTransaction(db, (tx) => repo.rebuild(tx));
}
