import { and, eq, inArray, sql, type SQL } from 'drizzle-orm';

import type { Db } from '#platform/db/database.server.ts';
import { preparedStatement, type Placeholders } from '#platform/db/prepared-statement.server.ts';

import { type CheckoutRow, type CheckoutState, isLiveOf } from './find-checkout.queries.server.ts';
import { checkouts, isActiveCheckout } from './tables.server.ts';

/**
 * Records the quote version with which the current attempt creates its intent, unless already
 * recorded. Null if the checkout has ended.
 */
export async function startIntentAttempt(db: Db, id: string): Promise<CheckoutRow | null> {
  const rows = await db
    .update(checkouts)
    .set({ intentBaseVersion: sql`coalesce(${checkouts.intentBaseVersion}, ${checkouts.quoteVersion})` })
    .where(and(eq(checkouts.id, id), isActiveCheckout(checkouts.state)))
    .returning();
  return rows[0] ?? null;
}

/** `leaseId`: the lease to release with it. */
type CreatedIntent = { attempt: number; intentId: string; clientSecret: string; leaseId?: string | undefined };

const released = (leaseId: SQL<string | undefined>) => ({
  leaseUntil: sql`case when ${checkouts.leaseId} = ${leaseId}::uuid then null else ${checkouts.leaseUntil} end`,
  leaseId: sql`nullif(${checkouts.leaseId}, ${leaseId}::uuid)`,
});

const updateIntent = preparedStatement(
  (db, { id, attempt, intentId, clientSecret, leaseId }: Placeholders<CreatedIntent & { id: string }>) => {
    const isOpenFor = sql`(${checkouts.paymentIntentId} is null or ${checkouts.paymentIntentId} = ${intentId})`;
    return db
      .update(checkouts)
      .set({ paymentIntentId: intentId, clientSecret, ...(leaseId && released(leaseId)) })
      .where(and(eq(checkouts.id, id), isActiveCheckout(checkouts.state), eq(checkouts.attempt, attempt), isOpenFor))
      .returning();
  },
);

/**
 * Stores the intent of an attempt on a live checkout. Null if the checkout has another intent or
 * attempt, or has ended.
 */
export async function attachIntent(db: Db, id: string, created: CreatedIntent): Promise<CheckoutRow | null> {
  return (await updateIntent(db, { id, ...created }))[0] ?? null;
}

type Values = { [Name in keyof typeof checkouts.$inferInsert]?: (typeof checkouts.$inferInsert)[Name] | SQL };

type Changed = { id: string; states?: readonly CheckoutState[] };

/** Updates a checkout. With `states`, only while it is in one of them. */
export async function updateCheckout(db: Db, { id, states }: Changed, values: Values): Promise<void> {
  await db
    .update(checkouts)
    .set(values)
    .where(and(eq(checkouts.id, id), states && inArray(checkouts.state, states)));
}

/** Assigns the live checkout of a cart to a customer, or to a guest if null. Locks it. */
export async function updateCheckoutCustomer(db: Db, cartId: string, customerId: string | null): Promise<void> {
  await db.update(checkouts).set({ customerId }).where(isLiveOf(cartId));
}
