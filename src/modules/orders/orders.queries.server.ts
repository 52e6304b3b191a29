import {
  and,
  asc,
  eq,
  getTableColumns,
  gt,
  inArray,
  isNull,
  lte,
  not,
  notExists,
  or,
  sql,
  type SQL,
} from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';

import type { PaymentMethod } from '#modules/payments/payment-method.ts';
import { isPlayMoney } from '#modules/payments/payments.server.ts';
import { preparedStatement, type Placeholders } from '#platform/db/prepared-statement.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import { descending } from '#platform/db/planner.server.ts';
import { jsonRows, firstRow, hasRow, storedRow } from '#platform/db/rows.server.ts';
import { defer } from '#platform/db/transaction.server.ts';
import { isUuid } from '#shared/uuid.ts';

import { openReturns } from './returns.ts';
import type { OrderView } from './order.ts';
import { disputes, orderEvents, orderItems, orderReturns, orders, refunds } from './tables.server.ts';

export type OrderRow = typeof orders.$inferSelect;
export type NewOrder = typeof orders.$inferInsert;
export type OrderItemRow = typeof orderItems.$inferSelect;
export type NewOrderItem = Omit<typeof orderItems.$inferInsert, 'orderId'>;

/** True when a refund or dispute of this order's payment was stored before the order was placed. */
const isQuestioned = sql<boolean>`(
  exists (select 1 from ${refunds} where payment_intent_id = ${orders}.payment_intent_id)
  or exists (select 1 from ${disputes} where payment_intent_id = ${orders}.payment_intent_id))`;

export async function insertEvent(db: Db, event: typeof orderEvents.$inferInsert): Promise<void> {
  await db.insert(orderEvents).values(event);
}

/**
 * Returns payment intent and payment method of an order, as far as stored; null if there is no such
 * order.
 */
export const findPayment = (db: Db, id: string) =>
  firstRow(
    db.select({ intentId: orders.paymentIntentId, method: orders.paymentMethod }).from(orders).where(eq(orders.id, id)),
  );

/** Stores how an order was paid. */
export async function updatePaymentMethod(db: Db, id: string, paymentMethod: PaymentMethod): Promise<void> {
  await db.update(orders).set({ paymentMethod }).where(eq(orders.id, id));
}

export const findById = (db: Db, id: string) => firstRow(db.select().from(orders).where(eq(orders.id, id)));
export const findByNumber = (db: Db, orderNumber: string) =>
  firstRow(db.select().from(orders).where(eq(orders.orderNumber, orderNumber)));

const { id: _itemId, orderId: itemOrder, ...itemColumns } = getTableColumns(orderItems);
const { id: _eventId, orderId: eventOrder, ...eventColumns } = getTableColumns(orderEvents);
/** Lines of an order, as a column of a statement on orders. */
export const items = jsonRows(itemColumns, {
  from: sql`${orderItems} where ${itemOrder} = ${orders}.id`,
  order: sql`${orderItems.productId}`,
});
const events = jsonRows(eventColumns, {
  from: sql`${orderEvents} where ${eventOrder} = ${orders}.id`,
  order: sql`${orderEvents.at}`,
});

/**
 * Columns of an order with its lines by product and its events by time, for a statement on orders.
 * `viewOf` maps the row.
 */
export const viewColumns = { order: orders, items, events };
type ViewRow = { order: OrderRow } & Pick<OrderView, 'items' | 'events'>;
export const viewOf = ({ order, ...details }: ViewRow): OrderView => ({ ...order, ...details });

/** Query for orders that `viewOf` maps, newest first. */
const views = (db: Db, where: SQL | undefined) =>
  db.select(viewColumns).from(orders).where(where).orderBy(descending(orders.placedAt), descending(orders.id));

export async function listViews(db: Db, where: SQL | undefined, limit: number): Promise<OrderView[]> {
  return (await views(db, where).limit(limit)).map(viewOf);
}

