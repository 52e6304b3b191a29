import { and, eq, min, sql, type SQL } from 'drizzle-orm';

import type { Db } from '#platform/db/database.server.ts';

import { isLiveOf } from './find-checkout.queries.server.ts';
import { checkouts, isActiveCheckout, activeStates, reservations, unpaidStates } from './tables.server.ts';
import { updateCheckout } from './update-checkout.queries.server.ts';

export const minutesFromNow = (minutes: SQL<number>) => sql`now() + make_interval(mins => ${minutes}::int)`;

type Extension = { minutes: number; fromMinutesLeft: number; maxMinutes: number };

/**
 * Extends a live checkout in its last minutes and returns its new end. Null if it is too early, or
 * later than `maxMinutes` after its goods were reserved.
 */
export async function extendReservation(db: Db, id: string, extension: Extension): Promise<Date | null> {
  const { minutes, fromMinutesLeft, maxMinutes } = extension;
  const reservedSince = db
    .select({ at: min(reservations.reservedAt) })
    .from(reservations)
    .where(eq(reservations.checkoutId, id));
  const rows = await db
    .update(checkouts)
    .set({ expiresAt: sql`now() + make_interval(mins => ${minutes}::int)` })
    .where(
      and(
        eq(checkouts.id, id),
        isActiveCheckout(checkouts.state),
        sql`${checkouts.expiresAt} > now() and ${checkouts.expiresAt} <= now() + make_interval(mins => ${fromMinutesLeft}::int)`,
        sql`now() + make_interval(mins => ${minutes}::int) <= (${reservedSince}) + make_interval(mins => ${maxMinutes}::int)`,
      ),
    )
    .returning({ expiresAt: checkouts.expiresAt });
  return rows[0]?.expiresAt ?? null;
}

/** Values that make a checkout due in `minutes`. */
const reservedFor = (minutes: number) => ({
  expiresAt: sql`now() + make_interval(mins => ${minutes}::int)`,
  nextProviderCheckAt: sql`now()`,
  checks: 0,
  stuckSince: null,
});

/** Extends an unpaid live checkout, which still holds its goods, to `minutes` from now. */
export const markExtended = (db: Db, id: string, minutes: number) =>
  updateCheckout(db, { id, states: unpaidStates }, reservedFor(minutes));

/**
 * Reopens an expired checkout for `minutes` with a new attempt, because its intent was canceled.
 * Reserves nothing yet.
 */
export function markReopened(db: Db, id: string, minutes: number): Promise<void> {
  const attempt = { attempt: sql`${checkouts.attempt} + 1`, paymentIntentId: null, clientSecret: null };
  const values = { ...reservedFor(minutes), ...attempt, intentBaseVersion: null, state: 'open' as const };
  return updateCheckout(db, { id, states: ['expired'] }, values);
}

/** Values that make a checkout due now. The sweeper then ends it, provider first. */
const dueNow = { expiresAt: sql`least(${checkouts.expiresAt}, now())`, nextProviderCheckAt: sql`now()` };

/** Makes a checkout due now. */
export const expireNow = (db: Db, id: string) => updateCheckout(db, { id, states: activeStates }, dueNow);

/** Makes the live checkout of a cart due now. */
export async function expireCheckoutOfCart(db: Db, cartId: string): Promise<void> {
  await db.update(checkouts).set(dueNow).where(isLiveOf(cartId));
}

export async function isCheckoutDue(db: Db, id: string): Promise<boolean> {
  const rows = await db
    .select({ due: sql<boolean>`${checkouts.expiresAt} <= now()` })
    .from(checkouts)
    .where(eq(checkouts.id, id));
  return rows[0]?.due ?? true;
}
