import { boolean, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

/** The last run of each part of retention; a part is named as in its module's `personal-data.server.ts`. */
export const retentionRuns = pgTable('retention_runs', {
  part: text('part').primaryKey(),
  ranAt: timestamp('ran_at', { withTimezone: true }).notNull().defaultNow(),
  /** False if the part failed, or if more than one run can erase is left. */
  isComplete: boolean('is_complete').notNull(),
  /** When the part last erased everything whose time was over; set to the first run where it never did. */
  completeAt: timestamp('complete_at', { withTimezone: true }).notNull().defaultNow(),
});
