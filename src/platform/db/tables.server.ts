import { integer, pgTable, text } from 'drizzle-orm/pg-core';

import { at } from './columns.server.ts';

/** Always empty: whether a row could be written here tells whether the database takes writes. */
export const writeProbes = pgTable('write_probes', { filler: text('filler').notNull() });

/** Outcome of each job that runs by the clock or by a condition, written by every process that runs it. */
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
