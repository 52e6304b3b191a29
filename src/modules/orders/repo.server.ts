import { and, asc, desc, eq, gt, inArray, isNull, lte, notExists, or, sql } from 'drizzle-orm';

import { sandboxIntents } from '#modules/payments/tables.server.ts';
import type { Db } from '#platform/db/database.server.ts';

import { orderEvents, orderItems, orders } from './tables.server.ts';

export type OrderRow = typeof orders.$inferSelect;
export type NewOrder = typeof orders.$inferInsert;
export type OrderItemRow = typeof orderItems.$inferSelect;
export type NewOrderItem = Omit<typeof orderItems.$inferInsert, 'orderId'>;
export type OrderEventRow = typeof orderEvents.$inferSelect;

export async function insertOrder(db: Db, order: NewOrder, items: readonly NewOrderItem[]): Promise<OrderRow> {
  const [row] = await db.insert(orders).values(order).returning();
  if (row === undefined) throw new Error('the order was not stored');
  if (items.length > 0) await db.insert(orderItems).values(items.map((item) => ({ ...item, orderId: row.id })));
  return row;
}

export async function insertEvent(db: Db, event: typeof orderEvents.$inferInsert): Promise<void> {
  await db.insert(orderEvents).values(event);
}

async function findOne(db: Db, where: ReturnType<typeof eq> | ReturnType<typeof and>): Promise<OrderRow | null> {
  const rows = await db.select().from(orders).where(where).limit(1);
  return rows[0] ?? null;
}

export const findById = (db: Db, id: string) => findOne(db, eq(orders.id, id));
export const findByCheckout = (db: Db, checkoutId: string) => findOne(db, eq(orders.checkoutId, checkoutId));
export const findByIntent = (db: Db, intentId: string) => findOne(db, eq(orders.paymentIntentId, intentId));
export const findByNumberAndEmail = (db: Db, orderNumber: string, email: string) =>
  findOne(db, and(eq(orders.orderNumber, orderNumber), eq(orders.email, email)));

/** Whether an order that was paid, by this account or this e-mail, holds the product. */
export async function existsPaid(
  db: Db,
  productId: string,
  buyer: { customerId: string; email: string | null },
): Promise<boolean> {
  const byAccount = eq(orders.customerId, buyer.customerId);
  const isBuyers = buyer.email === null ? byAccount : or(byAccount, eq(orders.email, buyer.email));
  const isPaid = inArray(orders.paymentStatus, ['paid', 'partially_refunded']);
  const rows = await db
    .select({ id: orders.id })
    .from(orders)
    .innerJoin(orderItems, eq(orderItems.orderId, orders.id))
    .where(and(isBuyers, isPaid, eq(orderItems.productId, productId)))
    .limit(1);
  return rows.length === 1;
}

/** The order that an intent paid, held for the transaction. */
export async function lockByIntent(db: Db, intentId: string): Promise<OrderRow | null> {
  const rows = await db.select().from(orders).where(eq(orders.paymentIntentId, intentId)).for('update');
  return rows[0] ?? null;
}

export async function updateOrder(db: Db, id: string, change: Partial<NewOrder>): Promise<void> {
  await db
    .update(orders)
    .set({ ...change, updatedAt: sql`now()` })
    .where(eq(orders.id, id));
}

export function listItems(db: Db, orderId: string): Promise<OrderItemRow[]> {
  return db.select().from(orderItems).where(eq(orderItems.orderId, orderId)).orderBy(asc(orderItems.productId));
}

export function listEvents(db: Db, orderId: string): Promise<OrderEventRow[]> {
  return db.select().from(orderEvents).where(eq(orderEvents.orderId, orderId)).orderBy(asc(orderEvents.at));
}

export type Purchase = Pick<OrderRow, 'placedAt' | 'shippingAddress'>;

/** Paid orders after `from` and up to `until`, newest first; without those that wait for a person or were paid in the sandbox. */
export function listPurchases(
  db: Db,
  { from, until, limit }: { from: Date; until: Date; limit: number },
): Promise<Purchase[]> {
  const playMoney = db.select().from(sandboxIntents).where(eq(sandboxIntents.id, orders.paymentIntentId));
  const isPaid = and(eq(orders.paymentStatus, 'paid'), isNull(orders.holdReason), notExists(playMoney));
  return db
    .select({ placedAt: orders.placedAt, shippingAddress: orders.shippingAddress })
    .from(orders)
    .where(and(isPaid, gt(orders.placedAt, from), lte(orders.placedAt, until)))
    .orderBy(desc(orders.placedAt))
    .limit(limit);
}
