import { and, desc, eq, gte, isNotNull, lte, ne, sql, type SQL } from 'drizzle-orm';

import { isEmptyCart } from '#modules/cart/cart.server.ts';
import type { Db } from '#platform/db/database.server.ts';

import type { CheckoutRow } from './checkout.queries.server.ts';
import { checkouts, isLive } from './tables.server.ts';

/** Seconds for which a taken check is not taken again: longer than reading one payment. */
const readSeconds = 30;
/** The same for ending a checkout: waiting for its lease and the provider's budget take 11 s at most. */
const endSeconds = 15;
const maxPauseSeconds = 3_600;
/** Pause after an ending that failed, and the one once it has failed for a minute. */
const [retrySeconds, stuckSeconds] = [5, 30];

type Selection = { which: SQL | undefined; claimedUntil: SQL; first?: SQL[] };

/** Takes the live checkout whose check has been due longest; null if there is none. Other processes skip it until `claimedUntil`. */
async function takeCheck(db: Db, { which, claimedUntil, first = [] }: Selection): Promise<CheckoutRow | null> {
  const due = db
    .select({ id: checkouts.id })
    .from(checkouts)
    .where(and(isLive(checkouts.state), lte(checkouts.nextCheckAt, sql`now()`), which))
    .orderBy(...first, checkouts.nextCheckAt)
    .limit(1)
    .for('update', { skipLocked: true });
  const [taken = null] = await db
    .update(checkouts)
    .set({ nextCheckAt: claimedUntil })
    .where(sql`${checkouts.id} in ${due}`)
    .returning();
  return taken;
}

/** A cart in which nothing is left has nothing reserved, whatever the time: however it was emptied. */
const isEmptied = isEmptyCart(checkouts.cartId);
const isOverdue = sql`${checkouts.expiresAt} < now()`;

/** Takes a live checkout whose time is up or whose cart is empty; those whose payment is being processed come last. */
export function takeOverdue(db: Db): Promise<CheckoutRow | null> {
  return takeCheck(db, {
    which: sql`(${isOverdue} or ${isEmptied})`,
    claimedUntil: sql`now() + make_interval(secs => ${endSeconds}::int)`,
    first: [sql`${checkouts.state} = 'payment_processing'`],
  });
}

/**
 * Takes a live checkout that was sent to the payment form, or to the provider's page, and is not overdue: overdue checkouts belong to
 * the sweeper alone, and no claim on a checkout outlives its time.
 */
export function takeAwaiting(db: Db): Promise<CheckoutRow | null> {
  const isPayable = sql`(${checkouts.paymentIntentId} is not null or ${checkouts.hostedSessionId} is not null)`;
  return takeCheck(db, {
    which: and(ne(checkouts.state, 'open'), isPayable, sql`not ${isOverdue}`),
    claimedUntil: sql`least(now() + make_interval(secs => ${readSeconds}::int), ${checkouts.expiresAt})`,
  });
}

/** Minutes since the time of a checkout was up; less than 0 while it is not, but not of an emptied cart. */
export async function minutesOver(db: Db, id: string): Promise<number> {
  const minutes = sql`extract(epoch from now() - ${checkouts.expiresAt})::float8 / 60`;
  const over = sql<number>`greatest(${minutes}, case when ${isEmptied} then 0 end)`;
  const rows = await db.select({ over }).from(checkouts).where(eq(checkouts.id, id));
  return rows[0]?.over ?? 0;
}

const growingPause = sql`make_interval(secs => least(${maxPauseSeconds}::int, ${readSeconds}::int * power(2, least(${checkouts.checks}, 10))))`;

/**
 * Sets the next check of a live checkout that is not overdue: after 30 s, twice as long each time, and no later than its time is up.
 * Leaves an overdue checkout to the sweeper.
 */
export async function updateChecked(db: Db, id: string): Promise<void> {
  await db
    .update(checkouts)
    .set({
      checks: sql`${checkouts.checks} + 1`,
      nextCheckAt: sql`least(now() + ${growingPause}, ${checkouts.expiresAt})`,
    })
    .where(and(eq(checkouts.id, id), isLive(checkouts.state), sql`not ${isOverdue}`));
}

/** Sets the next check of a live checkout whose payment is being processed: after 30 s, twice as long each time, at most an hour. */
export async function updateProcessed(db: Db, id: string): Promise<void> {
  const end = sql`case when ${isOverdue} then 'infinity' else ${checkouts.expiresAt} end`;
  await db
    .update(checkouts)
    .set({ checks: sql`${checkouts.checks} + 1`, nextCheckAt: sql`least(now() + ${growingPause}, ${end})` })
    .where(and(eq(checkouts.id, id), isLive(checkouts.state)));
}

/** Lets the sweeper try again soon to end a checkout; `isStuck` if the provider did not answer. Returns the minutes since it first did not. */
export async function updateRetried(db: Db, id: string, isStuck = false): Promise<number> {
  const { stuckSince } = checkouts;
  const pause = sql`case when ${stuckSince} < now() - interval '1 minute' then ${stuckSeconds}::int else ${retrySeconds}::int end`;
  const rows = await db
    .update(checkouts)
    .set({
      nextCheckAt: sql`now() + make_interval(secs => ${pause})`,
      ...(isStuck ? { stuckSince: sql`coalesce(${stuckSince}, now())` } : {}),
    })
    .where(and(eq(checkouts.id, id), isLive(checkouts.state)))
    .returning({ minutes: sql<number>`coalesce(extract(epoch from now() - ${stuckSince})::float8 / 60, 0)` });
  return rows[0]?.minutes ?? 0;
}

/** Live checkouts that have a payment intent, newest first. */
export function listWithIntent(db: Db, limit: number): Promise<CheckoutRow[]> {
  return db
    .select()
    .from(checkouts)
    .where(and(isLive(checkouts.state), isNotNull(checkouts.paymentIntentId)))
    .orderBy(desc(checkouts.createdAt))
    .limit(limit);
}

/** Checkouts that were ended since a moment because the provider did not know their payment, newest first. */
export function listUnknown(db: Db, since: Date): Promise<CheckoutRow[]> {
  return db
    .select()
    .from(checkouts)
    .where(gte(checkouts.paymentUnknownAt, since))
    .orderBy(desc(checkouts.paymentUnknownAt));
}
