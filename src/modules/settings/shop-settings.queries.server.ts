import { sql } from 'drizzle-orm';

import type { Db } from '#platform/db/database.server.ts';

import type { TaxSource } from './shop-settings.ts';
import { shopSettings } from './tables.server.ts';

/** Returns the stored settings by key. */
export async function listSettings(db: Db): Promise<Record<string, unknown>> {
  const rows = await db.select().from(shopSettings);
  return Object.fromEntries(rows.map(({ key, value }) => [key, value]));
}

/** SQL column: the source of tax rates that the owner chose. Null if nobody chose one. */
export const chosenTaxSource = sql<TaxSource | null>`(
  select ${shopSettings.value} ->> 'source' from ${shopSettings} where ${shopSettings.key} = 'taxSource'
)`;

/** Locks a setting until the transaction ends, whether it is stored already or not. */
export async function lockSetting(tx: Db, key: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`shop_settings ${key}`}, 0))`);
}

type StoredValue = Pick<typeof shopSettings.$inferSelect, 'value' | 'updatedAt'>;

export async function upsertSetting(tx: Db, key: string, stored: StoredValue): Promise<void> {
  await tx
    .insert(shopSettings)
    .values({ key, ...stored })
    .onConflictDoUpdate({ target: shopSettings.key, set: stored });
}
