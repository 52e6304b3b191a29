import { and, eq, getTableColumns, sql } from 'drizzle-orm';

import { emptyCart } from '#modules/cart/cart.server.ts';
import { isOrdered, paymentLock } from '#modules/orders/orders.server.ts';
import { recordedEvent, type EventNote } from '#modules/payments/payments.server.ts';
import { constant, type Places } from '#platform/db/constant.server.ts';
import type { Db } from '#platform/db/database.server.ts';

import {
  ofVersion,
  one,
  updateCheckout,
  versionColumns,
  type CheckoutRow,
  type StoredVersion,
} from './checkout.queries.server.ts';
import { checkouts, checkoutQuotes, reservations, unpaidStates } from './tables.server.ts';

type Lost = Pick<CheckoutRow, 'id' | 'orderNumber' | 'quoteVersion'> & { paymentIntentId: string };

/** Stores a checkout again of which only the payment is known, unless another has its number. */
export async function insertLost(db: Db, lost: Lost): Promise<void> {
  const values = { ...lost, cartId: crypto.randomUUID(), visitorIp: '', state: 'awaiting_payment' as const };
  await db
    .insert(checkouts)
    .values({ ...values, expiresAt: sql`now()` })
    .onConflictDoNothing();
}

/** An event that the provider sends; `checkoutId` that of the checkout that is to be locked for it. */
type NotedEvent = EventNote & { checkoutId: string | null };

const noteAndLock = constant((db, { checkoutId, ...event }: Places<NotedEvent>) => {
  const noted = db.$with('noted').as(recordedEvent(db, event));
  const isNew = sql`exists (select from ${noted})`;
  const locked = db.$with('locked').as(
    db
      .select(getTableColumns(checkouts))
      .from(checkouts)
      .where(and(eq(checkouts.id, checkoutId), isNew))
      .for('update'),
  );
  return db
    .with(noted, locked)
    .select()
    .from(noted)
    .leftJoin(locked, sql`true`);
});

/** Notes an event in the transaction of its effect, and locks its checkout; null when it was noted before. */
export async function takeEvent(db: Db, event: NotedEvent): Promise<{ locked: CheckoutRow | null } | null> {
  const [noted] = await noteAndLock(db, event);
  return noted === undefined ? null : { locked: noted.locked };
}

const selectPaid = constant(
  (db, { checkoutId, intentId, version }: Places<{ checkoutId: string; intentId: string; version: number }>) =>
    db
      .select({ ...versionColumns, isOrdered: isOrdered(intentId, checkoutId), locked: paymentLock(intentId) })
      .from(checkouts)
      .leftJoin(checkoutQuotes, ofVersion(version))
      .where(eq(checkouts.id, checkoutId)),
);

export type PaidVersion = StoredVersion & { isOrdered: boolean };

/**
 * The version that an intent paid, as `findVersion` gives it, and whether the intent or the checkout has its order; null where there is
 * no such checkout. Locks the payment.
 */
export async function findPaid(
  db: Db,
  checkoutId: string,
  intent: { id: string; quoteVersion: number | null },
): Promise<PaidVersion | null> {
  const [paid = null] = await selectPaid(db, { checkoutId, intentId: intent.id, version: intent.quoteVersion ?? 0 });
  return paid;
}

/** Completes a checkout whose order is placed: its reservations end, and its cart is emptied. */
const completeCheckout = constant((db, { id, cartId }: Places<Pick<CheckoutRow, 'id' | 'cartId'>>) => {
  const sold = db.$with('sold').as(db.delete(reservations).where(eq(reservations.checkoutId, id)).returning({ one }));
  const emptied = db.$with('emptied').as(emptyCart(db, cartId).returning({ one }));
  return db
    .with(sold, emptied)
    .update(checkouts)
    .set({ state: 'completed', leaseUntil: null })
    .where(eq(checkouts.id, id));
});

export async function updateToCompleted(db: Db, { id, cartId }: Pick<CheckoutRow, 'id' | 'cartId'>): Promise<void> {
  await completeCheckout(db, { id, cartId });
}

/** Records that the provider processes the payment, which is read again at once; a checkout that has ended meanwhile stays ended. */
export const updateToProcessing = (db: Db, id: string) =>
  updateCheckout(db, { id, states: unpaidStates }, { state: 'payment_processing', checks: 0, nextCheckAt: sql`now()` });

/** Notes that the provider waits for the customer again, because the payment was declined. */
export const updateToAwaiting = (db: Db, id: string) =>
  updateCheckout(
    db,
    { id, states: ['payment_processing'] },
    { state: 'awaiting_payment', checks: 0, nextCheckAt: sql`now()` },
  );
