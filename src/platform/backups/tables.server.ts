import { bigint, integer, pgTable } from 'drizzle-orm/pg-core';

import { at } from '../db/columns.server.ts';

/** The latest backup that `npm run backup` has written: one row. */
export const latestBackup = pgTable('latest_backup', {
  id: integer('id').primaryKey(),
  finishedAt: at('finished_at').notNull().defaultNow(),
  bytes: bigint('bytes', { mode: 'number' }).notNull(),
});
