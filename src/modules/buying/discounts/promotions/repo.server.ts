import { asc, eq, sql } from 'drizzle-orm';

import type { Db } from '#platform/db/database.server.ts';

import { promotions } from './tables.server.ts';

export type PromotionRow = typeof promotions.$inferSelect;
export type PromotionEdit = Omit<PromotionRow, 'id' | 'kind' | 'createdAt' | 'updatedAt'>;

/** In the order in which they apply. */
export function listPromotions(db: Db): Promise<PromotionRow[]> {
  return db.select().from(promotions).orderBy(asc(promotions.position), asc(promotions.createdAt), asc(promotions.id));
}

export async function findPromotion(db: Db, id: string): Promise<PromotionRow | null> {
  const rows = await db.select().from(promotions).where(eq(promotions.id, id));
  return rows[0] ?? null;
}

/** The promotion, locked until the transaction ends. */
export async function findLocked(tx: Db, id: string): Promise<PromotionRow | null> {
  const rows = await tx.select().from(promotions).where(eq(promotions.id, id)).for('update');
  return rows[0] ?? null;
}

export async function insertPromotion(tx: Db, row: PromotionEdit & { kind: string }): Promise<string> {
  const [stored] = await tx.insert(promotions).values(row).returning({ id: promotions.id });
  if (stored === undefined) throw new Error('the promotion was not stored');
  return stored.id;
}

export async function updatePromotion(tx: Db, id: string, edit: PromotionEdit): Promise<void> {
  await tx
    .update(promotions)
    .set({ ...edit, updatedAt: sql`now()` })
    .where(eq(promotions.id, id));
}

export async function deletePromotion(tx: Db, id: string): Promise<void> {
  await tx.delete(promotions).where(eq(promotions.id, id));
}
