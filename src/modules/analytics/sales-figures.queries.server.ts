import { sql, type SQL } from 'drizzle-orm';

import type { FigureDimension } from '#modules/orders/list-orders.ts';
import { countedOrders, firstPlacedAt } from '#modules/orders/order-figures.queries.server.ts';
import type { PaymentMode } from '#modules/payments/payment-mode.ts';
import type { Db } from '#platform/db/database.server.ts';
import { dayRangeToInstants } from '#shared/day-range.ts';
import { timeZone } from '#shared/shop-time.ts';

import type { Days, Sales } from './sales-figures.ts';
import { salesDayChanges, salesDays } from './tables.server.ts';

async function rowsOf<T extends object>(db: Db, query: SQL): Promise<T[]> {
  const { rows } = await db.execute(query);
  return rows as T[];
}

const localDay = (at: SQL) => sql`(${at} at time zone ${timeZone()}::text)::date`;

/** Sales of some days by mode, day, dimension and key, counted from the orders. */
const countedSales = (days: Days) => sql`
  select mode, ${localDay(sql`at`)} as day, part.dimension, part.key, sum(orders)::int as orders,
    sum(paid_orders)::int as paid_orders, sum(units)::int as units, sum(revenue_cents)::bigint as revenue_cents,
    sum(refunded_cents)::bigint as refunded_cents
  from (${countedOrders(dayRangeToInstants(days))}) sale
  cross join lateral (values ('all', ''), ('code', code), ('source', source), ('state', state), ('device', device),
    ('refunded', refunded_order)) as part (dimension, key)
  where part.key is not null
  group by 1, 2, 3, 4`;

/** Lists the days of a range that are counted and have not changed since. */
export async function listCountedDays(db: Db, { from, to }: Days): Promise<string[]> {
  const rows = await rowsOf<{ day: string }>(
    db,
    sql`select to_char(day, 'YYYY-MM-DD') as day from ${salesDays}
      where zone = ${timeZone()}::text and mode = '' and day between ${from}::date and ${to}::date
        and day not in (select ${localDay(sql`at`)} from ${salesDayChanges})
      order by 1`,
  );
  return rows.map(({ day }) => day);
}

/** Sum of a range: in total by day, and by key of each dimension without a day. */
export type SalesSum = Sales & {
  /** `refunded` only counts the orders of which money went back. */
  dimension: FigureDimension | 'all' | 'refunded';
  key: string;
  day: string | null;
  refundedOrders: number;
};

type Parts = {
  mode: PaymentMode;
  /** Days to read from `sales_days`. */
  counted: readonly string[];
  /** Days to count from the orders. */
  live: readonly Days[];
};

/** Returns the sums of counted and live days. */
export function listSums(db: Db, { mode, counted, live }: Parts): Promise<SalesSum[]> {
  const columns = sql`dimension, key, day, orders, paid_orders, units, revenue_cents, refunded_cents`;
  const parts = live.map((days) => sql`select ${columns} from (${countedSales(days)}) live where mode = ${mode}::text`);
  if (counted.length > 0) {
    parts.push(sql`select ${columns} from ${salesDays}
      where zone = ${timeZone()}::text and mode = ${mode}::text and day = any(${sql.param([...counted])}::date[])`);
  }
  if (parts.length === 0) return Promise.resolve([]);
  return rowsOf(
    db,
    sql`select dimension, case when dimension <> 'refunded' then key else '' end as key,
      count(distinct case when dimension = 'refunded' then key end)::int as "refundedOrders", to_char(case when dimension = 'all' then day end, 'YYYY-MM-DD') as day,
      sum(orders)::int as orders, sum(paid_orders)::int as "paidOrders", sum(units)::int as units,
      sum(revenue_cents)::double precision as "revenueCents", sum(refunded_cents)::double precision as "refundedCents"
    from (${sql.join(parts, sql` union all `)}) part group by 1, 2, 4`,
  );
}

/** Lists the modes that have counted days. */
export async function listCountedModes(db: Db, modes: readonly PaymentMode[]): Promise<PaymentMode[]> {
  const rows = await rowsOf<{ mode: PaymentMode }>(
    db,
    sql`select mode from unnest(${sql.param([...modes])}::text[]) as mode where exists (
      select from ${salesDays} s where s.zone = ${timeZone()}::text and s.mode = mode.mode)`,
  );
  return rows.map(({ mode }) => mode);
}

/** Last day that is counted once and for all. Later days are counted live. */
const lastOver = sql`(${localDay(sql`now()`)} - 2)`;

/** Lets one process at a time count, so that no count misses a change recorded meanwhile. */
const lockSalesDays = (tx: Db) => tx.execute(sql`lock table ${salesDays} in share row exclusive mode`);

/** Deletes the counts of other time zones and of days that have changed. */
export async function deleteOutdatedDays(tx: Db): Promise<void> {
  await lockSalesDays(tx);
  await tx.execute(sql`
    with changed as (delete from ${salesDayChanges} returning at)
    delete from ${salesDays} where zone <> ${timeZone()}::text
      or day in (select distinct ${localDay(sql`at`)} from changed)`);
}

const isUncounted = (day: SQL) => sql`not exists (
  select from ${salesDays} s where s.zone = ${timeZone()}::text and s.mode = '' and s.day = ${day})`;

/** Lists the first days that are over and not counted. */
export async function listUncountedDays(db: Db, limit: number): Promise<string[]> {
  const rows = await rowsOf<{ day: string }>(
    db,
    sql`select to_char(d, 'YYYY-MM-DD') as day
      from generate_series((select ${localDay(firstPlacedAt)}), ${lastOver}, '1 day') as d
      where ${isUncounted(sql`d::date`)} order by 1 limit ${limit}`,
  );
  return rows.map(({ day }) => day);
}

/** Counts the sales of a day, unless another process has. */
export async function insertSalesDay(tx: Db, day: string): Promise<void> {
  await lockSalesDays(tx);
  const counted = sql`select counted.*, ${timeZone()}::text from (${countedSales({ from: day, to: day })}) counted
    union all select '', ${day}::date, '', '', 0, 0, 0, 0, 0, ${timeZone()}::text`;
  await tx.execute(sql`
    insert into ${salesDays}
      (mode, day, dimension, key, orders, paid_orders, units, revenue_cents, refunded_cents, zone)
    select * from (${counted}) new where ${isUncounted(sql`${day}::date`)}`);
}
