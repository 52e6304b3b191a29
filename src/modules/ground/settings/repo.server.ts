import { sql } from 'drizzle-orm';

import type { Db } from '#platform/db/database.server.ts';

import { shopSettings } from './tables.server.ts';

export type Key = 'banner' | 'seller';
type Row = typeof shopSettings.$inferSelect;

/** What is stored, by key. */
export async function listValues(db: Db): Promise<Map<string, Record<string, unknown>>> {
  const rows = await db.select({ key: shopSettings.key, value: shopSettings.value }).from(shopSettings);
  return new Map(rows.map(({ key, value }) => [key, value]));
}

/** Until the transaction ends, nobody else decides about this key, whether it is stored already or not. */
export async function takeKey(tx: Db, key: Key): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`shop_settings ${key}`}, 0))`);
}

export async function upsertValue(tx: Db, key: Key, stored: Pick<Row, 'value' | 'updatedAt'>): Promise<void> {
  await tx
    .insert(shopSettings)
    .values({ key, ...stored })
    .onConflictDoUpdate({ target: shopSettings.key, set: stored });
}
