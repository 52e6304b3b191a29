import { and, asc, eq, getTableColumns, inArray, isNull, notExists, or, sql, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';

import { confirmedEmailOf } from '#modules/accounts/accounts.queries.server.ts';
import type { PaymentMethod } from '#modules/payments/payment-method.ts';
import { preparedStatement, type Placeholders } from '#platform/db/prepared-statement.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import { descending } from '#platform/db/planner.server.ts';
import { jsonRows, firstRow, hasRow, insertedRow } from '#platform/db/rows.server.ts';
import { defer } from '#platform/db/transaction.server.ts';
import type { SignedInUser } from '#platform/http/visitor.server.ts';
import { isUuid } from '#shared/uuid.ts';

import { forgetSalesDays } from './forget-sales-days.queries.server.ts';
import { hasInvoice } from './invoice-figures.ts';
import { eraseDocumentContact } from './issued-documents.queries.server.ts';
import { invoiceInsert } from './order-documents.queries.server.ts';
import type { OrderView } from './order-record.ts';
import { openReturns } from './returns.ts';
import type { Shipment } from './shipment.ts';
import {
  disputes,
  orderEvents,
  orderItems,
  orderPackages,
  orderReturns,
  orders,
  pendingOrderErasures,
  refunds,
  returnWindowEnd,
} from './tables.server.ts';

export type OrderRow = typeof orders.$inferSelect;
export type NewOrder = typeof orders.$inferInsert;
export type OrderItemRow = typeof orderItems.$inferSelect;
export type NewOrderItem = Omit<typeof orderItems.$inferInsert, 'orderId'>;
export type NewOrderEvent = typeof orderEvents.$inferInsert;

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

const { id: packageId, carrierName: packageCarrier, trackingNumber: packageNumber } = orderPackages;
/** Packages of an order beside its first, as a column of a statement on orders. */
export const packages = jsonRows(
  { id: packageId, carrierName: packageCarrier, trackingNumber: packageNumber },
  {
    from: sql`${orderPackages} where ${orderPackages.orderId} = ${orders}.id`,
    order: sql`${orderPackages.addedAt}, ${packageId}`,
  },
);

/**
 * Columns of an order with its packages, its lines by product and its events by time, for a
 * statement on orders. `viewOf` maps the row.
 */
export const viewColumns = { order: orders, packages, items, events };
type ViewRow = { order: OrderRow } & Pick<OrderView, 'packages' | 'items' | 'events'>;
export const viewOf = ({ order, ...details }: ViewRow): OrderView => ({ ...order, ...details });

/** Query for orders that `viewOf` maps, newest first. */
const views = (db: Db, where: SQL | undefined) =>
  db.select(viewColumns).from(orders).where(where).orderBy(descending(orders.placedAt), descending(orders.id));

async function listViews(db: Db, where: SQL | undefined, limit: number): Promise<OrderView[]> {
  return (await views(db, where).limit(limit)).map(viewOf);
}

async function findView(db: Db, where: SQL | undefined): Promise<OrderView | null> {
  return (await listViews(db, where, 1))[0] ?? null;
}

/** Returns the order with this id, or null. */
export const findOrder = (db: Db, id: string) => findView(db, eq(orders.id, id));

/**
 * Returns an order that must exist, because the caller's transaction holds it. Throws if it does
 * not.
 */
export async function loadOrder(db: Db, id: string): Promise<OrderView> {
  const found = await findOrder(db, id);
  if (found === null) throw new Error(`the order ${id} is not stored`);
  return found;
}

/** Returns the order with this number, or null. */
export const findOrderByNumber = (db: Db, orderNumber: string) => findView(db, eq(orders.orderNumber, orderNumber));

/** Returns the orders with these ids, newest first. */
export const listOrdersById = (db: Db, ids: readonly string[]) =>
  listViews(db, inArray(orders.id, [...ids]), ids.length);

/** Returns the orders with these numbers, newest first. */
export const listOrdersByNumber = (db: Db, orderNumbers: readonly string[]) =>
  listViews(db, inArray(orders.orderNumber, [...orderNumbers]), orderNumbers.length);

/**
 * Returns the order with this number if the email is its customer's. Both must be in the stored
 * spelling.
 */
export const findOrderForTracking = (db: Db, orderNumber: string, email: string) =>
  findView(db, and(eq(orders.orderNumber, orderNumber), eq(orders.email, email)));

/** Returns the only order of a checkout, or null until it is placed. */
export const findOrderOfCheckout = (db: Db, checkoutId: string) => findView(db, eq(orders.checkoutId, checkoutId));

const viewByIntent = preparedStatement((db, { intentId }: Placeholders<{ intentId: string }>) =>
  views(db, eq(orders.paymentIntentId, intentId)).limit(1),
);

/** Returns the only order that an intent paid, or null. */
export async function findOrderOfIntent(db: Db, intentId: string): Promise<OrderView | null> {
  return (await viewByIntent(db, { intentId })).map(viewOf)[0] ?? null;
}

/**
 * Returns the join arguments for the order of a checkout, whose id is in a column. `viewColumns`
 * are the columns to select.
 */
export const joinOrderOfCheckout = (checkoutId: PgColumn) => [orders, eq(orders.checkoutId, checkoutId)] as const;

/**
 * True when an intent paid an order or a checkout became one. Column of a statement that joins
 * tables.
 */
export const isOrdered = (intentId: string | SQL, checkoutId: string | SQL) =>
  sql<boolean>`exists (select 1 from ${orders} where ${or(eq(orders.paymentIntentId, intentId), eq(orders.checkoutId, checkoutId))})`;

export type Buyer = Pick<SignedInUser, 'id' | 'email' | 'emailVerified'>;

/**
 * Condition for a customer's orders: those of the account, and guest orders with the same email
 * once it is verified.
 */
function ownedBy({ id, email, emailVerified }: Buyer) {
  const byAccount = eq(orders.customerId, id);
  if (!emailVerified || email === '') return byAccount;
  return or(byAccount, and(isNull(orders.customerId), eq(orders.email, email.toLowerCase())));
}

/** Returns the newest `limit` orders of a customer, newest first. */
export function listOrdersOfCustomer(db: Db, customer: Buyer, limit: number): Promise<OrderView[]> {
  return listViews(db, ownedBy(customer), limit);
}

/** Returns the order with this number (stored spelling) if it is this customer's, else null. */
export function findCustomerOrder(db: Db, customer: Buyer, orderNumber: string): Promise<OrderView | null> {
  return findView(db, and(eq(orders.orderNumber, orderNumber), ownedBy(customer)));
}

/**
 * Condition for the orders of an account, by its id, or of a guest, by the email. Guest orders with
 * the confirmed email of an account are the account's.
 */
export function placedBy(customer: string): SQL | undefined {
  if (!isUuid(customer)) return and(isNull(orders.customerId), eq(orders.email, customer));
  const isGuests = and(isNull(orders.customerId), sql`${orders.email} = ${confirmedEmailOf(customer)}`);
  return or(eq(orders.customerId, customer), isGuests);
}

/**
 * Returns summaries of the newest `limit` orders, newest first. `customer` is the id of an account
 * or the email of a guest.
 */
export function listNewestOrders(db: Db, customer: string, limit: number) {
  const { id, orderNumber, placedAt, totalCents, status, paymentStatus, shippingAddress } = orders;
  const phone = sql<string>`coalesce(${orders.customer} ->> 'phone', '')`;
  return db
    .select({ id, orderNumber, placedAt, totalCents, status, paymentStatus, shippingAddress, phone })
    .from(orders)
    .where(placedBy(customer))
    .orderBy(descending(placedAt))
    .limit(limit);
}

/** Assigns guest orders with this email to an account. Returns their number. */
export async function updateGuestOrders(db: Db, email: string, customerId: string): Promise<number> {
  const isGuests = and(isNull(orders.customerId), eq(orders.email, email));
  return (await db.update(orders).set({ customerId }).where(isGuests).returning({ id: orders.id })).length;
}

export const findOrderRow = (db: Db, id: string) => firstRow(db.select().from(orders).where(eq(orders.id, id)));
export const findOrderRowByNumber = (db: Db, orderNumber: string) =>
  firstRow(db.select().from(orders).where(eq(orders.orderNumber, orderNumber)));

/** Returns the emails of orders. */
export function listOrderEmails(db: Db, ids: readonly string[]): Promise<Pick<OrderRow, 'id' | 'email'>[]> {
  return db
    .select({ id: orders.id, email: orders.email })
    .from(orders)
    .where(inArray(orders.id, [...ids]));
}

export function listItems(db: Db, orderId: string): Promise<OrderItemRow[]> {
  return db.select().from(orderItems).where(eq(orderItems.orderId, orderId)).orderBy(asc(orderItems.productId));
}

/**
 * Returns delivered orders without an open return whose return window is closed `now` or closes
 * today. The window that closed first comes first.
 */
export function listToComplete(db: Db, now: Date, count: number): Promise<Pick<OrderRow, 'id' | 'orderNumber'>[]> {
  const hasOpenReturn = db
    .select()
    .from(orderReturns)
    .where(and(eq(orderReturns.orderId, orders.id), inArray(orderReturns.status, openReturns)));
  const isWindowClosed = sql`${returnWindowEnd(orders)} <= ${sql.param(now, orders.deliveredAt)}::timestamptz at time zone 'UTC'`;
  return db
    .select({ id: orders.id, orderNumber: orders.orderNumber })
    .from(orders)
    .where(and(eq(orders.status, 'delivered'), isWindowClosed, notExists(hasOpenReturn)))
    .orderBy(returnWindowEnd(orders))
    .limit(count);
}

type NewDetails = {
  items: readonly NewOrderItem[];
  events: readonly { type: string; message: string; status: OrderRow['status'] }[];
};

/** True when a refund or dispute of this order's payment was stored before the order was placed. */
const hasRefundOrDispute = sql<boolean>`(
  exists (select 1 from ${refunds} where payment_intent_id = ${orders}.payment_intent_id)
  or exists (select 1 from ${disputes} where payment_intent_id = ${orders}.payment_intent_id))`;

const writeOrder = preparedStatement((db, order: Placeholders<NewOrder & { id: string }>) =>
  db
    .insert(orders)
    .values(order)
    .returning({ ...getTableColumns(orders), hasRefundOrDispute, now: sql`now()`.mapWith(orders.placedAt) }),
);

/** Insert clause for details of an order: the columns, and their rows from a JSON text. */
function rowsIn(json: SQL, orderId: SQL, columns: Record<string, PgColumn>): SQL {
  const named = Object.entries(columns);
  const names = named.map(([, { name }]) => sql.identifier(name));
  const fields = named.map(([key, column]) => sql.raw(`"${key}" ${column.getSQLType()}`));
  return sql`(order_id, ${sql.join(names, sql`, `)}) select ${orderId}::uuid, input.*
    from jsonb_to_recordset(${json}::jsonb) as input (${sql.join(fields, sql`, `)})`;
}

type DetailParams = { orderId: string; lines: string; firstEvents: string; invoiceMode: string | null };

/**
 * Inserts the lines and first events of an order, and its invoice if its mode has a series.
 */
const writeDetails = preparedStatement((db, params: Placeholders<DetailParams>) => {
  const { orderId, lines, firstEvents, invoiceMode } = params;
  const { type, message, status } = eventColumns;
  const withLines = db
    .$with('stored_lines', {})
    .as(sql`insert into ${orderItems} ${rowsIn(lines, orderId, itemColumns)}`);
  const withEvents = db
    .$with('stored_events', {})
    .as(sql`insert into ${orderEvents} ${rowsIn(firstEvents, orderId, { type, message, status })}`);
  const withInvoice = db.$with('stored_invoice', {}).as(invoiceInsert(orderId, invoiceMode));
  return db
    .with(withLines, withEvents, withInvoice)
    .select({})
    .from(sql`(select) as nothing`);
});

/** Age, in milliseconds, of an order that is stored late, such as a sample. */
const lateMs = 12 * 3_600_000;

/** Stores an order with its lines and first events. Returns it as `findOrder` would. */
export async function insertOrder(
  db: Db,
  { items: newLines, events: first, ...order }: NewOrder & NewDetails,
): Promise<{ row: OrderRow; view: OrderView; hasRefundOrDispute: boolean }> {
  const lines = newLines.map(({ id: _id, ...line }) => ({ ...line, restockedQuantity: line.restockedQuantity ?? 0 }));
  const stored = await insertedRow(writeOrder(db, { id: crypto.randomUUID(), ...order }));
  const invoiceMode = hasInvoice(stored) ? stored.paymentMode : null;
  const details = { lines: JSON.stringify(lines), firstEvents: JSON.stringify(first), invoiceMode };
  await defer(db, writeDetails(db, { orderId: stored.id, ...details }));
  const { hasRefundOrDispute: isKnown, now, ...row } = stored;
  if (now.getTime() - row.placedAt.getTime() > lateMs) await forgetSalesDays(db, [row.id]);
  const sortedLines = lines.toSorted((a, b) => (a.productId < b.productId ? -1 : 1));
  const firstEvents = first.map((event) => ({ ...event, location: null, at: now }));
  return { row, view: { ...row, packages: [], items: sortedLines, events: firstEvents }, hasRefundOrDispute: isKnown };
}

export async function insertOrderEvent(db: Db, event: NewOrderEvent): Promise<void> {
  await db.insert(orderEvents).values(event);
}

/** Columns of a change. Carrier and tracking number are written by a `Shipment` alone. */
export type OrderColumns = Partial<Omit<NewOrder, 'carrierName' | 'trackingNumber'>> & {
  carrierName?: never;
  trackingNumber?: never;
};

type OrderUpdate = OrderColumns & { shipment?: Shipment | undefined };

/** Columns that the sales of a day are counted from. Every change of a return writes the second. */
const countedColumns = [
  'capturedCents',
  'returnedCents',
  'totalCents',
  'shippingCents',
  'taxCents',
  'tax',
  'paymentStatus',
  'paymentMode',
  'paymentIntentId',
  'placedAt',
  'couponDiscount',
  'shippingAddress',
  'source',
  'device',
] as const satisfies readonly (keyof OrderColumns)[];

export async function updateOrder(db: Db, id: string, { shipment, ...change }: OrderUpdate): Promise<void> {
  const { carrierName, trackingNumber } = shipment ?? {};
  if (countedColumns.some((name) => change[name] !== undefined)) await forgetSalesDays(db, [id]);
  await db
    .update(orders)
    .set({ ...change, carrierName, trackingNumber, version: sql`${orders.version} + 1`, updatedAt: sql`now()` })
    .where(eq(orders.id, id));
}

/**
 * Records units of a line as back in stock, unless that exceeds the units sold. Returns true if it
 * did.
 */
export function tryRestock(db: Db, itemId: string, quantity: number): Promise<boolean> {
  const restockedQuantity = sql`${orderItems.restockedQuantity} + ${quantity}`;
  const isSold = sql`${orderItems.id} = ${itemId} and ${restockedQuantity} <= ${orderItems.quantity}`;
  return hasRow(db.update(orderItems).set({ restockedQuantity }).where(isSold).returning());
}

/** Records that all units of an order are out of stock. */
export async function markStockDeducted(db: Db, orderId: string): Promise<void> {
  await db.update(orders).set({ stockDeducted: true }).where(eq(orders.id, orderId));
  await db.update(orderItems).set({ restockedQuantity: 0 }).where(eq(orderItems.orderId, orderId));
}

const paymentOfOrder = preparedStatement((db, { id }: Placeholders<{ id: string }>) =>
  db.select({ intentId: orders.paymentIntentId, method: orders.paymentMethod }).from(orders).where(eq(orders.id, id)),
);

/**
 * Returns payment intent and payment method of an order, as far as stored; null if there is no such
 * order.
 */
export const findPayment = (db: Db, id: string) => firstRow(paymentOfOrder(db, { id }));

type PaidBy = { id: string; paymentMethod: PaymentMethod };

const writePaymentMethod = preparedStatement((db, { id, paymentMethod }: Placeholders<PaidBy>) =>
  db.update(orders).set({ paymentMethod }).where(eq(orders.id, id)),
);

/** Stores how an order was paid. */
export async function updatePaymentMethod(db: Db, id: string, paymentMethod: PaymentMethod): Promise<void> {
  await writePaymentMethod(db, { id, paymentMethod });
}

/**
 * Locks a payment by its id alone, whether or not its order is placed. Provider updates and the
 * placing of its order then cannot miss each other. It is a column of another statement, and
 * protects those that follow it.
 */
export const paymentLock = (intentId: string | SQL) => sql`pg_advisory_xact_lock(hashtextextended(${intentId}, 11))`;

/** Locks a payment in a statement of its own. */
export async function lockPaymentName(tx: Db, intentId: string): Promise<void> {
  await tx.execute(sql`select ${paymentLock(intentId)}`);
}

/** Returns the order that an intent paid, locked for the transaction. */
export function lockByIntent(db: Db, intentId: string): Promise<OrderRow | null> {
  return firstRow(db.select().from(orders).where(eq(orders.paymentIntentId, intentId)).for('update'));
}

export function lockById(db: Db, id: string): Promise<OrderRow | null> {
  return firstRow(db.select().from(orders).where(eq(orders.id, id)).for('update'));
}

/** Detaches orders from their account. */
export async function detachFromAccount(db: Db, ids: readonly string[]): Promise<void> {
  await db
    .update(orders)
    .set({ customerId: null })
    .where(inArray(orders.id, [...ids]));
}

/** True if a guest with this email has an order. */
export const hasGuestOrder = (db: Db, email: string): Promise<boolean> =>
  hasRow(
    db
      .select({ id: orders.id })
      .from(orders)
      .where(and(eq(orders.email, email), isNull(orders.customerId)))
      .limit(1),
  );

/** Condition for the payments of an order, as a subquery of their intents. */
export const intentOf = (orderId: string) =>
  sql`select ${orders.paymentIntentId} from ${orders} where ${orders.id} = ${orderId} and ${orders.paymentIntentId} is not null`;

/**
 * Erases email, phone, delivery instructions and payment method of an order, also in its issued
 * documents, and the texts of its returns.
 */
export async function eraseContactData(db: Db, orderId: string, alias: string): Promise<void> {
  const customer = sql`jsonb_set(${orders.customer}, '{phone}', '""')`;
  await db
    .update(orders)
    .set({ email: alias, customer, deliveryInstructions: '', paymentMethod: null })
    .where(eq(orders.id, orderId));
  await db.update(orderReturns).set({ reason: '', labelUrl: null }).where(eq(orderReturns.orderId, orderId));
  await eraseDocumentContact(db, orderId);
}

/** Stores that the contact of an order is erased once the order closes. */
export async function insertToForget(db: Db, orderId: string, alias: string): Promise<void> {
  await db.insert(pendingOrderErasures).values({ orderId, alias }).onConflictDoNothing();
}

export async function deleteToForget(db: Db, orderId: string): Promise<void> {
  await db.delete(pendingOrderErasures).where(eq(pendingOrderErasures.orderId, orderId));
}

/** Returns the orders of deleted accounts whose contact is not erased yet. */
export function listToForget(db: Db) {
  const { id, orderNumber, status, paymentStatus, holdReason } = orders;
  return db
    .select({ id, orderNumber, alias: pendingOrderErasures.alias, status, paymentStatus, holdReason })
    .from(pendingOrderErasures)
    .innerJoin(orders, eq(id, pendingOrderErasures.orderId));
}
