import { and, desc, eq, sql, type SQL } from 'drizzle-orm';

import type { Db } from '#platform/db/database.server.ts';

import { taxCollection } from './tables.server.ts';
import { collectionKey, collectionRegions, type Collection } from './tax-collection.ts';

type Region = Record<'country' | 'state', SQL | string>;

/**
 * SQL column: the owner's choice for a region, or null while the question is open. A region without
 * a row, such as one that a later version added, is not collected.
 */
export function collectsIn({ country, state }: Region): SQL<boolean | null> {
  const ofPlace = and(eq(taxCollection.country, country), sql`${taxCollection.state} in (${state}, '')`);
  return sql<boolean | null>`case when exists (select from ${taxCollection}) then coalesce((
    select ${taxCollection.collects} from ${taxCollection} where ${ofPlace} order by ${desc(taxCollection.state)} limit 1
  ), false) end`;
}

/** Returns the owner's choice for a region, or null while the question is open. */
export async function findChoice(db: Db, region: Region): Promise<boolean | null> {
  const { rows } = await db.execute<{ collects: boolean | null }>(sql`select ${collectsIn(region)} as collects`);
  return rows[0]?.collects ?? null;
}

export async function listCollection(db: Db): Promise<Collection> {
  const rows = await db.select().from(taxCollection).orderBy(taxCollection.country, taxCollection.state);
  return rows.length === 0 ? null : rows.filter(({ collects }) => collects).map(collectionKey);
}

/** Locks the choice until the transaction ends, whether it is stored already or not. */
export async function lockCollection(tx: Db): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('tax_collection', 0))`);
}

export async function storeCollection(tx: Db, keys: readonly string[]): Promise<void> {
  await tx.delete(taxCollection);
  await tx
    .insert(taxCollection)
    .values(collectionRegions.map(({ key, country, state }) => ({ country, state, collects: keys.includes(key) })));
}
