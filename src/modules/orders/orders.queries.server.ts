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
import { constant, type Places } from '#platform/db/constant.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import { descending } from '#platform/db/descending.server.ts';
import { jsonRows } from '#platform/db/json-rows.server.ts';
import { firstRow, hasRow, storedRow } from '#platform/db/one-row.server.ts';
import { deferred } from '#platform/db/transaction.server.ts';
import { isUuid } from '#shared/uuid.ts';

import { openReturns } from './returns.ts';
import type { OrderView } from './order.ts';
import { disputes, orderEvents, orderItems, orderReturns, orders, refunds } from './tables.server.ts';

export type OrderRow = typeof orders.$inferSelect;
export type NewOrder = typeof orders.$inferInsert;
export type OrderItemRow = typeof orderItems.$inferSelect;
export type NewOrderItem = Omit<typeof orderItems.$inferInsert, 'orderId'>;

/** Whether the shop heard of money of this order's payment going back, before the order was placed. */
const isQuestioned = sql<boolean>`(
  exists (select 1 from ${refunds} where payment_intent_id = ${orders}.payment_intent_id)
  or exists (select 1 from ${disputes} where payment_intent_id = ${orders}.payment_intent_id))`;

export async function insertEvent(db: Db, event: typeof orderEvents.$inferInsert): Promise<void> {
  await db.insert(orderEvents).values(event);
}

const selectPayment = constant((db, { id }: Places<{ id: string }>) =>
  db.select({ intentId: orders.paymentIntentId, method: orders.paymentMethod }).from(orders).where(eq(orders.id, id)),
);

/** What paid an order, and how, as far as that is kept; null when there is no such order. */
export const findPayment = (db: Db, id: string) => firstRow(selectPayment(db, { id }));

const writePaymentMethod = constant((db, { id, paymentMethod }: Places<{ id: string; paymentMethod: PaymentMethod }>) =>
  db.update(orders).set({ paymentMethod }).where(eq(orders.id, id)),
);

/** Keeps how an order was paid. */
export async function updatePaymentMethod(db: Db, id: string, paymentMethod: PaymentMethod): Promise<void> {
  await writePaymentMethod(db, { id, paymentMethod });
}

export const findById = (db: Db, id: string) => firstRow(db.select().from(orders).where(eq(orders.id, id)));
export const findByNumber = (db: Db, orderNumber: string) =>
  firstRow(db.select().from(orders).where(eq(orders.orderNumber, orderNumber)));

const { id: _itemId, orderId: itemOrder, ...itemColumns } = getTableColumns(orderItems);
const { id: _eventId, orderId: eventOrder, ...eventColumns } = getTableColumns(orderEvents);
/** The lines of an order, as a column of a statement on orders. */
export const items = jsonRows(itemColumns, {
  from: sql`${orderItems} where ${itemOrder} = ${orders}.id`,
  order: sql`${orderItems.productId}`,
});
const events = jsonRows(eventColumns, {
  from: sql`${orderEvents} where ${eventOrder} = ${orders}.id`,
  order: sql`${orderEvents.at}`,
});

/** An order with its lines by product and its events by time, as columns of a statement on orders; `viewOf` reads the row. */
export const viewColumns = { order: orders, items, events };
type ViewRow = { order: OrderRow } & Pick<OrderView, 'items' | 'events'>;
export const viewOf = ({ order, ...details }: ViewRow): OrderView => ({ ...order, ...details });

/** Orders as `viewOf` gives them, the newest first. */
const views = (db: Db, where: SQL | undefined) =>
  db.select(viewColumns).from(orders).where(where).orderBy(descending(orders.placedAt), descending(orders.id));

export async function listViews(db: Db, where: SQL | undefined, limit: number): Promise<OrderView[]> {
  return (await views(db, where).limit(limit)).map(viewOf);
}

const viewByIntent = constant((db, { intentId }: Places<{ intentId: string }>) =>
  views(db, eq(orders.paymentIntentId, intentId)).limit(1),
);

/** The one order that an intent paid, or null. */
export async function findViewOfIntent(db: Db, intentId: string): Promise<OrderView | null> {
  return (await viewByIntent(db, { intentId })).map(viewOf)[0] ?? null;
}

type NewDetails = {
  items: readonly NewOrderItem[];
  events: readonly { type: string; message: string; status: OrderRow['status'] }[];
};

