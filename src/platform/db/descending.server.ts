import { sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';

/** From the newest or greatest down, with the place of nulls as an index by `.desc()` has it: without it PostgreSQL would sort everything. */
export const descending = (column: PgColumn) => sql`${column} desc nulls last`;
