import { and, asc, eq, sql } from 'drizzle-orm';

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
