import { sendMailJob } from '#modules/email/enqueue-mail.server.ts';
import { everyOrder } from '#modules/orders/list-orders.ts';
import { findOrderPage } from '#modules/orders/list-orders.queries.server.ts';
import { isRefusedKey } from '#modules/payments/check-keys.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import { firstPage } from '#platform/db/list-page.server.ts';
import { jobProblems, jobSentence } from '#platform/jobs/job-runs.server.ts';
import { listRefusedWork, refusedSentence } from '#platform/jobs/refused-work.server.ts';

/** Background work that failed or was refused, in words, and the page that handles it. */
export type Trouble = { sentence: string; to: string | null };

const emailsWait = { sentence: 'Emails wait until you enter an email server.', to: '/admin/connections' };

/**
 * Returns what background work refused to do, and jobs that fail, are stuck or late, of all
 * processes. Without an email server, emails are not late: they wait for the owner.
 */
export async function backgroundTroubles(db: Db, sendsMail = true): Promise<Trouble[]> {
  const refused = (await listRefusedWork(db)).map((one) => ({ sentence: refusedSentence(one), to: one.path }));
  const problems = await jobProblems(db);
  const ofKey = problems.find(({ reason }) => isRefusedKey(reason));
  const areMailsWaiting = !sendsMail && problems.some(({ job }) => job === sendMailJob);
  const failing = problems
    .filter(({ reason, job }) => !isRefusedKey(reason) && !(areMailsWaiting && job === sendMailJob))
    .map((one) => {
      const reason = one.reason === null ? '' : ` The reason: ${one.reason}`;
      return { sentence: `${jobSentence(one)}${reason}`, to: null };
    });
  // Every job that asks the provider fails then. The owner reads once what to do.
  const key = ofKey === undefined ? [] : [{ sentence: ofKey.reason ?? '', to: '/admin/connections' }];
  return [...(areMailsWaiting ? [emailsWait] : []), ...key, ...refused, ...failing];
}

export async function recentOrders(db: Db, limit: number) {
  return (await findOrderPage(db, everyOrder, firstPage(limit))).rows;
}
