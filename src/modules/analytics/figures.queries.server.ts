import { sql, type SQL } from 'drizzle-orm';

import type { Db } from '#platform/db/database.server.ts';
import { oneRow } from '#platform/db/rows.server.ts';

import type { Figures, MonthFigures, ProductFigures } from './figures.ts';
import { salesByDay, salesByProduct } from './tables.server.ts';

const sums = sql`
  coalesce(sum(orders), 0)::double precision as "orders",
  coalesce(sum(paid_orders), 0)::double precision as "paidOrders",
  coalesce(sum(revenue_cents), 0)::double precision as "revenueCents",
  coalesce(sum(accounts), 0)::double precision as "accounts",
  coalesce(sum(guests), 0)::double precision as "guests"`;

async function rowsOf<T extends object>(db: Db, query: SQL): Promise<T[]> {
  const { rows } = await db.execute(query);
  return rows as T[];
}

/** Returns revenue, orders and customers since the shop opened. */
export function findTotals(db: Db): Promise<Figures> {
  return oneRow(db, sql`select ${sums} from ${salesByDay}`);
}

/** Lists figures by month from `first` ('2026-06') on. Months without any activity are left out. */
export function listMonths(db: Db, first: string): Promise<MonthFigures[]> {
  const month = sql`to_char(day, 'YYYY-MM')`;
  return rowsOf(
    db,
    sql`select ${month} as "month", ${sums} from ${salesByDay} where day >= ${`${first}-01`}::date group by 1 order by 1`,
  );
}

export function listTopProducts(db: Db, limit: number): Promise<ProductFigures[]> {
  return rowsOf(
    db,
    sql`select product_id as "productId", name, units, revenue_cents::double precision as "revenueCents"
        from ${salesByProduct} where units > 0 order by revenue_cents desc, product_id limit ${limit}`,
  );
}

/** Returns when the figures were counted. Null in a shop without orders and accounts. */
export async function findCountedAt(db: Db): Promise<Date | null> {
  const { at } = await oneRow<{ at: Date | string | null }>(db, sql`select max(counted_at) as at from ${salesByDay}`);
  return at === null ? null : new Date(at);
}

/** Counts all figures again. Pages read the previous ones meanwhile. */
export async function refreshViews(tx: Db): Promise<void> {
  await tx.execute(sql`set local statement_timeout = 0`);
  await tx.refreshMaterializedView(salesByDay).concurrently();
  await tx.refreshMaterializedView(salesByProduct).concurrently();
}
