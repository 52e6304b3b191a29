import { and, eq, getTableColumns, sql } from 'drizzle-orm';

import { emptyCart } from '#modules/cart/cart.queries.server.ts';
import { isOrdered, paymentLock } from '#modules/orders/orders.queries.server.ts';
import { recordStripeEvent, type RecordedEvent } from '#modules/payments/payments.queries.server.ts';
import { preparedStatement, type Placeholders } from '#platform/db/prepared-statement.server.ts';
import type { Db } from '#platform/db/database.server.ts';

import type { CheckoutRow } from './find-checkout.queries.server.ts';
import { ofVersion, dummyColumn, versionColumns, type StoredVersion } from './quote.queries.server.ts';
import { updateCheckout } from './update-checkout.queries.server.ts';
import { checkoutQuotes, checkouts, reservations, unpaidStates } from './tables.server.ts';

// From a payment or an event of the provider to the checkout's next state and its order.

type Lost = Pick<CheckoutRow, 'id' | 'orderNumber' | 'quoteVersion'> & { paymentIntentId: string };

/** Restores a checkout of which only the payment is known, unless its order number is taken. */
export async function rebuildCheckout(db: Db, lost: Lost): Promise<void> {
  const values = { ...lost, cartId: crypto.randomUUID(), visitorIp: '', state: 'awaiting_payment' as const };
  await db
    .insert(checkouts)
    .values({ ...values, expiresAt: sql`now()` })
    .onConflictDoNothing();
}

/** An event from the provider. `checkoutId` is the checkout to lock for it, or null. */
type ReceivedEvent = RecordedEvent & { checkoutId: string | null };

const recordAndLock = preparedStatement((db, { checkoutId, ...event }: Placeholders<ReceivedEvent>) => {
  const recorded = db.$with('recorded').as(recordStripeEvent(db, event));
  const isNew = sql`exists (select from ${recorded})`;
  const locked = db.$with('locked').as(
    db
      .select(getTableColumns(checkouts))
      .from(checkouts)
      .where(and(eq(checkouts.id, checkoutId), isNew))
      .for('update'),
  );
  return db
    .with(recorded, locked)
    .select()
    .from(recorded)
    .leftJoin(locked, sql`true`);
});

/**
 * Records an event in the transaction of its effect and locks its checkout. Null if it was recorded
 * before.
 */
export async function recordEventOnce(db: Db, event: ReceivedEvent): Promise<{ locked: CheckoutRow | null } | null> {
  const [recorded] = await recordAndLock(db, event);
  return recorded === undefined ? null : { locked: recorded.locked };
}

const selectPaid = preparedStatement(
  (db, { checkoutId, intentId, version }: Placeholders<{ checkoutId: string; intentId: string; version: number }>) =>
    db
      .select({ ...versionColumns, isOrdered: isOrdered(intentId, checkoutId), locked: paymentLock(intentId) })
      .from(checkouts)
      .leftJoin(checkoutQuotes, ofVersion(version))
      .where(eq(checkouts.id, checkoutId)),
);

export type PaidVersion = StoredVersion & { isOrdered: boolean };

/**
 * Returns the version that an intent paid, as `findQuoteVersion` does. `isOrdered` is true if the
 * intent or the checkout already has its order. Null if there is no such checkout. Locks the
 * payment.
 */
export async function findPaid(
  db: Db,
  checkoutId: string,
  intent: { id: string; quoteVersion: number | null },
): Promise<PaidVersion | null> {
  const [paid = null] = await selectPaid(db, { checkoutId, intentId: intent.id, version: intent.quoteVersion ?? 0 });
  return paid;
}

/** Completes a checkout whose order is placed. Deletes its reservations and empties its cart. */
const completeCheckout = preparedStatement((db, { id, cartId }: Placeholders<Pick<CheckoutRow, 'id' | 'cartId'>>) => {
  const sold = db
    .$with('sold')
    .as(db.delete(reservations).where(eq(reservations.checkoutId, id)).returning({ one: dummyColumn }));
  const emptied = db.$with('emptied').as(emptyCart(db, cartId).returning({ one: dummyColumn }));
  return db
    .with(sold, emptied)
    .update(checkouts)
    .set({ state: 'completed', leaseUntil: null, leaseId: null })
    .where(eq(checkouts.id, id));
});

export async function markCompleted(db: Db, { id, cartId }: Pick<CheckoutRow, 'id' | 'cartId'>): Promise<void> {
  await completeCheckout(db, { id, cartId });
}

/**
 * Records that the provider processes the payment and schedules a read within 30 s, but not before
 * the claim of a check that is under way ends. A checkout that has ended meanwhile stays ended.
 */
export const markProcessing = (db: Db, id: string) =>
  updateCheckout(
    db,
    { id, states: unpaidStates },
    {
      state: 'payment_processing',
      checks: 0,
      nextProviderCheckAt: sql`case when ${checkouts.nextProviderCheckAt} > now() then least(${checkouts.nextProviderCheckAt}, now() + interval '30 seconds') else now() end`,
    },
  );

/** Records that the provider waits for the customer again, because the payment was declined. */
export const markAwaitingPayment = (db: Db, id: string) =>
  updateCheckout(
    db,
    { id, states: ['payment_processing'] },
    { state: 'awaiting_payment', checks: 0, nextProviderCheckAt: sql`now()` },
  );
