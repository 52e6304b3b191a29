import { and, asc, eq, gt, gte, inArray, isNull, lte, max, not, or, sql, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';

import { isDeliverable } from '#modules/email/mail-log.queries.server.ts';
import { isPlayMoney } from '#modules/payments/payments.queries.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import { descending } from '#platform/db/planner.server.ts';
import { hasRow } from '#platform/db/rows.server.ts';
import type { Cents } from '#shared/money.ts';

import { orderItems, orders } from './tables.server.ts';

/** Condition for sales: paid or free orders, whatever was refunded later. */
export const isSale = sql`${orders.paymentStatus} in ('paid', 'partially_refunded', 'refunded', 'not_required')`;

/** Condition for orders that are no samples. Public claims rest on these. */
const isReal = eq(orders.isSample, false);

/** Net revenue of an order, in cents. */
export const netRevenueCents = sql`(${orders.capturedCents} - ${orders.returnedCents})`;

/**
 * Returns which of some prices, in cents, a product sold at since a moment, each with its last
 * sale.
 */
export async function lastSalesOf(
  db: Db,
  productId: string,
  { prices, since }: { prices: readonly Cents[]; since: Date },
): Promise<{ unitPriceCents: Cents; at: Date }[]> {
  if (prices.length === 0) return [];
  const { unitPriceCents } = orderItems;
  const isAtPrice = and(eq(orderItems.productId, productId), inArray(unitPriceCents, [...prices]));
  const rows = await db
    .select({ unitPriceCents, at: max(orders.placedAt) })
    .from(orderItems)
    .innerJoin(orders, eq(orders.id, orderItems.orderId))
    .where(and(isAtPrice, gte(orders.placedAt, since), isReal))
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

type DeliveryWindow = { after: Date; until: Date; limit: number };

/**
 * Returns ids of paid orders that were delivered in a window and not returned, oldest first.
 * `condition` limits them by their id.
 */
export async function listOrdersNotReturned(
  db: Db,
  { after, until, limit }: DeliveryWindow,
  condition: (orderId: PgColumn) => SQL,
): Promise<string[]> {
  const isNotReturned = and(
    sql`${orders.status} in ('delivered', 'completed')`,
    sql`${orders.paymentStatus} in ('paid', 'not_required')`,
    eq(orders.returnedCents, 0),
    isDeliverable(orders.email),
    isNull(orders.holdReason),
    isReal,
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
export async function listSalesByDay(db: Db, from: string, to: string): Promise<DaySales[]> {
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

/** True when a paid order of this account or email contains the product. Samples do not count. */
export function existsPaid(
  db: Db,
  productId: string,
  buyer: { customerId: string; email: string | null },
): Promise<boolean> {
  const byAccount = eq(orders.customerId, buyer.customerId);
  const isBuyers = buyer.email === null ? byAccount : or(byAccount, eq(orders.email, buyer.email));
  const isPaid = inArray(orders.paymentStatus, ['paid', 'partially_refunded']);
  const ofOrder = eq(orderItems.orderId, orders.id);
  const isPurchase = and(isBuyers, isPaid, isReal, eq(orderItems.productId, productId));
  return hasRow(db.select({ id: orders.id }).from(orders).innerJoin(orderItems, ofOrder).where(isPurchase).limit(1));
}

/**
 * Returns paid orders after `from` and up to `until`, newest first. Held orders and sandbox
 * payments are left out.
 */
export function listPurchases(db: Db, { from, until, limit }: { from: Date; until: Date; limit: number }) {
  const isPaid = and(
    eq(orders.paymentStatus, 'paid'),
    isReal,
    isNull(orders.holdReason),
    not(isPlayMoney(db, orders.paymentIntentId)),
  );
  return db
    .select({ placedAt: orders.placedAt, shippingAddress: orders.shippingAddress })
    .from(orders)
    .where(and(isPaid, gt(orders.placedAt, from), lte(orders.placedAt, until)))
    .orderBy(descending(orders.placedAt))
    .limit(limit);
}
