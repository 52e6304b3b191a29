import { sandboxIntents, sandboxObjects } from '@halorosa/stripe-sandbox/tables';
import { asc, eq, exists, inArray, lt, sql, type Column, type SQL } from 'drizzle-orm';

import { deleteInBatches, type BatchResult } from '#platform/db/batched-writes.server.ts';
import type { Placeholders } from '#platform/db/prepared-statement.server.ts';
import type { Db } from '#platform/db/database.server.ts';

import { pendingPaymentErasures, stripeEvents } from './tables.server.ts';

export type RecordedEvent = Pick<typeof stripeEvents.$inferSelect, 'id' | 'type' | 'intentId'>;

/**
 * Records an event, as part of another statement. Returns no row if the event was recorded before.
 */
export const recordStripeEvent = (db: Db, event: Placeholders<RecordedEvent>) =>
  db.insert(stripeEvents).values(event).onConflictDoNothing().returning({ id: stripeEvents.id });

export function deleteEventsBefore(db: Db, moment: Date): Promise<BatchResult> {
  return deleteInBatches(db, stripeEvents, lt(stripeEvents.receivedAt, moment));
}

/**
 * SQL condition: true when the payment of this id was made in the sandbox, without real money.
 */
export function isPlayMoney(db: Db, intentId: Column): SQL {
  return exists(db.select().from(sandboxIntents).where(eq(sandboxIntents.id, intentId)));
}

/** Deletes payments of the sandbox with their charges, refunds, disputes and transactions. */
export async function removePlayPayments(tx: Db, intentIds: readonly string[]): Promise<void> {
  const ids = [...intentIds];
  await tx.delete(sandboxObjects).where(inArray(sandboxObjects.intentId, ids));
  await tx.delete(sandboxIntents).where(inArray(sandboxIntents.id, ids));
  await tx.delete(pendingPaymentErasures).where(inArray(pendingPaymentErasures.paymentIntentId, ids));
}

/** SQL condition that never holds: a real provider has no events of the sandbox. */
export const neverDue = sql`false`;

/**
 * SQL statement that enqueues payments whose buyers are to be erased at the provider. A query gives
 * their ids.
 */
export const buyerErasures = (intentIds: SQL) =>
  sql`insert into ${pendingPaymentErasures} (payment_intent_id) ${intentIds} on conflict do nothing`;

export async function enqueueBuyerErasures(db: Db, intentIds: SQL): Promise<void> {
  await db.execute(buyerErasures(intentIds));
}

/** Returns ids of payments whose buyers are to be erased, longest waiting first. */
export async function listBuyerErasures(db: Db, range: { limit: number; offset: number }): Promise<string[]> {
  const { paymentIntentId: id, createdAt } = pendingPaymentErasures;
  const waiting = db.select({ id }).from(pendingPaymentErasures).orderBy(asc(createdAt), asc(id));
  return (await waiting.limit(range.limit).offset(range.offset)).map((row) => row.id);
}

export const countBuyerErasures = sql`select count(*)::int from ${pendingPaymentErasures}`;
/** Payments whose buyers have waited for a day. Ordinarily it takes minutes. */
export const lateBuyerErasures = sql`from ${pendingPaymentErasures} where ${pendingPaymentErasures.createdAt} < now() - interval '1 day'`;

export async function deleteBuyerErasure(db: Db, intentId: string): Promise<void> {
  await db.delete(pendingPaymentErasures).where(eq(pendingPaymentErasures.paymentIntentId, intentId));
}
