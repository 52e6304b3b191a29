import { type SQL, sql, type GetColumnData, type SQLWrapper } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';

import type { Db } from './database.server.ts';

/** Returns the first row that a statement finds, or null. */
export async function firstRow<Row>(found: PromiseLike<Row[]>): Promise<Row | null> {
  return (await found)[0] ?? null;
}

/** Returns the row that an insert stored. Throws if there is none. */
export async function insertedRow<Row>(stored: PromiseLike<Row[]>): Promise<Row> {
  const [row] = await stored;
  if (row === undefined) throw new Error('a row was not stored');
  return row;
}

/** True when a statement finds a row, or wrote one that it returns. */
export async function hasRow(found: PromiseLike<unknown[]>): Promise<boolean> {
  return (await found).length > 0;
}

/** Returns the rows of a query; `Row` names what it selects. */
export async function rowsOf<Row extends object>(db: Db, query: SQL): Promise<Row[]> {
  return (await db.execute(query)).rows as Row[];
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

type Columns = Record<string, PgColumn>;
type Row<C extends Columns> = { [Name in keyof C]: GetColumnData<C[Name]> };

/** Names and columns as arguments of `json_build_object`. */
export const jsonPairs = (columns: Record<string, SQLWrapper>): SQL =>
  sql.join(
    Object.entries(columns).map(([name, column]) => sql`${sql.raw(`'${name}'`)}, ${column}`),
    sql`, `,
  );

/**
 * Subquery that returns related rows as JSON: the rows of `from` (tables, conditions) by `order`,
 * with dates decoded.
 */
export function jsonRows<C extends Columns>(columns: C, { from, order }: { from: SQL; order: SQL }): SQL<Row<C>[]> {
  const moments = Object.keys(columns).filter((name) => columns[name]?.dataType === 'date');
  const decode = (rows: Record<string, unknown>[]) => {
    for (const row of rows) {
      for (const name of moments) if (typeof row[name] === 'string') row[name] = new Date(row[name]);
    }
    return rows as Row<C>[];
  };
  return sql`(
    select coalesce(json_agg(json_build_object(${jsonPairs(columns)}) order by ${order}), '[]') from ${from}
  )`.mapWith(decode);
}
