import { and, asc, eq, gt, gte, isNull, lte, max, sql, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';

import { isDeliverable } from '#modules/email/mails.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import { hasRow } from '#platform/db/rows.server.ts';
import type { Cents } from '#shared/money.ts';

import { orderItems, orders } from './tables.server.ts';

/** Condition for sales: paid or free orders, whatever was refunded later. */
export const isSale = sql`${orders.paymentStatus} in ('paid', 'partially_refunded', 'refunded', 'not_required')`;

/** Net revenue of an order, in cents. */
export const netRevenueCents = sql`(${orders.capturedCents} - ${orders.returnedCents})`;

/** Returns the prices at which a product sold since a moment, in cents, each with its last sale. */
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

/** True when an email address has ordered since a moment. Condition of another statement. */
export const hasOrdered = (email: SQL, since: PgColumn | SQL) =>
  sql`exists (select 1 from ${orders} where ${orders.email} = ${email} and ${orders.placedAt} >= ${since})`;

/** Runs `hasOrdered` as a query of its own. */
export const hasOrderedSince = (db: Db, email: string, since: Date) =>
  hasRow(
    db
      .select({ id: orders.id })
      .from(orders)
      .where(and(eq(orders.email, email), gte(orders.placedAt, since)))
      .limit(1),
  );

type Arrived = { after: Date; until: Date; limit: number };

/**
 * Returns ids of paid orders that were delivered in a window and not returned, oldest first.
 * `condition` limits them by their id.
 */
export async function ordersNotReturned(
  db: Db,
  { after, until, limit }: Arrived,
  condition: (orderId: PgColumn) => SQL,
): Promise<string[]> {
  const isNotReturned = and(
    sql`${orders.status} in ('delivered', 'completed')`,
    sql`${orders.paymentStatus} in ('paid', 'not_required')`,
    eq(orders.returnedCents, 0),
    isDeliverable(orders.email),
    isNull(orders.holdReason),
  );
  const rows = await db
    .select({ id: orders.id })
    .from(orders)
    .where(and(isNotReturned, gt(orders.deliveredAt, after), lte(orders.deliveredAt, until), condition(orders.id)))
    .orderBy(asc(orders.deliveredAt))
    .limit(limit);
  return rows.map(({ id }) => id);
}

export type DaySales = { day: string; orders: number; code: string | null };

/** Counts paid and free orders by UTC day and discount code. */
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
