import { everyOrder } from '#modules/orders/list-orders.ts';
import { findOrderPage } from '#modules/orders/list-orders.queries.server.ts';
import { isRefusedKey } from '#modules/payments/check-keys.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import { firstPage } from '#platform/db/list-page.server.ts';
import { jobProblems, jobSentence } from '#platform/jobs/job-runs.server.ts';
import { listRefusedWork, refusedSentence } from '#platform/jobs/refused-work.server.ts';

/** Background work that failed or was refused, in words, and the page that handles it. */
export type Trouble = { sentence: string; to: string | null };

/**
 * Returns what background work refused to do, and jobs that fail, are stuck or late, of all
 * processes.
 */
export async function backgroundTroubles(db: Db): Promise<Trouble[]> {
  const refused = (await listRefusedWork(db)).map((one) => ({ sentence: refusedSentence(one), to: one.path }));
  const problems = await jobProblems(db);
  const ofKey = problems.find(({ reason }) => isRefusedKey(reason));
  const failing = problems
    .filter(({ reason }) => !isRefusedKey(reason))
    .map((one) => {
      const reason = one.reason === null ? '' : ` The reason: ${one.reason}`;
      return { sentence: `${jobSentence(one)}${reason}`, to: null };
    });
  // Every job that asks the provider fails then. The owner reads once what to do.
  const key = ofKey === undefined ? [] : [{ sentence: ofKey.reason ?? '', to: '/admin/connections' }];
  return [...key, ...refused, ...failing];
}

export async function recentOrders(db: Db, limit: number) {
  return (await findOrderPage(db, everyOrder, firstPage(limit))).rows;
}
