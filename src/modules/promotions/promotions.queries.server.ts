import { asc, eq, sql, type SQL } from 'drizzle-orm';

import { optionsFreeFrom, pricedOptions, shippingTerms } from '#modules/shipping/shipping-options.queries.server.ts';
import { type StandardShipping, standardShipping } from '#modules/shipping/shipping-terms.ts';
import type { Db } from '#platform/db/database.server.ts';
import { firstRow, insertedRow } from '#platform/db/rows.server.ts';

import { freeShippingOffers, type RunningPromotion } from './promotions.ts';
import { promotions } from './tables.server.ts';

export type PromotionRow = typeof promotions.$inferSelect;

/** SQL condition: the promotion `p` is enabled and within its dates. */
const isRunning = sql`p.enabled and coalesce(p.starts_at <= now(), true) and coalesce(p.ends_at > now(), true)`;

/** SQL condition: the promotion `p` frees only shipping methods that cost nothing anyway. */
const freesNothing = sql`p.kind = 'free_shipping_over' and not exists (
  select 1 from ${pricedOptions} priced where p.options -> 'methods' ? priced.id
)`;

/** SQL rows: the value from which a shipping option is free, as the promotion that it is. */
const offersOfOptions = sql`
  select 'free_shipping_over', jsonb_build_object('minGoodsCents', o.free_from_cents, 'what', o.name, 'methods', jsonb_build_array(o.id)),
    null, null, null, o.sort_order, o.id
  from ${optionsFreeFrom} o`;

/**
 * SQL column: the running promotions in order, then the options that are free from a value. `which`
 * selects among the promotions `p`.
 */
const runningWhere = (which: SQL) => sql<RunningPromotion[]>`(
  select coalesce(jsonb_agg(jsonb_build_object('kind', r.kind, 'options', r.options)
    order by r.position, r.created_at, r.id, r.sort_order, r.option_id), '[]')
  from (
    select p.kind, p.options, p.position, p.created_at, p.id, null::int as sort_order, null as option_id
    from promotions p where ${isRunning} and ${which}
    union all ${offersOfOptions}
  ) r
)`;

/**
 * SQL column: the running promotions in order, without those that free nothing. Read with the
 * product, so that no extra query is needed.
 */
export const runningPromotions = runningWhere(sql`not (${freesNothing})`);

/** Returns what the shop can say of standard shipping. Null if there is no option. */
export async function findStandardShipping(db: Db): Promise<StandardShipping | null> {
  const columns = { ...shippingTerms, promotions: runningWhere(sql`true`) };
  const found = await firstRow(db.select(columns).from(sql`(values (1)) as one`));
  return found === null ? null : standardShipping(found, freeShippingOffers(found.promotions));
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
