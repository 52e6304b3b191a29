import { and, desc, eq, inArray, sql } from 'drizzle-orm';

import { products } from '#modules/catalog/tables.server.ts';
import type { Db } from '#platform/db/database.server.ts';

import type { SnapshotBody } from './rules.ts';
import { checkouts, checkoutSnapshots, reservations } from './tables.server.ts';

export type CheckoutRow = typeof checkouts.$inferSelect;
export type CheckoutState = CheckoutRow['state'];

export const liveStates: CheckoutState[] = ['open', 'awaiting_payment', 'payment_processing'];

type NewCheckout = Pick<CheckoutRow, 'cartId' | 'customerId' | 'visitorIp' | 'orderNumber'>;

export async function insertCheckout(db: Db, checkout: NewCheckout, minutes: number): Promise<CheckoutRow> {
  const [row] = await db
    .insert(checkouts)
    .values({ ...checkout, expiresAt: sql`now() + make_interval(mins => ${minutes}::int)` })
    .returning();
  if (row === undefined) throw new Error('the checkout was not stored');
  return row;
}

type Lost = Pick<CheckoutRow, 'id' | 'orderNumber' | 'snapshotVersion'> & { paymentIntentId: string };

/** Stores a checkout again of which only the payment is known, unless another has its number. */
export async function insertLost(db: Db, lost: Lost): Promise<void> {
  const values = { ...lost, cartId: crypto.randomUUID(), visitorIp: '', state: 'awaiting_payment' as const };
  await db
    .insert(checkouts)
    .values({ ...values, expiresAt: sql`now()` })
    .onConflictDoNothing();
}

/** Names and pictures of products, those that are not sold any more included. */
export function listProducts(db: Db, ids: readonly string[]) {
  const { id, name, imageUrl } = products;
  return db
    .select({ id, name, imageUrl })
    .from(products)
    .where(inArray(id, [...ids]));
}

export async function findCheckout(db: Db, id: string): Promise<CheckoutRow | null> {
  const rows = await db.select().from(checkouts).where(eq(checkouts.id, id)).limit(1);
  return rows[0] ?? null;
}

export async function findCheckoutOfIntent(db: Db, intentId: string): Promise<CheckoutRow | null> {
  const rows = await db.select().from(checkouts).where(eq(checkouts.paymentIntentId, intentId)).limit(1);
  return rows[0] ?? null;
}

export async function findCheckoutOfSession(db: Db, sessionId: string): Promise<CheckoutRow | null> {
  const rows = await db.select().from(checkouts).where(eq(checkouts.hostedSessionId, sessionId)).limit(1);
  return rows[0] ?? null;
}

/** The checkout, held for this transaction, and whether its time is up. */
export async function lockInTime(db: Db, id: string): Promise<{ checkout: CheckoutRow; isDue: boolean } | null> {
  const columns = { checkout: checkouts, isDue: sql<boolean>`${checkouts.expiresAt} <= now()` };
  const rows = await db.select(columns).from(checkouts).where(eq(checkouts.id, id)).for('update');
  return rows[0] ?? null;
}

/** The checkout, held for this transaction. */
export async function lockCheckout(db: Db, id: string): Promise<CheckoutRow | null> {
  return (await lockInTime(db, id))?.checkout ?? null;
}

export type Present = { checkout: CheckoutRow; snapshot: SnapshotBody };

/** A checkout with its newest snapshot. */
export async function findPresent(db: Db, id: string): Promise<Present | null> {
  const isNewest = and(
    eq(checkoutSnapshots.checkoutId, checkouts.id),
    eq(checkoutSnapshots.version, checkouts.snapshotVersion),
  );
  const rows = await db
    .select({ checkout: checkouts, snapshot: checkoutSnapshots.body })
    .from(checkouts)
    .innerJoin(checkoutSnapshots, isNewest)
    .where(eq(checkouts.id, id));
  return rows[0] ?? null;
}

/** Fixes with which snapshot the present attempt creates its intent, once; null when the checkout has ended. */
export async function takeAttempt(db: Db, id: string): Promise<CheckoutRow | null> {
  const rows = await db
    .update(checkouts)
    .set({ intentBaseVersion: sql`coalesce(${checkouts.intentBaseVersion}, ${checkouts.snapshotVersion})` })
    .where(and(eq(checkouts.id, id), inArray(checkouts.state, liveStates)))
    .returning();
  return rows[0] ?? null;
}

