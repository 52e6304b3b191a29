import { and, asc, eq, gt, gte, isNull, lte, max, sql, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';

import { isReached } from '#modules/email/send-mail.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import { hasRow } from '#platform/db/one-row.server.ts';
import type { Cents } from '#shared/money.ts';

import { orderItems, orders } from './tables.server.ts';

/** Whether an order is a sale: paid or free, whatever went back later. */
export const isSale = sql`${orders.paymentStatus} in ('paid', 'partially_refunded', 'refunded', 'not_required')`;

/** What an order brought and the shop kept, in cents. */
export const netRevenueCents = sql`(${orders.capturedCents} - ${orders.returnedCents})`;

/** When a unit of a product was last sold at each price since then, in cents. */
export async function lastSalesOf(
  db: Db,
  productId: string,
  since: Date,
): Promise<{ unitPriceCents: Cents; at: Date }[]> {
  const { unitPriceCents } = orderItems;
  const rows = await db
    .select({ unitPriceCents, at: max(orders.placedAt) })
    .from(orderItems)
    .innerJoin(orders, eq(orders.id, orderItems.orderId))
    .where(and(eq(orderItems.productId, productId), gte(orders.placedAt, since)))
    .groupBy(unitPriceCents);
  return rows.flatMap((row) => (row.at === null ? [] : [{ ...row, at: row.at }]));
}

/** Whether an address has ordered since a moment, as a condition of another statement. */
export const hasOrdered = (email: SQL, since: PgColumn | SQL) =>
  sql`exists (select 1 from ${orders} where ${orders.email} = ${email} and ${orders.placedAt} >= ${since})`;

/** The same, asked now. */
export const hasOrderedSince = (db: Db, email: string, since: Date) =>
  hasRow(
    db
      .select({ id: orders.id })
      .from(orders)
      .where(and(eq(orders.email, email), gte(orders.placedAt, since)))
      .limit(1),
  );

type Arrived = { after: Date; until: Date; limit: number };

/** Ids of orders that arrived in a window and were kept and paid, the oldest first, as far as `isMeant` says so of their id. */
export async function ordersNotReturned(
  db: Db,
  { after, until, limit }: Arrived,
  isMeant: (orderId: PgColumn) => SQL,
): Promise<string[]> {
  const isKept = and(
    sql`${orders.status} in ('delivered', 'completed')`,
    sql`${orders.paymentStatus} in ('paid', 'not_required')`,
    eq(orders.returnedCents, 0),
    isReached(orders.email),
    isNull(orders.holdReason),
  );
  const rows = await db
    .select({ id: orders.id })
    .from(orders)
    .where(and(isKept, gt(orders.deliveredAt, after), lte(orders.deliveredAt, until), isMeant(orders.id)))
    .orderBy(asc(orders.deliveredAt))
    .limit(limit);
  return rows.map(({ id }) => id);
}

export type DaySales = { day: string; orders: number; code: string | null };

/** Paid and free orders by UTC day and by the code that they used. */
export async function salesByDay(db: Db, from: string, to: string): Promise<DaySales[]> {
  const { rows } = await db.execute<DaySales>(sql`
    select to_char(${orders.placedAt} at time zone 'UTC', 'YYYY-MM-DD') as day, ${orders.couponDiscount} ->> 'code' as code,
      count(*)::int as orders
    from ${orders}
    where ${isSale}
      and ${orders.placedAt} >= ${from}::date::timestamp at time zone 'UTC'
      and ${orders.placedAt} < (${to}::date + 1)::timestamp at time zone 'UTC'
    group by 1, 2`);
  return rows;
}
