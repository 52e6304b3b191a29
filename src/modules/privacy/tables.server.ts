import { boolean, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

/**
 * Last run of each part of retention. Part names are those in the modules'
 * `export-erase.server.ts`.
 */
export const retentionRuns = pgTable('retention_runs', {
  part: text('part').primaryKey(),
  ranAt: timestamp('ran_at', { withTimezone: true }).notNull().defaultNow(),
  /** False if the part failed, or if more is left than one run can erase. */
  isComplete: boolean('is_complete').notNull(),
  /**
   * Last time that nothing past its retention period was left. Set to the first run if that has
   * never happened.
   */
  completeAt: timestamp('complete_at', { withTimezone: true }).notNull().defaultNow(),
});