type MadeIntent = { attempt: number; intentId: string; clientSecret: string };

/** Stores the intent of an attempt of a live checkout that has none; says whether the checkout has this one now. */
export async function takeIntent(db: Db, id: string, made: MadeIntent): Promise<boolean> {
  const { attempt, intentId: paymentIntentId, clientSecret } = made;
  const isOpenFor = sql`(${checkouts.paymentIntentId} is null or ${checkouts.paymentIntentId} = ${paymentIntentId})`;
  const rows = await db
    .update(checkouts)
    .set({ paymentIntentId, clientSecret })
    .where(and(eq(checkouts.id, id), inArray(checkouts.state, liveStates), eq(checkouts.attempt, attempt), isOpenFor))
    .returning({ id: checkouts.id });
  return rows.length === 1;
}

export async function findLiveOfCart(db: Db, cartId: string): Promise<CheckoutRow | null> {
  const rows = await db
    .select()
    .from(checkouts)
    .where(and(eq(checkouts.cartId, cartId), inArray(checkouts.state, liveStates)))
    .limit(1);
  return rows[0] ?? null;
}

export async function updateCheckout(
  db: Db,
  id: string,
  values: Partial<typeof checkouts.$inferInsert>,
): Promise<void> {
  await db.update(checkouts).set(values).where(eq(checkouts.id, id));
}

/** Makes the live checkout of a cart a customer's. */
export async function updateBuyer(db: Db, cartId: string, customerId: string): Promise<void> {
  await db
    .update(checkouts)
    .set({ customerId })
    .where(and(eq(checkouts.cartId, cartId), inArray(checkouts.state, [...liveStates])));
}

type Extension = { minutes: number; fromMinutesLeft: number; longestMinutes: number };

/** Gives a live checkout in its last minutes `minutes` more, while its whole life stays within `longestMinutes`; says whether it worked. */
export async function takeExtension(db: Db, id: string, extension: Extension): Promise<boolean> {
  const { minutes, fromMinutesLeft, longestMinutes } = extension;
  const rows = await db
    .update(checkouts)
    .set({ expiresAt: sql`now() + make_interval(mins => ${minutes}::int)` })
    .where(
      and(
        eq(checkouts.id, id),
        inArray(checkouts.state, liveStates),
        sql`${checkouts.expiresAt} > now() and ${checkouts.expiresAt} <= now() + make_interval(mins => ${fromMinutesLeft}::int)`,
        sql`now() + make_interval(mins => ${minutes}::int) <= ${checkouts.createdAt} + make_interval(mins => ${longestMinutes}::int)`,
      ),
    )
    .returning({ id: checkouts.id });
  return rows.length === 1;
}

/** Gives a checkout `minutes` from now. */
const heldFor = (minutes: number) => ({
  expiresAt: sql`now() + make_interval(mins => ${minutes}::int)`,
  nextCheckAt: sql`now()`,
  checks: 0,
  stuckSince: null,
});

/** Gives a live checkout whose time is up, but which still holds all that it held, `minutes` from now. */
export async function updateToLonger(db: Db, id: string, minutes: number): Promise<void> {
  await db
    .update(checkouts)
    .set(heldFor(minutes))
    .where(and(eq(checkouts.id, id), inArray(checkouts.state, ['open', 'awaiting_payment'])));
}

/** Opens an ended checkout again for `minutes`, with another attempt: its intent was canceled. It holds nothing yet. */
export async function updateToReopened(db: Db, id: string, minutes: number): Promise<void> {
  const attempt = { attempt: sql`${checkouts.attempt} + 1`, paymentIntentId: null, clientSecret: null };
  await db
    .update(checkouts)
    .set({ ...heldFor(minutes), ...attempt, intentBaseVersion: null, state: 'open' })
    .where(and(eq(checkouts.id, id), eq(checkouts.state, 'expired')));
}

/** Ends a checkout's time now, so that the sweeper ends it in the safe order. */
export async function updateToDue(db: Db, id: string): Promise<void> {
  await db
    .update(checkouts)
    .set({ expiresAt: sql`least(${checkouts.expiresAt}, now())`, nextCheckAt: sql`now()` })
    .where(and(eq(checkouts.id, id), inArray(checkouts.state, liveStates)));
}

