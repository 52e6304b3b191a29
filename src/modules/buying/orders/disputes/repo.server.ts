import { and, asc, eq, sql } from 'drizzle-orm';

import type { Db } from '#platform/db/database.server.ts';

import { disputes } from '../tables.server.ts';

export type DisputeRow = typeof disputes.$inferSelect;
export type NewDispute = typeof disputes.$inferInsert;

export async function findByProvider(db: Db, providerId: string): Promise<DisputeRow | null> {
  const rows = await db.select().from(disputes).where(eq(disputes.providerId, providerId)).limit(1);
  return rows[0] ?? null;
}

export async function insertDispute(db: Db, dispute: NewDispute): Promise<DisputeRow> {
  const [row] = await db.insert(disputes).values(dispute).returning();
  if (row === undefined) throw new Error('the dispute was not stored');
  return row;
}

export async function updateDispute(db: Db, id: string, change: Partial<NewDispute>): Promise<void> {
  await db
    .update(disputes)
    .set({ ...change, updatedAt: sql`now()` })
    .where(eq(disputes.id, id));
}

export function listOfPayment(db: Db, intentId: string): Promise<DisputeRow[]> {
  return db.select().from(disputes).where(eq(disputes.paymentIntentId, intentId)).orderBy(asc(disputes.createdAt));
}

/** Disputes that the provider has not decided yet, as far as the shop heard. */
export function listUndecided(db: Db, limit: number): Promise<DisputeRow[]> {
  return db
    .select()
    .from(disputes)
    .where(and(sql`${disputes.status} not in ('won', 'lost', 'warning_closed', 'prevented')`))
    .orderBy(asc(disputes.updatedAt))
    .limit(limit);
}
