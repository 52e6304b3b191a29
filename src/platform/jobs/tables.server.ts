import { integer, pgTable, text } from 'drizzle-orm/pg-core';

import { at } from '../db/columns.server.ts';

/**
 * Outcome of each job that runs by the clock or by a condition, written by every process that runs
 * it.
 */
export const jobRuns = pgTable('job_runs', {
  job: text('job').primaryKey(),
  /** Null for a job that runs by a condition: it is never late. */
  everySeconds: integer('every_seconds'),
  succeededAt: at('succeeded_at').notNull().defaultNow(),
  /** Failures in a row, of all processes. */
  failures: integer('failures').notNull().default(0),
  failingSince: at('failing_since'),
  lastError: text('last_error'),
});
