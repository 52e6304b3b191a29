import { sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';

/**
 * Sorts descending, with nulls placed as in an index made with `.desc()`. Otherwise PostgreSQL
 * would sort the whole table.
 */
export const descending = (column: PgColumn) => sql`${column} desc nulls last`;
