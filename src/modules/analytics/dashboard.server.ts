import { everyOrder } from '#modules/orders/list-orders.ts';
import { findOrderPage } from '#modules/orders/list-orders.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import { jobProblems, jobSentence } from '#platform/jobs/job-runs.server.ts';

export { countWaiting } from './dashboard.queries.server.ts';

/** Returns sentences about failing or late background jobs, across all processes. */
export async function failingJobs(db: Db): Promise<string[]> {
  return (await jobProblems(db)).map(jobSentence);
}

export async function recentOrders(db: Db, limit: number) {
  return (await findOrderPage(db, everyOrder, { size: limit })).orders;
}
