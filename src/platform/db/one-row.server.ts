import type { SQL } from 'drizzle-orm';

import type { Db } from './database.server.ts';

/** The first row that a statement finds, or null. */
export async function firstRow<Row>(found: PromiseLike<Row[]>): Promise<Row | null> {
  return (await found)[0] ?? null;
}

/** The row that an insert stores, which returns it. */
export async function storedRow<Row>(stored: PromiseLike<Row[]>): Promise<Row> {
  const [row] = await stored;
  if (row === undefined) throw new Error('a row was not stored');
  return row;
}

/** Whether a statement finds a row, or wrote one that it returns. */
export async function hasRow(found: PromiseLike<unknown[]>): Promise<boolean> {
  return (await found).length > 0;
}

/** The only row of a query that counts; `Row` names what it selects. */
export async function oneRow<Row extends object>(db: Db, query: SQL): Promise<Row> {
  const { rows } = await db.execute(query);
  const [row] = rows;
  if (row === undefined || rows.length > 1) throw new Error(`${rows.length} rows where there is one`);
  return row as Row;
}
