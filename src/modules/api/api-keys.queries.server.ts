import { and, desc, eq, isNull, lt, or } from 'drizzle-orm';

import type { Db } from '#platform/db/database.server.ts';
import { firstRow } from '#platform/db/rows.server.ts';

import { apiKeys } from './tables.server.ts';

export type KeyRow = typeof apiKeys.$inferSelect;

const isInUse = isNull(apiKeys.revokedAt);

/** Lists all keys, newest first, including revoked ones. */
export async function listKeys(db: Db): Promise<KeyRow[]> {
  return db.select().from(apiKeys).orderBy(desc(apiKeys.createdAt), desc(apiKeys.id));
}

export function countKeysInUse(db: Db): Promise<number> {
  return db.$count(apiKeys, isInUse);
}

export async function insertKey(tx: Db, key: typeof apiKeys.$inferInsert): Promise<void> {
  await tx.insert(apiKeys).values(key);
}

/** Revokes a key that is in use and returns it. Null if there is none. */
export function markRevoked(tx: Db, id: string, revokedAt: Date): Promise<KeyRow | null> {
  const isThis = and(eq(apiKeys.id, id), isInUse);
  return firstRow(tx.update(apiKeys).set({ revokedAt }).where(isThis).returning());
}

export function findKeyInUse(db: Db, hash: string): Promise<KeyRow | null> {
  return firstRow(
    db
      .select()
      .from(apiKeys)
      .where(and(eq(apiKeys.hash, hash), isInUse)),
  );
}

/** Stores the time of a key's use, unless a use since `before` is stored. */
export async function storeUse(db: Db, id: string, { at, before }: { at: Date; before: Date }): Promise<void> {
  const isOld = or(isNull(apiKeys.lastUsedAt), lt(apiKeys.lastUsedAt, before));
  await db
    .update(apiKeys)
    .set({ lastUsedAt: at })
    .where(and(eq(apiKeys.id, id), isOld));
}
