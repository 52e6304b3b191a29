import { sql, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';

import type { Db } from './database.server.ts';

type Explained = { 'QUERY PLAN': { Plan: { 'Plan Rows': number } }[] };

/** Returns the planner's estimate of a query's row count, without reading any row. */
export async function estimatedRowCount(db: Db, query: SQL): Promise<number> {
  const { rows } = await db.execute<Explained>(sql`explain (format json) ${query}`);
  return rows[0]?.['QUERY PLAN'][0]?.Plan['Plan Rows'] ?? Infinity;
}

/**
 * Sorts descending, with nulls placed as in an index made with `.desc()`. Otherwise PostgreSQL
 * would sort the whole table.
 */
export const descending = (column: PgColumn) => sql`${column} desc nulls last`;
