import { and, desc, eq, gte, isNotNull, lte, ne, sql, type SQL } from 'drizzle-orm';

import { isEmptyCart } from '#modules/buying/cart/service.server.ts';
import type { Db } from '#platform/db/database.server.ts';

import type { CheckoutRow } from '../repo.server.ts';
import { checkouts, isLive } from '../tables.server.ts';

/** For how long a taken check is not taken again; the first pause until the next check. */
const retrySeconds = 30;
const maxPauseSeconds = 3_600;

type Selection = { which: SQL | undefined; first: SQL[]; limit: number };

/** Takes live checkouts whose next check is due, so that each run goes on where the last one stopped. */
function takeChecks(db: Db, { which, first, limit }: Selection): Promise<CheckoutRow[]> {
  const due = db
    .select({ id: checkouts.id })
    .from(checkouts)
    .where(and(isLive(checkouts.state), lte(checkouts.nextCheckAt, sql`now()`), which))
    .orderBy(...first, checkouts.nextCheckAt)
    .limit(limit)
    .for('update', { skipLocked: true });
  return db
    .update(checkouts)
    .set({ nextCheckAt: sql`now() + make_interval(secs => ${retrySeconds}::int)` })
    .where(sql`${checkouts.id} in ${due}`)
    .returning();
}

/** A cart in which nothing is left has nothing reserved, whatever the time: however it was emptied. */
const isEmptied = isEmptyCart(checkouts.cartId);

/** Takes live checkouts whose time is up or whose cart is empty; those whose payment is being processed come last. */
export function takeOverdue(db: Db, limit: number): Promise<CheckoutRow[]> {
  const which = sql`(${checkouts.expiresAt} < now() or ${isEmptied})`;
  return takeChecks(db, { which, first: [sql`${checkouts.state} = 'payment_processing'`], limit });
}

/** Takes live checkouts that were sent to the payment form, or to the provider's page. */
export function takeAwaiting(db: Db, limit: number): Promise<CheckoutRow[]> {
  const which = and(
    ne(checkouts.state, 'open'),
    sql`(${checkouts.paymentIntentId} is not null or ${checkouts.hostedSessionId} is not null)`,
  );
  return takeChecks(db, { which, first: [], limit });
}

/** Minutes since the time of a checkout was up; less than 0 while it is not, but not of an emptied cart. */
export async function minutesOver(db: Db, id: string): Promise<number> {
  const minutes = sql`extract(epoch from now() - ${checkouts.expiresAt})::float8 / 60`;
  const over = sql<number>`greatest(${minutes}, case when ${isEmptied} then 0 end)`;
  const rows = await db.select({ over }).from(checkouts).where(eq(checkouts.id, id));
  return rows[0]?.over ?? 0;
}

/**
 * Sets the next check of a live checkout: after 30 s, twice as long each time, at most an hour. The check is never later than the time
 * the checkout is due or, once it is due, `graceMinutes` after that.
 */
export async function updateChecked(db: Db, id: string, graceMinutes = 0): Promise<void> {
  const pause = sql`least(${maxPauseSeconds}::int, ${retrySeconds}::int * power(2, least(${checkouts.checks}, 10)))`;
  const last = sql`${checkouts.expiresAt} + make_interval(mins => ${graceMinutes}::int)`;
  const end = sql`case when ${checkouts.expiresAt} > now() then ${checkouts.expiresAt} when ${last} > now() then ${last} else 'infinity' end`;
  await db
    .update(checkouts)
    .set({
      checks: sql`${checkouts.checks} + 1`,
      nextCheckAt: sql`least(now() + make_interval(secs => ${pause}), ${end})`,
    })
    .where(and(eq(checkouts.id, id), isLive(checkouts.state)));
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