const viewByIntent = preparedStatement((db, { intentId }: Placeholders<{ intentId: string }>) =>
  views(db, eq(orders.paymentIntentId, intentId)).limit(1),
);

/** Returns the only order that an intent paid, or null. */
export async function findViewOfIntent(db: Db, intentId: string): Promise<OrderView | null> {
  return (await viewByIntent(db, { intentId })).map(viewOf)[0] ?? null;
}

type NewDetails = {
  items: readonly NewOrderItem[];
  events: readonly { type: string; message: string; status: OrderRow['status'] }[];
};

/** Insert clause for details of an order: the columns, and their rows from a JSON text. */
function rowsIn(json: SQL, orderId: SQL, columns: Record<string, PgColumn>): SQL {
  const named = Object.entries(columns);
  const names = named.map(([, { name }]) => sql.identifier(name));
  const fields = named.map(([key, column]) => sql.raw(`"${key}" ${column.getSQLType()}`));
  return sql`(order_id, ${sql.join(names, sql`, `)}) select ${orderId}::uuid, given.*
    from jsonb_to_recordset(${json}::jsonb) as given (${sql.join(fields, sql`, `)})`;
}

const writeOrder = preparedStatement((db, order: Placeholders<NewOrder & { id: string }>) =>
  db
    .insert(orders)
    .values(order)
    .returning({ ...getTableColumns(orders), isQuestioned, now: sql`now()`.mapWith(orders.placedAt) }),
);

/**
 * Inserts the lines and first events of an order. They are not part of the order's statement,
 * because both triggers that keep the sums would then count the lines.
 */
const writeDetails = preparedStatement(
  (db, params: Placeholders<{ orderId: string; lines: string; firstEvents: string }>) => {
    const { orderId, lines, firstEvents } = params;
    const { type, message, status } = eventColumns;
    const withLines = db
      .$with('stored_lines', {})
      .as(sql`insert into ${orderItems} ${rowsIn(lines, orderId, itemColumns)}`);
    const withEvents = db
      .$with('stored_events', {})
      .as(sql`insert into ${orderEvents} ${rowsIn(firstEvents, orderId, { type, message, status })}`);
    return db
      .with(withLines, withEvents)
      .select({})
      .from(sql`(select) as nothing`);
  },
);

/** Stores an order with its lines and first events. Returns it as `listViews` would. */
export async function insertOrder(
  db: Db,
  { items: newLines, events: first, ...order }: NewOrder & NewDetails,
): Promise<{ row: OrderRow; view: OrderView; isQuestioned: boolean }> {
  const lines = newLines.map(({ id: _id, ...line }) => ({ ...line, restockedQuantity: line.restockedQuantity ?? 0 }));
  const stored = await storedRow(writeOrder(db, { id: crypto.randomUUID(), ...order }));
  const details = { lines: JSON.stringify(lines), firstEvents: JSON.stringify(first) };
  await defer(db, writeDetails(db, { orderId: stored.id, ...details }));
  const { isQuestioned: hasRefundOrDispute, now, ...row } = stored;
  const items = lines.toSorted((a, b) => (a.productId < b.productId ? -1 : 1));
  const events = first.map((event) => ({ ...event, location: null, at: now }));
  return { row, view: { ...row, items, events }, isQuestioned: hasRefundOrDispute };
}

/**
 * True when an intent paid an order or a checkout became one. Column of a statement that joins
 * tables.
 */
export const isOrdered = (intentId: string | SQL, checkoutId: string | SQL) =>
  sql<boolean>`exists (select 1 from ${orders} where ${or(eq(orders.paymentIntentId, intentId), eq(orders.checkoutId, checkoutId))})`;

/** Condition for the orders of an account, by its id, or of a guest, by the email. */
export const placedBy = (customer: string) =>
  isUuid(customer) ? eq(orders.customerId, customer) : and(isNull(orders.customerId), eq(orders.email, customer));

