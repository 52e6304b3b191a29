import { findOrderPage } from '#modules/orders/list-orders.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import { jobProblems, jobSentence } from '#platform/jobs/job-runs.server.ts';
import { allTime } from '#shared/day-range.ts';

export { countWaiting } from './dashboard.queries.server.ts';

/** Returns sentences about failing or late background jobs, across all processes. */
export async function failingJobs(db: Db): Promise<string[]> {
  return (await jobProblems(db)).map(jobSentence);
}

export async function recentOrders(db: Db, limit: number) {
  const everything = {
    search: '',
    prefixes: [],
    status: null,
    payment: null,
    heldOnly: false,
    customer: null,
    placed: allTime,
  };
  return (await findOrderPage(db, everything, { size: limit })).orders;
}
