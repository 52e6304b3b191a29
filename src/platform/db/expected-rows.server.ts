import { sql, type SQL, type SQLWrapper } from 'drizzle-orm';

import type { Db } from './database.server.ts';

type Explained = { 'QUERY PLAN': { Plan: { 'Plan Rows': number } }[] };

/** About how many rows a query brings, as the database's planner expects it: none is read. */
export async function expectedRows(db: Db, query: SQL): Promise<number> {
  const { rows } = await db.execute<Explained>(sql`explain (format json) ${query}`);
  return rows[0]?.['QUERY PLAN'][0]?.Plan['Plan Rows'] ?? Infinity;
}

/** A moment to sort by that no index has in order: what fits a search is gathered by the search's index first. */
export const unindexed = (moment: SQLWrapper) => sql`(${moment} + interval '0')`;
