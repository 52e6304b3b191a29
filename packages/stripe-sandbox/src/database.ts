import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';

/** A drizzle database on PostgreSQL or PGlite. */
export type Db = PgDatabase<PgQueryResultHKT>;

/** A statement as it is sent; by its name a connection has the database parse and plan it once. */
type Statement = { name: string; text: string; values: readonly unknown[] };

type Asked<Row> = { execute: Row[]; all: never; values: never };

/** The rows of a statement that every call needs: unlike those that drizzle builds, its text costs nothing. */
export function ask<Row extends unknown[]>(db: Db, { name, text, values }: Statement): Promise<Row[]> {
  const query = { sql: text, params: [...values] };
  const asRows = (rows: unknown[][]) => rows as Row[];
  return db._.session.prepareQuery<Asked<Row>>(query, undefined, name, false, asRows).execute();
}

/** SQLSTATEs of a refusal because of another statement: serialization failure, deadlock, lock not available, a row that is there by now. */
const concurrent = new Set<unknown>(['40001', '40P01', '55P03', '23505']);

export function isConcurrent(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  if ('code' in error) return concurrent.has(error.code);
  return 'cause' in error && isConcurrent(error.cause);
}
