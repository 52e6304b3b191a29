import { and, count, eq, ne, sql } from 'drizzle-orm';

import type { Db } from '#platform/db/database.server.ts';

import { agreedVisits, conversions } from './tables.server.ts';

export type AgreedVisit = typeof agreedVisits.$inferSelect;
type NewVisit = Omit<AgreedVisit, 'at'>;

export async function upsertVisit(db: Db, visit: NewVisit): Promise<void> {
  await db.insert(agreedVisits).values(visit).onConflictDoUpdate({ target: agreedVisits.checkoutId, set: visit });
}

export async function findVisit(db: Db, checkoutId: string): Promise<AgreedVisit | null> {
  const rows = await db.select().from(agreedVisits).where(eq(agreedVisits.checkoutId, checkoutId)).limit(1);
  return rows[0] ?? null;
}

export async function deleteVisit(db: Db, checkoutId: string): Promise<void> {
  await db.delete(agreedVisits).where(eq(agreedVisits.checkoutId, checkoutId));
}

/** Whether the purchase was not known before. */
export async function insertConversion(db: Db, eventId: string, orderId: string): Promise<boolean> {
  const rows = await db
    .insert(conversions)
    .values({ eventId, orderId })
    .onConflictDoNothing()
    .returning({ eventId: conversions.eventId });
  return rows.length === 1;
}

export async function updateToTried(db: Db, eventId: string, problem: string | null): Promise<void> {
  await db
    .update(conversions)
    .set({
      state: problem === null ? 'sent' : 'failed',
      problem,
      attempts: sql`${conversions.attempts} + 1`,
      updatedAt: sql`now()`,
    })
    .where(and(eq(conversions.eventId, eventId), ne(conversions.state, 'sent')));
}

export async function isSent(db: Db, eventId: string): Promise<boolean> {
  const rows = await db
    .select({ state: conversions.state })
    .from(conversions)
    .where(eq(conversions.eventId, eventId))
    .limit(1);
  return rows[0]?.state === 'sent';
}

/** The order of a purchase that is owed and not told yet, or null. */
export async function findUntold(db: Db, eventId: string): Promise<string | null> {
  const rows = await db
    .select({ orderId: conversions.orderId })
    .from(conversions)
    .where(and(eq(conversions.eventId, eventId), ne(conversions.state, 'sent')))
    .limit(1);
  return rows[0]?.orderId ?? null;
}

export async function countStates(db: Db): Promise<{ state: string; total: number }[]> {
  return db.select({ state: conversions.state, total: count() }).from(conversions).groupBy(conversions.state);
}
