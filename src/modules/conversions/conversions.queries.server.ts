import { and, count, eq, inArray, lt, ne, sql } from 'drizzle-orm';

import { deleteInBatches } from '#platform/db/batched-writes.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import { firstRow, hasRow } from '#platform/db/rows.server.ts';

import { consentedVisits, conversions } from './tables.server.ts';

export type AgreedVisit = typeof consentedVisits.$inferSelect;

/** Stores the visit of a checkout whose buyer agreed, in place of an earlier one. */
export async function storeVisit(db: Db, visit: typeof consentedVisits.$inferInsert): Promise<void> {
  await db.insert(consentedVisits).values(visit).onConflictDoUpdate({ target: consentedVisits.checkoutId, set: visit });
}

export function findVisit(db: Db, checkoutId: string): Promise<AgreedVisit | null> {
  return firstRow(db.select().from(consentedVisits).where(eq(consentedVisits.checkoutId, checkoutId)));
}

export async function deleteVisit(db: Db, checkoutId: string): Promise<void> {
  await db.delete(consentedVisits).where(eq(consentedVisits.checkoutId, checkoutId));
}

/** Selects the visits of these checkouts whose buyers agreed to advertising. */
export function selectVisitsOf(db: Db, checkoutIds: string[]) {
  const { at, checkoutId, ip: ipAddress, userAgent } = consentedVisits;
  return db.select({ at, ipAddress, userAgent }).from(consentedVisits).where(inArray(checkoutId, checkoutIds));
}

export async function eraseVisitsOf(tx: Db, checkoutIds: string[]): Promise<void> {
  await tx.delete(consentedVisits).where(inArray(consentedVisits.checkoutId, checkoutIds));
}

export function deleteVisitsBefore(db: Db, before: Date) {
  return deleteInBatches(db, consentedVisits, lt(consentedVisits.at, before));
}

/** Stores a pending purchase event. False if the order has one already. */
export function insertConversion(tx: Db, event: { eventId: string; orderId: string }): Promise<boolean> {
  return hasRow(tx.insert(conversions).values(event).onConflictDoNothing().returning());
}

const isUnsent = (eventId: string) => and(eq(conversions.eventId, eventId), ne(conversions.state, 'sent'));

/** Returns the order of a purchase event that is stored but not sent yet, or null. */
export async function findUnsentOrderId(db: Db, eventId: string): Promise<string | null> {
  return (await firstRow(db.select().from(conversions).where(isUnsent(eventId))))?.orderId ?? null;
}

/** Counts an attempt and stores its outcome. `problem` is null if the event was sent. */
export async function storeAttempt(db: Db, eventId: string, problem: string | null): Promise<void> {
  const state = problem === null ? 'sent' : 'failed';
  const attempts = sql`${conversions.attempts} + 1`;
  await db
    .update(conversions)
    .set({ state, problem, attempts, updatedAt: sql`now()` })
    .where(isUnsent(eventId));
}

/** Counts purchase events by state: waiting, sent, failed. */
export async function countConversions(db: Db): Promise<Record<string, number>> {
  const { state } = conversions;
  const counted = await db.select({ state, total: count() }).from(conversions).groupBy(state);
  return Object.fromEntries(counted.map((row) => [row.state, row.total]));
}
