import { asc, eq, sql } from 'drizzle-orm';

import { pricedOptions, standardOption } from '#modules/shipping/shipping-options.queries.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import { firstRow, insertedRow, rowsOf } from '#platform/db/rows.server.ts';

import type { Cents } from '#shared/money.ts';

import type { RunningPromotion } from './promotions.ts';
import { promotions } from './tables.server.ts';

export type PromotionRow = typeof promotions.$inferSelect;

/** SQL condition: the promotion `p` is enabled and within its dates. */
const isRunning = sql`p.enabled and coalesce(p.starts_at <= now(), true) and coalesce(p.ends_at > now(), true)`;

/** SQL condition: the promotion `p` frees only shipping methods that cost nothing anyway. */
const freesNothing = sql`p.kind = 'free_shipping_over' and not exists (
  select 1 from ${pricedOptions} priced where p.options -> 'methods' ? priced.id
)`;

/**
 * SQL column: the running promotions in order, without those that free nothing. Read with the
 * product, so that no extra query is needed.
 */
export const runningPromotions = sql<RunningPromotion[]>`(
  select coalesce(jsonb_agg(jsonb_build_object('kind', p.kind, 'options', p.options) order by p.position, p.created_at, p.id), '[]')
  from promotions p
  where ${isRunning} and not (${freesNothing})
)`;

/**
 * Price of standard shipping, and the value of the goods from which it is free, in cents.
 * `freeFromCents` is null without such a promotion.
 */
export type StandardShipping = { priceCents: Cents; freeFromCents: Cents | null };

/** Returns the terms of the first active shipping method. Null if there is none. */
export function findStandardShipping(db: Db): Promise<StandardShipping | null> {
  const query = sql`
    select standard.price_cents as "priceCents", (
      select min((p.options ->> 'minGoodsCents')::int) from promotions p
      where ${isRunning} and p.kind = 'free_shipping_over' and p.options -> 'methods' ? standard.id
    ) as "freeFromCents"
    from ${standardOption} standard`;
  return firstRow(rowsOf<StandardShipping>(db, query));
}

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
