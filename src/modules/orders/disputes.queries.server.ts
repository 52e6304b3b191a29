import { asc, eq, notInArray, sql } from 'drizzle-orm';

import type { Db } from '#platform/db/database.server.ts';
import { firstRow, insertedRow } from '#platform/db/rows.server.ts';

import { settledStatuses } from './disputes.ts';
import { disputes } from './tables.server.ts';

export type Dispute = typeof disputes.$inferSelect;

/** Returns the disputes of a payment, oldest first. */
export function listDisputes(db: Db, intentId: string): Promise<Dispute[]> {
  return db.select().from(disputes).where(eq(disputes.paymentIntentId, intentId)).orderBy(asc(disputes.createdAt));
}

/** Returns the dispute with the provider's id, or null. */
export function findDispute(db: Db, providerId: string): Promise<Dispute | null> {
  return firstRow(db.select().from(disputes).where(eq(disputes.providerId, providerId)));
}

/**
 * Returns disputes that the provider has not decided, as far as the shop knows, the least recently
 * updated first.
 */
export function listUndecided(db: Db, limit: number): Promise<Dispute[]> {
  const isUndecided = notInArray(disputes.status, settledStatuses);
  return db.select().from(disputes).where(isUndecided).orderBy(asc(disputes.updatedAt)).limit(limit);
}

export function insertDispute(db: Db, dispute: typeof disputes.$inferInsert): Promise<Dispute> {
  return insertedRow(db.insert(disputes).values(dispute).returning());
}

export async function updateDispute(db: Db, id: string, change: Partial<Dispute>): Promise<void> {
  const set = { ...change, updatedAt: sql`now()` };
  await db.update(disputes).set(set).where(eq(disputes.id, id));
}
