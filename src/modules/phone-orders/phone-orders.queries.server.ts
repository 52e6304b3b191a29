import { and, desc, eq, getTableColumns, isNotNull, sql, type SQL } from 'drizzle-orm';

import {
  cartOfCheckout,
  isCartBeingPaid,
  isCartReserved,
  orderNumberOfCart,
} from '#modules/checkout/find-checkout.queries.server.ts';
import { updateBefore } from '#platform/db/batched-writes.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import { listPage, type ListOrder, type ListPage } from '#platform/db/list-page.server.ts';
import { firstRow } from '#platform/db/rows.server.ts';
import { matchesAllWords } from '#platform/db/word-search.server.ts';

import type { PhoneOrderState } from './phone-order.ts';
import { phoneOrders } from './tables.server.ts';

// Qualified by hand: Drizzle leaves out the table in columns of a statement with one table.
const cartId = sql`${phoneOrders}.cart_id`;
const orderNumber = orderNumberOfCart(cartId);

const state = sql<PhoneOrderState>`case
  when ${orderNumber} is not null then 'paid'
  when ${isCartBeingPaid(cartId)} then 'being_paid'
  when ${phoneOrders}.withdrawn_at is not null then 'withdrawn'
  when ${phoneOrders}.expires_at <= now() then 'expired'
  when ${phoneOrders}.opened_at is not null then 'opened'
  else 'waiting' end`;

const isPayable = sql`${state} in ('waiting', 'opened')`;

/** Columns of a phone order, its state, its order, and whether a checkout holds its units. */
const columns = { ...getTableColumns(phoneOrders), state, orderNumber, isReserved: isCartReserved(cartId) };

const selectWhere = (db: Db, which: SQL) => db.select(columns).from(phoneOrders).where(which).limit(1);

export type PhoneOrder = Awaited<ReturnType<typeof selectWhere>>[number];

export const findPhoneOrder = (db: Db, id: string): Promise<PhoneOrder | null> =>
  firstRow(selectWhere(db, eq(phoneOrders.id, id)));

export const findPhoneOrderOfCart = (db: Db, cart: string): Promise<PhoneOrder | null> =>
  firstRow(selectWhere(db, eq(phoneOrders.cartId, cart)));

/** Returns the admin who took the phone order that a checkout paid, or null. */
export async function findTakenBy(db: Db, checkoutId: string): Promise<string | null> {
  const { createdBy } = phoneOrders;
  const found = db
    .select({ createdBy })
    .from(phoneOrders)
    .where(eq(phoneOrders.cartId, cartOfCheckout(checkoutId)));
  return (await firstRow(found))?.createdBy ?? null;
}

const listOrder: ListOrder = {
  sorts: { taken: phoneOrders.createdAt, email: phoneOrders.email },
  tie: [phoneOrders.createdAt, phoneOrders.id],
  first: '-taken',
  indexed: 'desc',
};

/** Lists phone orders, newest first by default. */
export function listPhoneOrders(db: Db, { q, page }: { q: string; page: ListPage }) {
  const name = (part: 'firstName' | 'lastName') => sql`(${phoneOrders.customer} ->> ${part}::text)`;
  return listPage(listOrder, page, ({ beyond, orderBy, position, limit }) =>
    db
      .select({ ...columns, position })
      .from(phoneOrders)
      .where(and(matchesAllWords([phoneOrders.email, name('firstName'), name('lastName')], q), beyond))
      .orderBy(...orderBy)
      .limit(limit),
  );
}

type NewPhoneOrder = typeof phoneOrders.$inferInsert;

/** Stores a phone order. Null if one with its id was stored before. */
export const insertPhoneOrder = (tx: Db, order: NewPhoneOrder) =>
  firstRow(tx.insert(phoneOrders).values(order).onConflictDoNothing().returning());

type Values = { [Name in keyof NewPhoneOrder]?: NewPhoneOrder[Name] | SQL };

/** Changes a phone order while it can be paid. Null if it cannot. Locks it. */
const takeChange = (tx: Db, id: string, { values, condition }: { values: Values; condition?: SQL }) =>
  firstRow(
    tx
      .update(phoneOrders)
      .set(values)
      .where(and(eq(phoneOrders.id, id), isPayable, condition))
      .returning(),
  );

/** Records the first opening of the link. Null if it cannot be opened. */
export const recordFirstOpening = (tx: Db, id: string) =>
  takeChange(tx, id, { values: { openedAt: sql`coalesce(${phoneOrders.openedAt}, now())` } });

/** Withdraws the link. Null if it has ended or is being paid. */
export const withdrawLink = (tx: Db, id: string) => takeChange(tx, id, { values: { withdrawnAt: sql`now()` } });

/** Counts one more mail of the link. Null if it has ended, or was mailed since `sent` was read. */
export const recordLinkSent = (tx: Db, id: string, sent: number) =>
  takeChange(tx, id, { values: { sent: sent + 1, sentAt: sql`now()` }, condition: eq(phoneOrders.sent, sent) });

/** Lists the phone orders of an email address for the download of its data. */
export function listPhoneOrdersOf(db: Db, email: string) {
  const { createdAt, customer, shippingAddress, items, expiresAt, openedAt, withdrawnAt } = phoneOrders;
  return db
    .select({ createdAt, email: phoneOrders.email, customer, shippingAddress, items, expiresAt, openedAt, withdrawnAt })
    .from(phoneOrders)
    .where(eq(phoneOrders.email, email))
    .orderBy(desc(createdAt));
}

const erased = { email: null, customer: null, shippingAddress: null };

/** Erases a customer from their phone orders and withdraws them. Returns the carts. */
export function eraseContactOf(tx: Db, email: string): Promise<{ cartId: string }[]> {
  return tx
    .update(phoneOrders)
    .set({ ...erased, withdrawnAt: sql`coalesce(${phoneOrders.withdrawnAt}, now())` })
    .where(eq(phoneOrders.email, email))
    .returning({ cartId: phoneOrders.cartId });
}

export async function updateTakenBy(tx: Db, email: string, alias: string): Promise<void> {
  await tx.update(phoneOrders).set({ createdBy: alias }).where(eq(phoneOrders.createdBy, email));
}

/** Erases the contact of phone orders whose link ended before a time. */
export const eraseContactBefore = (db: Db, before: Date) =>
  updateBefore(
    db,
    { table: phoneOrders, at: phoneOrders.expiresAt, before, which: isNotNull(phoneOrders.email) },
    (isInStretch) => db.update(phoneOrders).set(erased).where(isInStretch),
  );
