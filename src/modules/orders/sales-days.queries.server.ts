import { sql, type SQL } from 'drizzle-orm';

import { paymentModes, type PaymentMode } from '#modules/payments/payment-mode.ts';
import type { Db } from '#platform/db/database.server.ts';
import { rowsOf } from '#platform/db/rows.server.ts';
import { dayRangeToInstants } from '#shared/day-range.ts';
import { timeZone } from '#shared/shop-zone.ts';

import { isMarker, localDay } from './forget-sales-days.queries.server.ts';
import { figureDimensions } from './list-orders.ts';
import { figureKeyColumns, isCounted } from './list-orders.queries.server.ts';
import { moneyMovements, within } from './money-movements.queries.server.ts';
import { salesDimensions, type Days, type Sales, type SalesDimension, type TaxRow } from './sales-days.ts';
import { orderItems, orders, salesDays } from './tables.server.ts';

const figureKeyList = sql.join(
  figureDimensions.map((dimension) => sql`${figureKeyColumns[dimension]} as ${sql.identifier(dimension)}`),
  sql`, `,
);

/** Money and free orders of some days, one row each, with the keys of the figures. */
function movementsOf(mode: PaymentMode | null, days: Days): SQL {
  const range = dayRangeToInstants(days);
  const ofOrder = sql`orders.payment_mode as mode, orders.id as order_id, orders.total_cents as order_total, ${figureKeyList}`;
  const isOfMode = mode === null ? sql`orders.payment_mode is not null` : sql`orders.payment_mode = ${mode}::text`;
  return sql`${moneyMovements({ mode, ...range }, ofOrder)}
    union all
    select orders.id::text, 'free', orders.placed_at, 0, 0, 0, ${ofOrder} from orders
    where ${isCounted.sold} and not ${isCounted.paid} and ${isOfMode} and ${within(sql`orders.placed_at`, range)}`;
}

const parts = sql.join(
  ['all', ...figureDimensions].map((name) => sql`(${name}::text, ${name === 'all' ? sql`''` : sql.identifier(name)})`),
  sql`, `,
);

/** Sales of some days by mode, dimension, day and key, counted from the orders. */
function countedSales(mode: PaymentMode | null, days: Days): SQL {
  const isSold = sql`kind in ('sale', 'free')`;
  // Part of a payment or return that an item accounts for.
  const share = sql`round(amount::numeric * line.total_cents / greatest(order_total, 1))`;
  const cents = (value: SQL, condition: SQL) => sql`coalesce(sum(${value}) filter (where ${condition}), 0)::bigint`;
  return sql`
    with movement as materialized (
      select m.*, ${localDay(sql`at`)} as day, case when ${isSold} then (
        select coalesce(sum(line.quantity), 0) from ${orderItems} line where line.order_id = m.order_id
      ) else 0 end as units
      from (${movementsOf(mode, days)}) m
    )
    select mode, part.dimension, day, part.key,
      (count(*) filter (where ${isSold}))::int as orders, (count(*) filter (where kind = 'sale'))::int as paid_orders,
      sum(units)::int as units,
      ${cents(sql`amount`, sql`kind = 'sale'`)} as gross_cents,
      ${cents(sql`shipping`, sql`kind = 'sale'`)} as shipping_cents,
      ${cents(sql`tax`, sql`kind = 'sale'`)} as tax_cents,
      ${cents(sql`-amount`, sql`kind in ('refund', 'dispute')`)} as refunded_cents,
      ${cents(sql`-amount`, sql`kind = 'dispute'`)} as disputed_cents,
      ${cents(sql`-tax`, sql`kind = 'refund'`)} as refunded_tax_cents,
      ${cents(sql`-tax`, sql`kind = 'dispute'`)} as disputed_tax_cents
    from movement cross join lateral (values ${parts}) as part (dimension, key)
    group by 1, 2, 3, 4
    union all
    select mode, 'refunded', day, order_id::text, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0
    from movement where kind in ('refund', 'dispute') group by 1, 3, 4
    union all
    select mode, 'product', day, line.product_id || ' ' || line.name,
      (count(*) filter (where kind = 'sale'))::int, (count(*) filter (where kind = 'sale'))::int,
      coalesce(sum(line.quantity) filter (where kind = 'sale'), 0)::int,
      ${cents(share, sql`kind = 'sale'`)}, 0, 0, ${cents(sql`-${share}`, sql`kind in ('refund', 'dispute')`)}, 0, 0, 0
    from movement join ${orderItems} line on line.order_id = movement.order_id
    where kind <> 'free' group by 1, 3, 4`;
}

/** Lists the days of a range that are counted and have not changed since. */
export async function listCountedDays(db: Db, { from, to }: Days): Promise<string[]> {
  const rows = await rowsOf<{ day: string }>(
    db,
    sql`select to_char(d.day, 'YYYY-MM-DD') as day from ${salesDays} d
      where ${isMarker()} and d.day between ${from}::date and ${to}::date order by d.day`,
  );
  return rows.map(({ day }) => day);
}

type Parts = {
  mode: PaymentMode;
  dimensions: readonly SalesDimension[];
  /** Days to read from `sales_days`. */
  counted: readonly string[];
  /** Days to count from the orders. */
  live: readonly Days[];
};

const columns = sql`dimension, day, key, orders, paid_orders, units, gross_cents, shipping_cents, tax_cents,
  refunded_cents, disputed_cents, refunded_tax_cents, disputed_tax_cents`;

