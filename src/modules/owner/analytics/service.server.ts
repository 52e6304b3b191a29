import type { Db } from '#platform/db/database.server.ts';
import { inTransaction } from '#platform/db/transaction.server.ts';

import * as repo from './repo.server.ts';
import { lastMonths, monthByMonth, type Figures, type MonthFigures, type ProductFigures } from './rules.ts';

const topProducts = 5;

/** Revenue, orders and customers since the shop opened. */
export function totals(db: Db): Promise<Figures> {
  return repo.findTotals(db);
}

export type Analytics = {
  totals: Figures;
  /** The last 6 months, oldest first; the last one is still going on. */
  months: MonthFigures[];
  /** The 5 products that brought most, as names and figures. */
  products: ProductFigures[];
};

/** All that the analytics page shows; months are those of UTC. */
export async function analytics(db: Db, now: Date): Promise<Analytics> {
  const months = lastMonths(now);
  const found = await repo.listMonths(db, months[0] ?? '');
  const all = await repo.findTotals(db);
  const products = await repo.listTopProducts(db, topProducts);
  return { totals: all, months: monthByMonth(months, found), products };
}

const batch = 5_000;

/** Folds what sales added since the last time into the sums. */
export async function foldFigures(db: Db): Promise<void> {
  for (let folded = batch; folded === batch;) {
    folded = await repo.foldDeltas(db, batch);
  }
}

/** Counts all figures anew from the orders and accounts, while the shop sells. */
export function rebuildFigures(db: Db): Promise<void> {
  return inTransaction(db, (tx) => repo.rebuild(tx));
}