/** True when a paid order of this account or this email contains the product. */
export function existsPaid(
  db: Db,
  productId: string,
  buyer: { customerId: string; email: string | null },
): Promise<boolean> {
  const byAccount = eq(orders.customerId, buyer.customerId);
  const isBuyers = buyer.email === null ? byAccount : or(byAccount, eq(orders.email, buyer.email));
  const isPaid = inArray(orders.paymentStatus, ['paid', 'partially_refunded']);
  const ofOrder = eq(orderItems.orderId, orders.id);
  const isPurchase = and(isBuyers, isPaid, eq(orderItems.productId, productId));
  return hasRow(db.select({ id: orders.id }).from(orders).innerJoin(orderItems, ofOrder).where(isPurchase).limit(1));
}

/** Returns the order that an intent paid, locked for the transaction. */
export function lockByIntent(db: Db, intentId: string): Promise<OrderRow | null> {
  return firstRow(db.select().from(orders).where(eq(orders.paymentIntentId, intentId)).for('update'));
}

export function lockById(db: Db, id: string): Promise<OrderRow | null> {
  return firstRow(db.select().from(orders).where(eq(orders.id, id)).for('update'));
}

export async function updateOrder(db: Db, id: string, change: Partial<NewOrder>): Promise<void> {
  await db
    .update(orders)
    .set({ ...change, version: sql`${orders.version} + 1`, updatedAt: sql`now()` })
    .where(eq(orders.id, id));
}

/** Assigns guest orders with this email to an account. Returns their number. */
export async function updateGuestOrders(db: Db, email: string, customerId: string): Promise<number> {
  const isGuests = and(isNull(orders.customerId), eq(orders.email, email));
  return (await db.update(orders).set({ customerId }).where(isGuests).returning({ id: orders.id })).length;
}

/**
 * Records units of a line as back in stock, unless that exceeds the units sold. Returns true if it
 * did.
 */
export function takeRestock(db: Db, itemId: string, quantity: number): Promise<boolean> {
  const restockedQuantity = sql`${orderItems.restockedQuantity} + ${quantity}`;
  const isSold = sql`${orderItems.id} = ${itemId} and ${restockedQuantity} <= ${orderItems.quantity}`;
  return hasRow(db.update(orderItems).set({ restockedQuantity }).where(isSold).returning());
}

/** Records that all units of an order are out of stock. */
export async function updateToTaken(db: Db, orderId: string): Promise<void> {
  await db.update(orders).set({ stockTaken: true }).where(eq(orders.id, orderId));
  await db.update(orderItems).set({ restockedQuantity: 0 }).where(eq(orderItems.orderId, orderId));
}

/**
 * Returns delivered orders whose return window closed before `limit` and that have no open return,
 * oldest first.
 */
export function listToComplete(db: Db, limit: Date, count: number): Promise<Pick<OrderRow, 'id' | 'orderNumber'>[]> {
  const hasOpenReturn = db
    .select()
    .from(orderReturns)
    .where(and(eq(orderReturns.orderId, orders.id), inArray(orderReturns.status, openReturns)));
  return db
    .select({ id: orders.id, orderNumber: orders.orderNumber })
    .from(orders)
    .where(and(eq(orders.status, 'delivered'), lte(orders.deliveredAt, limit), notExists(hasOpenReturn)))
    .orderBy(asc(orders.deliveredAt))
    .limit(count);
}

export function listItems(db: Db, orderId: string): Promise<OrderItemRow[]> {
  return db.select().from(orderItems).where(eq(orderItems.orderId, orderId)).orderBy(asc(orderItems.productId));
}

/**
 * Returns paid orders after `from` and up to `until`, newest first. Held orders and sandbox
 * payments are left out.
 */
export function listPurchases(db: Db, { from, until, limit }: { from: Date; until: Date; limit: number }) {
  const isPaid = and(
    eq(orders.paymentStatus, 'paid'),
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
