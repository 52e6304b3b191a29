import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';

/** A drizzle database on PostgreSQL or PGlite. */
export type Db = PgDatabase<PgQueryResultHKT>;

/**
 * SQLSTATEs of a conflict with another statement: serialization failure, deadlock, lock not
 * available, unique violation.
 */
const concurrent = new Set<unknown>(['40001', '40P01', '55P03', '23505']);

export function isConcurrent(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  if ('code' in error) return concurrent.has(error.code);
  return 'cause' in error && isConcurrent(error.cause);
}
