import { bigint, integer, pgTable } from 'drizzle-orm/pg-core';

import { timestamptz } from '../db/columns.server.ts';

/** The latest backup that `npm run backup` has written: one row. */
export const latestBackup = pgTable('latest_backup', {
  id: integer('id').primaryKey(),
  finishedAt: timestamptz('finished_at').notNull().defaultNow(),
  bytes: bigint('bytes', { mode: 'number' }).notNull(),
});