/** Sums of days by dimension, day and key: of counted days and of live ones. */
function sumsIn({ mode, dimensions, counted, live }: Parts): SQL {
  const isRead = sql`dimension = any(${sql.param([...dimensions])}::text[])`;
  const stored = sql`select ${columns} from ${salesDays}
    where zone = ${timeZone()}::text and mode = ${mode}::text and ${isRead} and day = any(${sql.param([...counted])}::date[])`;
  const counts = live.map((days) => sql`select ${columns} from (${countedSales(mode, days)}) live where ${isRead}`);
  return sql.join([stored, ...counts], sql` union all `);
}

/** Sum of a range: in total by day, and by key of each other dimension without a day. */
export type SalesSum = Sales & { dimension: SalesDimension; key: string; day: string | null; refundedOrders: number };

/** Returns the sums of counted and live days. */
export function listSums(db: Db, parts: Parts): Promise<SalesSum[]> {
  return rowsOf(
    db,
    sql`select dimension, case when dimension <> 'refunded' then key else '' end as key,
      count(distinct case when dimension = 'refunded' then key end)::int as "refundedOrders",
      to_char(case when dimension = 'all' then day end, 'YYYY-MM-DD') as day,
      sum(orders)::int as orders, sum(paid_orders)::int as "paidOrders", sum(units)::int as units,
      sum(gross_cents)::double precision as "grossCents", sum(refunded_cents)::double precision as "refundedCents"
    from (${sumsIn(parts)}) part group by 1, 2, 4`,
  );
}

/** Returns the sums of paid orders and returns by month, country and state as typed. */
export function listTaxRows(db: Db, parts: Omit<Parts, 'dimensions'>): Promise<TaxRow[]> {
  const cents = (value: SQL) => sql`sum(${value})::double precision`;
  return rowsOf(
    db,
    sql`select to_char(day, 'YYYY-MM') as month, split_part(key, ' ', 1) as country,
      substr(key, length(split_part(key, ' ', 1)) + 2) as state, sum(paid_orders)::int as orders,
      ${cents(sql`gross_cents - shipping_cents - tax_cents`)} as "goodsCents",
      ${cents(sql`shipping_cents`)} as "shippingCents",
      ${cents(sql`tax_cents`)} as "taxCents",
      ${cents(sql`disputed_cents - refunded_cents + refunded_tax_cents`)} as "refundCents",
      ${cents(sql`disputed_tax_cents - disputed_cents`)} as "disputeCents",
      ${cents(sql`-refunded_tax_cents - disputed_tax_cents`)} as "returnedTaxCents"
    from (${sumsIn({ ...parts, dimensions: ['state'] })}) part
    group by 1, 2, 3 having sum(paid_orders) > 0 or sum(refunded_cents) > 0 order by 1, 2, 3`,
  );
}

/** Lists the modes that have counted days. */
export async function listCountedModes(db: Db): Promise<PaymentMode[]> {
  const rows = await rowsOf<{ mode: PaymentMode }>(
    db,
    sql`select mode from unnest(${sql.param([...paymentModes])}::text[]) as mode where exists (
      select from ${salesDays} s where s.zone = ${timeZone()}::text and s.mode = mode.mode)`,
  );
  return rows.map(({ mode }) => mode);
}

/** Last day that is counted once and for all. Later days are counted live. */
const lastOver = () => sql`(${localDay(sql`now()`)} - 2)`;

/** Lets one process at a time count, so that no count misses a change recorded meanwhile. */
const lockSalesDays = (tx: Db) => tx.execute(sql`lock table ${salesDays} in share row exclusive mode`);

/** Deletes the counts of other time zones. */
export async function deleteOtherZones(tx: Db): Promise<void> {
  await tx.execute(sql`delete from ${salesDays} where zone < ${timeZone()}::text or zone > ${timeZone()}::text`);
}

const isUncounted = (day: SQL) => sql`not exists (select from ${salesDays} s where ${isMarker()} and s.day = ${day})`;

/** Lists the first days that are over and not counted. */
export async function listUncountedDays(db: Db, limit: number): Promise<string[]> {
  const first = localDay(sql`(select min(placed_at) from ${orders})`);
  const rows = await rowsOf<{ day: string }>(
    db,
    sql`select to_char(d, 'YYYY-MM-DD') as day
      from generate_series(${first}, ${lastOver()}, '1 day') as d
      where ${isUncounted(sql`d::date`)} order by 1 limit ${limit}`,
  );
  return rows.map(({ day }) => day);
}

/** Counts the sales of a day, unless another process has. */
export async function insertSalesDay(tx: Db, day: string): Promise<void> {
  await lockSalesDays(tx);
  const isToCount = isUncounted(sql`${day}::date`);
  await tx.execute(sql`delete from ${salesDays} where zone = ${timeZone()}::text
    and mode = any(${sql.param([...paymentModes])}::text[]) and dimension = any(${sql.param([...salesDimensions])}::text[])
    and day = ${day}::date and ${isToCount}`);
  await tx.execute(sql`
    insert into ${salesDays} (zone, mode, ${columns})
    select ${timeZone()}::text, new.* from (
      select mode, ${columns} from (${countedSales(null, { from: day, to: day })}) counted
      union all select '', '', ${day}::date, '', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0
    ) new where ${isToCount}`);
}
