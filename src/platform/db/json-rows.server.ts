import { sql, type GetColumnData, type SQL, type SQLWrapper } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';

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
