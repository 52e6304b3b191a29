import { and, asc, desc, eq, gt, gte, isNotNull, lte, ne, sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';

import { isEmptyCart } from '#modules/cart/cart.queries.server.ts';
import { hasOrdered } from '#modules/orders/sales.queries.server.ts';
import type { Db } from '#platform/db/database.server.ts';

import type { CheckoutRow } from './find-checkout.queries.server.ts';
import { isNewest } from './quote.queries.server.ts';
import type { QuoteVersion } from './quote.ts';
import { checkoutQuotes, checkouts, isActiveCheckout, isUnpaid } from './tables.server.ts';

/**
 * Seconds for which other processes skip a claimed check. Longer than reading one payment takes.
 */
const readSeconds = 30;
/**
 * Claim duration, in seconds, for ending a checkout. The wait for its lease and the provider's
 * budget take at most 11 s.
 */
const endSeconds = 15;
const maxPauseSeconds = 3_600;
/** Pauses after a failed ending, in seconds: at first, and once it has failed for a minute. */
const [retrySeconds, stuckSeconds] = [5, 30];

type Selection = { which: SQL | undefined; claimedUntil: SQL; first?: SQL[] };

/**
 * Claims the live checkout whose check has been due longest, or returns null. Other processes skip
 * it until `claimedUntil`.
 */
async function takeCheck(db: Db, { which, claimedUntil, first = [] }: Selection): Promise<CheckoutRow | null> {
  const due = db
    .select({ id: checkouts.id })
    .from(checkouts)
    .where(and(isActiveCheckout(checkouts.state), lte(checkouts.nextProviderCheckAt, sql`now()`), which))
    .orderBy(...first, checkouts.nextProviderCheckAt)
    .limit(1)
    .for('update', { skipLocked: true });
  const [taken = null] = await db
    .update(checkouts)
    .set({ nextProviderCheckAt: claimedUntil })
    .where(sql`${checkouts.id} in ${due}`)
    .returning();
  return taken;
}

/** True if the cart is empty. It then needs no reservation, whenever and however it was emptied. */
const isEmptied = isEmptyCart(checkouts.cartId);
const isOverdue = sql`${checkouts.expiresAt} < now()`;

/**
 * Claims a live checkout whose time is up or whose cart is empty. Those whose payment is being
 * processed come last.
 */
export function claimOverdueCheckout(db: Db): Promise<CheckoutRow | null> {
  return takeCheck(db, {
    which: sql`(${isOverdue} or ${isEmptied})`,
    claimedUntil: sql`now() + make_interval(secs => ${endSeconds}::int)`,
    first: [sql`${checkouts.state} = 'payment_processing'`],
  });
}

/**
 * Claims a live checkout at the payment form or the provider's page that is not overdue. Overdue
 * checkouts belong to the sweeper, and no claim outlives the checkout's time.
 */
export function claimAwaitingPayment(db: Db): Promise<CheckoutRow | null> {
  const isPayable = sql`(${checkouts.paymentIntentId} is not null or ${checkouts.hostedSessionId} is not null)`;
  return takeCheck(db, {
    which: and(ne(checkouts.state, 'open'), isPayable, sql`not ${isOverdue}`),
    claimedUntil: sql`least(now() + make_interval(secs => ${readSeconds}::int), ${checkouts.expiresAt})`,
  });
}

/** Minutes since the checkout's time was up. Negative before that, except for an emptied cart. */
export async function minutesOver(db: Db, id: string): Promise<number> {
  const minutes = sql`extract(epoch from now() - ${checkouts.expiresAt})::float8 / 60`;
  const over = sql<number>`greatest(${minutes}, case when ${isEmptied} then 0 end)`;
  const rows = await db.select({ over }).from(checkouts).where(eq(checkouts.id, id));
  return rows[0]?.over ?? 0;
}

const growingPause = sql`make_interval(secs => least(${maxPauseSeconds}::int, ${readSeconds}::int * power(2, least(${checkouts.checks}, 10))))`;

/**
 * Schedules the next check of a live checkout that is not overdue. The pause starts at 30 s,
 * doubles each time and ends no later than the checkout's time. Leaves an overdue checkout to the
 * sweeper.
 */
export async function updateChecked(db: Db, id: string): Promise<void> {
  await db
    .update(checkouts)
    .set({
      checks: sql`${checkouts.checks} + 1`,
      nextProviderCheckAt: sql`least(now() + ${growingPause}, ${checkouts.expiresAt})`,
    })
    .where(and(eq(checkouts.id, id), isActiveCheckout(checkouts.state), sql`not ${isOverdue}`));
}

/**
 * Schedules the next check of a live checkout whose payment is being processed. The pause starts at
 * 30 s, doubles each time and is at most an hour.
 */
export async function updateProcessed(db: Db, id: string): Promise<void> {
  const end = sql`case when ${isOverdue} then 'infinity' else ${checkouts.expiresAt} end`;
  await db
    .update(checkouts)
    .set({ checks: sql`${checkouts.checks} + 1`, nextProviderCheckAt: sql`least(now() + ${growingPause}, ${end})` })
    .where(and(eq(checkouts.id, id), isActiveCheckout(checkouts.state)));
}

/**
 * Schedules another attempt to end a checkout soon. `isStuck` if the provider did not answer.
 * Returns the minutes since the provider first did not.
 */
export async function updateRetried(db: Db, id: string, isStuck = false): Promise<number> {
  const { stuckSince } = checkouts;
  const pause = sql`case when ${stuckSince} < now() - interval '1 minute' then ${stuckSeconds}::int else ${retrySeconds}::int end`;
  const rows = await db
    .update(checkouts)
    .set({
      nextProviderCheckAt: sql`now() + make_interval(secs => ${pause})`,
      ...(isStuck ? { stuckSince: sql`coalesce(${stuckSince}, now())` } : {}),
    })
    .where(and(eq(checkouts.id, id), isActiveCheckout(checkouts.state)))
    .returning({ minutes: sql<number>`coalesce(extract(epoch from now() - ${stuckSince})::float8 / 60, 0)` });
  return rows[0]?.minutes ?? 0;
}

/** Returns live checkouts that have a payment intent, newest first. */
export function listWithIntent(db: Db, limit: number): Promise<CheckoutRow[]> {
  return db
    .select()
    .from(checkouts)
    .where(and(isActiveCheckout(checkouts.state), isNotNull(checkouts.paymentIntentId)))
    .orderBy(desc(checkouts.createdAt))
    .limit(limit);
}

/**
 * Returns checkouts that ended since a time because the provider did not know their payment, newest
 * first.
 */
export function listUnknown(db: Db, since: Date): Promise<CheckoutRow[]> {
  return db
    .select()
    .from(checkouts)
    .where(gte(checkouts.paymentUnknownAt, since))
    .orderBy(desc(checkouts.paymentUnknownAt));
}

/**
 * Checkouts that hold their units two minutes after they should have ended: ten more minutes if the
 * bank may be asking. Payments in process are left out, because they may take days.
 */
export const lateCheckouts = sql`from ${checkouts} where ${isUnpaid(checkouts.state)} and ${checkouts.expiresAt} <
  now() - make_interval(mins => case when ${checkouts.state} = 'awaiting_payment' then 12 else 2 end)`;
export const countLate = sql`select count(*)::int ${lateCheckouts}`;

const email = sql<string>`lower(trim(${checkoutQuotes.body} -> 'contact' ->> 'email'))`;

/**
 * True when nothing was bought since: no order from this address and no newer unexpired checkout of
 * this cart.
 */
const notBought = sql`not ${hasOrdered(email, checkouts.createdAt)}
  and not exists (select 1 from ${checkouts} newer
    where newer.cart_id = ${checkouts.cartId} and newer.created_at >= ${checkouts.createdAt} and newer.state <> 'expired')`;

type AbandonedOptions = { after: Date; until: Date; limit: number };
type AbandonedColumns = { id: PgColumn; email: SQL };

/**
 * Checkouts begun in a window that ended unpaid and whose email address has not bought since.
 * `matches` narrows the selection.
 */
export function abandonedCheckouts(
  db: Db,
  { after, until, limit }: AbandonedOptions,
  matches: (columns: AbandonedColumns) => SQL | undefined,
) {
  const isOver = and(gt(checkouts.createdAt, after), lte(checkouts.createdAt, until), eq(checkouts.state, 'expired'));
  return db
    .select({ id: checkouts.id, body: checkoutQuotes.body })
    .from(checkouts)
    .innerJoin(checkoutQuotes, isNewest)
    .where(and(isOver, isNotNull(email), matches({ id: checkouts.id, email }), notBought))
    .orderBy(asc(checkouts.createdAt))
    .limit(limit);
}

/** Returns the newest quote version of the checkout that a subquery selects, or null. */
export async function newestQuoteOf(db: Db, checkoutId: SQLWrapper): Promise<QuoteVersion | null> {
  const rows = await db
    .select({ body: checkoutQuotes.body })
    .from(checkouts)
    .innerJoin(checkoutQuotes, isNewest)
    .where(eq(checkouts.id, checkoutId));
  return rows[0]?.body ?? null;
}
