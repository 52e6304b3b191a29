import { and, count, desc, eq, isNull, lt, or } from 'drizzle-orm';

import type { Db } from '#platform/db/database.server.ts';

import { apiKeys } from './tables.server.ts';

export type KeyRow = typeof apiKeys.$inferSelect;

export async function insertKey(db: Db, key: typeof apiKeys.$inferInsert): Promise<KeyRow> {
  const [row] = await db.insert(apiKeys).values(key).returning();
  if (row === undefined) throw new Error('the key was not stored');
  return row;
}

export function listKeys(db: Db): Promise<KeyRow[]> {
  return db.select().from(apiKeys).orderBy(desc(apiKeys.createdAt), desc(apiKeys.id));
}

export async function countInUse(db: Db): Promise<number> {
  const [row] = await db.select({ count: count() }).from(apiKeys).where(isNull(apiKeys.revokedAt));
  return row?.count ?? 0;
}

/** The key that is in use with this hash, or null. */
export async function findInUse(db: Db, hash: string): Promise<KeyRow | null> {
  const rows = await db
    .select()
    .from(apiKeys)
    .where(and(eq(apiKeys.hash, hash), isNull(apiKeys.revokedAt)))
    .limit(1);
  return rows[0] ?? null;
}

/** Ends a key; null when it is unknown or has ended before. */
export async function takeRevoked(db: Db, id: string, at: Date): Promise<KeyRow | null> {
  const rows = await db
    .update(apiKeys)
    .set({ revokedAt: at })
    .where(and(eq(apiKeys.id, id), isNull(apiKeys.revokedAt)))
    .returning();
  return rows[0] ?? null;
}

/** Notes that a key was used, unless that was noted after `before` already. */
export async function updateLastUsed(db: Db, id: string, { now, before }: { now: Date; before: Date }): Promise<void> {
  await db
    .update(apiKeys)
    .set({ lastUsedAt: now })
    .where(and(eq(apiKeys.id, id), or(isNull(apiKeys.lastUsedAt), lt(apiKeys.lastUsedAt, before))));
}
