import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';

/** A drizzle database on PostgreSQL or PGlite. */
export type Db = PgDatabase<PgQueryResultHKT>;

/** A prepared statement. By its name, a connection parses and plans it once. */
type Statement = { name: string; text: string; values: readonly unknown[] };

type PreparedRows<Row> = { execute: Row[]; all: never; values: never };

/**
 * Runs a statement that every call needs. Its text is constant, so nothing is built as with
 * Drizzle.
 */
export function ask<Row extends unknown[]>(db: Db, { name, text, values }: Statement): Promise<Row[]> {
  const query = { sql: text, params: [...values] };
  const asRows = (rows: unknown[][]) => rows as Row[];
  return db._.session.prepareQuery<PreparedRows<Row>>(query, undefined, name, false, asRows).execute();
}

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