/** What is inserted of an order's details: the columns, and the rows that a JSON text has of them. */
function rowsIn(json: SQL, orderId: SQL, columns: Record<string, PgColumn>): SQL {
  const named = Object.entries(columns);
  const names = named.map(([, { name }]) => sql.identifier(name));
  const fields = named.map(([key, column]) => sql.raw(`"${key}" ${column.getSQLType()}`));
  return sql`(order_id, ${sql.join(names, sql`, `)}) select ${orderId}::uuid, given.*
    from jsonb_to_recordset(${json}::jsonb) as given (${sql.join(fields, sql`, `)})`;
}

const writeOrder = constant((db, order: Places<NewOrder & { id: string }>) =>
  db
    .insert(orders)
    .values(order)
    .returning({ ...getTableColumns(orders), isQuestioned, now: sql`now()`.mapWith(orders.placedAt) }),
);

/** Not in the statement of the order: its triggers, which keep the sums, would both count the lines. */
const writeDetails = constant((db, given: Places<{ orderId: string; lines: string; firstEvents: string }>) => {
  const { orderId, lines, firstEvents } = given;
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
});

/** Stores an order with its lines and first events, and gives it as `listViews` would. */
export async function insertOrder(
  db: Db,
  { items: given, events: first, ...order }: NewOrder & NewDetails,
): Promise<{ row: OrderRow; view: OrderView; isQuestioned: boolean }> {
  const lines = given.map(({ id: _id, ...line }) => ({ ...line, restockedQuantity: line.restockedQuantity ?? 0 }));
  const stored = await storedRow(writeOrder(db, { id: crypto.randomUUID(), ...order }));
  const details = { lines: JSON.stringify(lines), firstEvents: JSON.stringify(first) };
  await writeDetails(deferred(db), { orderId: stored.id, ...details });
  const { isQuestioned: isAsked, now, ...row } = stored;
  const items = lines.toSorted((a, b) => (a.productId < b.productId ? -1 : 1));
  const events = first.map((event) => ({ ...event, location: null, at: now }));
  return { row, view: { ...row, items, events }, isQuestioned: isAsked };
}

/** Whether an intent paid an order or a checkout became one, as a column of a statement that joins tables. */
export const isOrdered = (intentId: string | SQL, checkoutId: string | SQL) =>
  sql<boolean>`exists (select 1 from ${orders} where ${or(eq(orders.paymentIntentId, intentId), eq(orders.checkoutId, checkoutId))})`;

/** The orders of an account, by its id, or of a guest, by the e-mail. */
export const placedBy = (customer: string) =>
  isUuid(customer) ? eq(orders.customerId, customer) : and(isNull(orders.customerId), eq(orders.email, customer));

/** Whether an order that was paid, by this account or this e-mail, holds the product. */
export function existsPaid(
  db: Db,
  productId: string,
  buyer: { customerId: string; email: string | null },
): Promise<boolean> {
  const byAccount = eq(orders.customerId, buyer.customerId);
  const isBuyers = buyer.email === null ? byAccount : or(byAccount, eq(orders.email, buyer.email));
  const isPaid = inArray(orders.paymentStatus, ['paid', 'partially_refunded']);
  const ofOrder = eq(orderItems.orderId, orders.id);
  const isMeant = and(isBuyers, isPaid, eq(orderItems.productId, productId));
  return hasRow(db.select({ id: orders.id }).from(orders).innerJoin(orderItems, ofOrder).where(isMeant).limit(1));
}

/** The order that an intent paid, held for the transaction. */
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

/** Gives orders that nobody's account holds, by this e-mail, to an account; says how many. */
export async function updateGuestOrders(db: Db, email: string, customerId: string): Promise<number> {
  const isGuests = and(isNull(orders.customerId), eq(orders.email, email));
  return (await db.update(orders).set({ customerId }).where(isGuests).returning({ id: orders.id })).length;
}

/** Notes units of a line as back in stock, unless that would be more than were sold; says whether it did. */
export function takeRestock(db: Db, itemId: string, quantity: number): Promise<boolean> {
  const restockedQuantity = sql`${orderItems.restockedQuantity} + ${quantity}`;
  const isSold = sql`${orderItems.id} = ${itemId} and ${restockedQuantity} <= ${orderItems.quantity}`;
  return hasRow(db.update(orderItems).set({ restockedQuantity }).where(isSold).returning());
}

/** Notes that all units of an order are out of stock. */
export async function updateToTaken(db: Db, orderId: string): Promise<void> {
  await db.update(orders).set({ stockTaken: true }).where(eq(orders.id, orderId));
  await db.update(orderItems).set({ restockedQuantity: 0 }).where(eq(orderItems.orderId, orderId));
}

/** Delivered orders whose return window closed before `limit` and that have no open return, the oldest first. */
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

/** Paid orders after `from` and up to `until`, newest first; without those that wait for a person or were paid in the sandbox. */
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
