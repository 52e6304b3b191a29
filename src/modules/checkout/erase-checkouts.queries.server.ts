import { and, inArray, lt, ne, sql, type SQL } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';

import { buyerErasures, enqueueBuyerErasures } from '#modules/payments/payments.queries.server.ts';
import { inSteps, updateBefore, type BatchResult } from '#platform/db/batched-writes.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import type { DataSubject } from '#platform/db/data-subject.server.ts';

import {
  checkoutQuotes,
  checkouts,
  erasedBuyer,
  hasClientAddress,
  hasPersonalData,
  isActiveCheckout,
} from './tables.server.ts';

const { createdAt, id: checkoutId, paymentIntentId, state, visitorIp } = checkouts;
const { body } = checkoutQuotes;

/**
 * Condition for a person's checkouts: those of the account, and a guest's whose quotes still have
 * the email, once it is verified.
 */
function isOf({ id, email, emailVerified }: DataSubject): SQL {
  const own = sql`select id from ${checkouts} where customer_id = ${id}`;
  if (!emailVerified || email === '') return sql`${checkoutId} in (${own})`;
  const isTheirs = sql`lower(q.body -> 'contact' ->> 'email') = ${email.toLowerCase()}`;
  const guests = sql`select c.id from ${checkoutQuotes} q join ${checkouts} c on c.id = q.checkout_id
    where ${hasPersonalData(sql`q.body`)} and ${isTheirs} and c.customer_id is null`;
  return sql`${checkoutId} in (${own} union ${guests})`;
}

/** Returns a person's checkouts for the download of their data. */
export function listCheckoutsOfCustomer(db: Db, person: DataSubject) {
  return db
    .select({ id: checkoutId, begun: createdAt, state, ipAddress: visitorIp })
    .from(checkouts)
    .where(isOf(person));
}

/** True if the outcome of a payment of the person is still unknown. */
export async function hasPaymentUnderWay(tx: Db, person: DataSubject): Promise<boolean> {
  const isUnderWay = inArray(state, ['awaiting_payment', 'payment_processing']);
  return (await tx.$count(checkouts, and(isOf(person), isUnderWay))) > 0;
}

/** Locks a person's checkouts of which no payment is under way, and returns their ids. */
export async function lockIdleCheckouts(tx: Db, person: DataSubject): Promise<string[]> {
  const isIdle = inArray(state, ['completed', 'expired', 'open']);
  const rows = await tx
    .select({ id: checkoutId })
    .from(checkouts)
    .where(and(isOf(person), isIdle))
    .for('update');
  return rows.map(({ id }) => id);
}

/**
 * Enqueues the payments of checkouts without an order for erasure at the provider. It retains the
 * payment record of an order until the order is closed.
 */
export async function enqueueUnsoldPayments(tx: Db, ids: readonly string[]): Promise<void> {
  const unsold = and(inArray(checkoutId, [...ids]), ne(state, 'completed'), sql`${paymentIntentId} is not null`);
  await enqueueBuyerErasures(tx, sql`select ${paymentIntentId} from ${checkouts} where ${unsold}`);
}

/** Erases customer, contact and addresses from checkouts and retains their amounts. */
export async function eraseCustomer(tx: Db, ids: readonly string[]): Promise<void> {
  await tx
    .update(checkoutQuotes)
    .set({ body: sql`${body} || ${erasedBuyer}` })
    .where(inArray(checkoutQuotes.checkoutId, [...ids]));
  await tx
    .update(checkouts)
    .set({ customerId: null, visitorIp: '' })
    .where(inArray(checkoutId, [...ids]));
}

/** True for checkouts from before a date that were never paid, or paid and stored as an order. */
const isEndedBefore = (before: Date) => and(lt(createdAt, before), inArray(state, ['expired', 'completed']));

/** Erases the client addresses of ended checkouts that began before a date. */
export const eraseOldAddresses = (db: Db, before: Date): Promise<BatchResult> =>
  updateBefore(db, { table: checkouts, at: createdAt, before, which: hasClientAddress(checkouts) }, (isInStretch) =>
    db.update(checkouts).set({ visitorIp: '' }).where(isInStretch),
  );

/** Condition for a cart that has no live checkout. */
export const hasNoLiveCheckout = (cartId: AnyPgColumn) =>
  sql`not exists (select 1 from ${checkouts} where ${checkouts.cartId} = ${cartId} and ${isActiveCheckout(state)})`;

const quotesAtOnce = 2_000;

/** Cursor of a walk over the quotes: the last one read. */
type Position = { checkoutId: string; version: number };
const beginning: Position = { checkoutId: '00000000-0000-0000-0000-000000000000', version: 0 };

/** Selects quotes with personal data after a cursor, in index order. */
const quotesWithPersonalData = (after: Position) => sql`
  select checkout_id, version from ${checkoutQuotes}
  where ${hasPersonalData(body)} and (checkout_id, version) > (${after.checkoutId}::uuid, ${after.version}::int)
  order by checkout_id, version limit ${quotesAtOnce}`;

/**
 * Erases buyers from quotes and, in the same statement, enqueues their payment ids for erasure at
 * the provider.
 */
const eraseNext = (after: Position, isDue: SQL | undefined) => sql`
  with seen as materialized (${quotesWithPersonalData(after)}),
  due as materialized (
    select seen.checkout_id, seen.version, ${paymentIntentId} as intent_id, ${state} as state
    from seen join ${checkouts} on ${checkoutId} = seen.checkout_id where ${isDue}
  ),
  queued as (${buyerErasures(sql`
    select distinct due.intent_id from due join ${checkoutQuotes} q using (checkout_id, version)
    where due.state = 'expired' and due.intent_id is not null and q.body -> 'contact' <> 'null'`)}),
  erased as (
    update ${checkoutQuotes} set body = ${body} || ${erasedBuyer} from due
    where ${checkoutQuotes.checkoutId} = due.checkout_id and ${checkoutQuotes.version} = due.version returning 1
  )
  select seen.checkout_id as "checkoutId", seen.version, (select count(*)::int from erased) as erased,
    (select count(*)::int from seen) as seen
  from seen order by 1 desc, 2 desc limit 1`;

/** Erases names and addresses from the quotes of ended checkouts that began before a date. */
export function eraseOldQuotes(db: Db, before: Date): Promise<BatchResult> {
  const isDue = isEndedBefore(before);
  let after = beginning;
  return inSteps(async () => {
    const { rows } = await db.execute<Position & { erased: number; seen: number }>(eraseNext(after, isDue));
    const [last] = rows;
    if (last === undefined) return { rowCount: 0, isLast: true };
    after = last;
    return { rowCount: last.erased, isLast: last.seen < quotesAtOnce };
  });
}
