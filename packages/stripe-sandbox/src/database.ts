import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';

/** A drizzle database on PostgreSQL or PGlite, or an open transaction of one. */
export type Db = PgDatabase<PgQueryResultHKT>;

/** SQLSTATEs of a refusal because of a concurrent transaction: serialization failure, deadlock, lock not available. */
const concurrent = new Set(['40001', '40P01', '55P03']);

function isConcurrent(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  if ('code' in error && typeof error.code === 'string') return concurrent.has(error.code);
  return 'cause' in error && isConcurrent(error.cause);
}

/** Runs `work` in a transaction, up to four times when a concurrent transaction made it fail. */
export async function inTransaction<T>(db: Db, work: (tx: Db) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db.transaction(work);
    } catch (error) {
      if (attempt === 4 || !isConcurrent(error)) throw error;
    }
  }
}