/** Takes the right to talk to the provider about a checkout, until the answered moment; null while another request has it. */
export async function takeTurn(db: Db, id: string, seconds: number): Promise<Date | null> {
  const rows = await db
    .update(checkouts)
    .set({ busyUntil: sql`date_trunc('milliseconds', clock_timestamp()) + make_interval(secs => ${seconds}::int)` })
    .where(and(eq(checkouts.id, id), sql`(${checkouts.busyUntil} is null or ${checkouts.busyUntil} < now())`))
    .returning({ busyUntil: checkouts.busyUntil });
  return rows[0]?.busyUntil ?? null;
}

/** Gives a turn back, unless it ran out meanwhile and is another's now. */
export async function releaseTurn(db: Db, id: string, turn: Date): Promise<void> {
  await db
    .update(checkouts)
    .set({ busyUntil: null })
    .where(and(eq(checkouts.id, id), eq(checkouts.busyUntil, turn)));
}

export async function isDue(db: Db, id: string): Promise<boolean> {
  const rows = await db
    .select({ due: sql<boolean>`${checkouts.expiresAt} <= now()` })
    .from(checkouts)
    .where(eq(checkouts.id, id));
  return rows[0]?.due ?? true;
}

export async function insertSnapshot(db: Db, checkoutId: string, version: number, body: SnapshotBody): Promise<void> {
  await db.insert(checkoutSnapshots).values({ checkoutId, version, body, totalCents: body.totalCents });
}

export async function findSnapshot(db: Db, checkoutId: string, version: number): Promise<SnapshotBody | null> {
  const rows = await db
    .select({ body: checkoutSnapshots.body })
    .from(checkoutSnapshots)
    .where(and(eq(checkoutSnapshots.checkoutId, checkoutId), eq(checkoutSnapshots.version, version)))
    .limit(1);
  return rows[0]?.body ?? null;
}

export async function findNewestSnapshot(db: Db, checkoutId: string): Promise<SnapshotBody | null> {
  const rows = await db
    .select({ body: checkoutSnapshots.body })
    .from(checkoutSnapshots)
    .where(eq(checkoutSnapshots.checkoutId, checkoutId))
    .orderBy(desc(checkoutSnapshots.version))
    .limit(1);
  return rows[0]?.body ?? null;
}

export type Reservation = { productId: string; quantity: number };

/** What a checkout holds, products ascending: the order in which they are locked. */
export function listReservations(db: Db, checkoutId: string): Promise<Reservation[]> {
  return db
    .select({ productId: reservations.productId, quantity: reservations.quantity })
    .from(reservations)
    .where(eq(reservations.checkoutId, checkoutId))
    .orderBy(reservations.productId);
}

/** Units that nobody else was promised, those that the checkout itself holds included; null where stock is not tracked. */
export async function listStockLeft(
  db: Db,
  checkoutId: string,
  productIds: readonly string[],
): Promise<{ productId: string; left: number | null }[]> {
  if (productIds.length === 0) return [];
  const isHeld = and(eq(reservations.productId, products.id), eq(reservations.checkoutId, checkoutId));
  return db
    .select({
      productId: products.id,
      left: sql<number | null>`${products.onHand} - ${products.reserved} + coalesce(${reservations.quantity}, 0)`,
    })
    .from(products)
    .leftJoin(reservations, isHeld)
    .where(and(products.isActive, inArray(products.id, [...productIds])));
}

export async function upsertReservation(db: Db, checkoutId: string, held: Reservation): Promise<void> {
  await db
    .insert(reservations)
    .values({ checkoutId, ...held })
    .onConflictDoUpdate({
      target: [reservations.checkoutId, reservations.productId],
      set: { quantity: held.quantity },
    });
}

export async function deleteReservations(db: Db, checkoutId: string): Promise<void> {
  await db.delete(reservations).where(eq(reservations.checkoutId, checkoutId));
}

/** The provider is working on the payment; a checkout that has ended meanwhile stays ended. */
export async function updateToProcessing(db: Db, id: string): Promise<void> {
  await db
    .update(checkouts)
    .set({ state: 'payment_processing', checks: 0 })
    .where(and(eq(checkouts.id, id), inArray(checkouts.state, ['open', 'awaiting_payment'])));
}

/** The provider waits for the customer again: the payment was declined. */
export async function updateToAwaiting(db: Db, id: string): Promise<void> {
  await db
    .update(checkouts)
    .set({ state: 'awaiting_payment', checks: 0, nextCheckAt: sql`now()` })
    .where(and(eq(checkouts.id, id), eq(checkouts.state, 'payment_processing')));
}
