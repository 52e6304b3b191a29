import type { SQL } from 'drizzle-orm';

import type { Db } from './database.server.ts';

/** Returns the first row that a statement finds, or null. */
export async function firstRow<Row>(found: PromiseLike<Row[]>): Promise<Row | null> {
  return (await found)[0] ?? null;
}

/** Returns the row that an insert stored. Throws if there is none. */
export async function storedRow<Row>(stored: PromiseLike<Row[]>): Promise<Row> {
  const [row] = await stored;
  if (row === undefined) throw new Error('a row was not stored');
  return row;
}

/** True when a statement finds a row, or wrote one that it returns. */
export async function hasRow(found: PromiseLike<unknown[]>): Promise<boolean> {
  return (await found).length > 0;
}

/**
 * Returns the only row of an aggregate query; `Row` names what it selects. Throws unless there is
 * exactly one.
 */
export async function oneRow<Row extends object>(db: Db, query: SQL): Promise<Row> {
  const { rows } = await db.execute(query);
  const [row] = rows;
  if (row === undefined || rows.length > 1) throw new Error(`${rows.length} rows where there is one`);
  return row as Row;
}
