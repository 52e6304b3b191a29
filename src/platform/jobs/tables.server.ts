import { integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';

import { timestamptz } from '../db/columns.server.ts';

/**
 * Outcome of each job that runs by the clock or by a condition, written by every process that runs
 * it.
 */
export const jobRuns = pgTable('job_runs', {
  job: text('job').primaryKey(),
  /** Null for a job that runs by a condition: it is never late. */
  everySeconds: integer('every_seconds'),
  succeededAt: timestamptz('succeeded_at').notNull().defaultNow(),
  /** Failures in a row, of all processes. */
  failures: integer('failures').notNull().default(0),
  failingSince: timestamptz('failing_since'),
  /** When a run first did not end before its deadline. Null after a success. */
  stuckSince: timestamptz('stuck_since'),
  lastError: text('last_error'),
});

/**
 * Things that background work refused to do, until they are done, dropped or planned again. A job
 * that fails as a whole is in `job_runs`.
 */
export const refusedWork = pgTable(
  'refused_work',
  {
    job: text('job').notNull(),
    /** Identifies the thing within the job. */
    subject: text('subject').notNull(),
    /** The thing in words, and the reason of the refusal, for the owner. */
    title: text('title').notNull(),
    reason: text('reason').notNull(),
    /** Admin page of the thing. */
    path: text('path').notNull(),
    refusedAt: timestamptz('refused_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.job, table.subject] })],
);
