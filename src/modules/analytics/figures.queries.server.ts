import { sql, type SQL } from 'drizzle-orm';

import type { Db } from '#platform/db/database.server.ts';
import { oneRow } from '#platform/db/rows.server.ts';

import type { Figures, MonthFigures, ProductFigures } from './figures.ts';

const days = sql`
  (select day, orders, paid_orders, revenue_cents, accounts, guests from daily_figures
   union all
   select day, orders, paid_orders, revenue_cents, accounts, guests from figure_deltas where day is not null) as days`;

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
  return oneRow(db, sql`select ${sums} from ${days}`);
}

/** Lists figures by month from `first` ('2026-06') on. Months without any activity are left out. */
export function listMonths(db: Db, first: string): Promise<MonthFigures[]> {
  const month = sql`to_char(day, 'YYYY-MM')`;
  return rowsOf(
    db,
    sql`select ${month} as "month", ${sums} from ${days} where day >= ${`${first}-01`}::date group by 1 order by 1`,
  );
}

export function listTopProducts(db: Db, limit: number): Promise<ProductFigures[]> {
  return rowsOf(
    db,
    sql`select product_id as "productId", max(name) as "name", sum(units)::double precision as "units",
          sum(revenue_cents)::double precision as "revenueCents"
        from (select product_id, name, units, revenue_cents from product_figures
              union all
              select product_id, name, units, revenue_cents from figure_deltas where product_id is not null) as products
        group by product_id having sum(units) > 0
        order by sum(revenue_cents) desc, product_id limit ${limit}`,
  );
}

/**
 * Moves up to `limit` deltas into the sums and returns how many. One statement, so every reader
 * sees each delta exactly once.
 */
export async function foldDeltas(db: Db, limit: number): Promise<number> {
  const { folded } = await oneRow<{ folded: number }>(
    db,
    sql`with taken as (
          delete from figure_deltas
          where id in (select id from figure_deltas order by id limit ${limit} for update skip locked)
          returning *
        ), days as (
          insert into daily_figures as kept (day, orders, paid_orders, revenue_cents, accounts, guests)
          select day, sum(orders), sum(paid_orders), sum(revenue_cents), sum(accounts), sum(guests)
          from taken where day is not null group by day order by day
          on conflict (day) do update set
            orders = kept.orders + excluded.orders,
            paid_orders = kept.paid_orders + excluded.paid_orders,
            revenue_cents = kept.revenue_cents + excluded.revenue_cents,
            accounts = kept.accounts + excluded.accounts,
            guests = kept.guests + excluded.guests
        ), products as (
          insert into product_figures as kept (product_id, name, units, revenue_cents)
          select product_id, max(name), sum(units), sum(revenue_cents)
          from taken where product_id is not null group by product_id order by product_id
          on conflict (product_id) do update set
            units = kept.units + excluded.units,
            revenue_cents = kept.revenue_cents + excluded.revenue_cents
        )
        select count(*)::integer as folded from taken`,
  );
  return folded;
}

/** Recounts every figure from the orders and accounts. */
export async function rebuild(db: Db): Promise<void> {
  await db.execute(sql`set local statement_timeout = 0`);
  await db.execute(sql`select rebuild_figures()`);
}
