import { asc, eq, sql } from 'drizzle-orm';

import type { Db } from '#platform/db/database.server.ts';
import { firstRow, insertedRow } from '#platform/db/rows.server.ts';

import type { RunningPromotion } from './promotions.ts';
import { promotions } from './tables.server.ts';

export type PromotionRow = typeof promotions.$inferSelect;

/**
 * SQL column: the running promotions in order. Read with the product, so that no extra query is
 * needed.
 */
export const runningPromotions = sql<RunningPromotion[]>`(
  select coalesce(jsonb_agg(jsonb_build_object('kind', p.kind, 'options', p.options) order by p.position, p.created_at, p.id), '[]')
  from promotions p
  where p.enabled and coalesce(p.starts_at <= now(), true) and coalesce(p.ends_at > now(), true)
)`;

/** Returns all promotions in the order in which they apply. */
export function listPromotionRows(db: Db): Promise<PromotionRow[]> {
  const { position, createdAt, id } = promotions;
  return db.select().from(promotions).orderBy(asc(position), asc(createdAt), asc(id));
}

export function findPromotion(db: Db, id: string): Promise<PromotionRow | null> {
  return firstRow(db.select().from(promotions).where(eq(promotions.id, id)));
}

/** Returns a promotion locked until the transaction ends, or null. */
export function lockPromotion(tx: Db, id: string): Promise<PromotionRow | null> {
  return firstRow(tx.select().from(promotions).where(eq(promotions.id, id)).for('update'));
}

/** Stores a promotion and returns its id. */
export async function insertPromotion(tx: Db, promotion: typeof promotions.$inferInsert): Promise<string> {
  return (await insertedRow(tx.insert(promotions).values(promotion).returning())).id;
}

export async function updatePromotion(tx: Db, id: string, change: Partial<PromotionRow>): Promise<void> {
  await tx
    .update(promotions)
    .set({ ...change, updatedAt: sql`now()` })
    .where(eq(promotions.id, id));
}

export async function deletePromotionRow(tx: Db, id: string): Promise<void> {
  await tx.delete(promotions).where(eq(promotions.id, id));
}
