import { eq, sql } from 'drizzle-orm';
import { expect, vi } from 'vitest';

import { backgroundTroubles } from '#modules/analytics/dashboard.server.ts';
import { mails } from '#modules/email/tables.server.ts';
import { notifyAdmins } from '#modules/notifications/notify-admins.server.ts';
import { notificationRuns } from '#modules/notifications/tables.server.ts';
import type { PaymentsCtx } from '#modules/payments/payments.server.ts';
import { inTransaction } from '#platform/db/transaction.server.ts';
import { edgeJobs } from '#platform/edge/purge-jobs.server.ts';
import { JobRunner, type JobDefinition } from '#platform/jobs/jobs.server.ts';
import { createLog } from '#platform/log/log.server.ts';

import { givenPerson } from '../../tests/support/account.ts';
import { test, type TestShop } from '../../tests/support/shop-test.ts';
import { shopJobs } from './job-registry.server.ts';
import { shopNotices } from './admin-alert-sources.server.ts';

const edge = { kind: 'varnish' as const, urls: ['http://127.0.0.1:9'], token: 'secret' };
const allJobs = (shop: TestShop): JobDefinition<PaymentsCtx>[] => {
  const settings = { ...shop.ctx.settings, edge };
  return [...shopJobs, ...edgeJobs({ settings }, async () => [])];
};

/** The job with its own settings, except that it fails and does not wait long to run again. */
const failing = (job: JobDefinition<PaymentsCtx>): JobDefinition<PaymentsCtx> => ({
  ...job,
  ...(job.everySeconds === undefined ? {} : { everySeconds: 1 }),
  ...(job.isDue === undefined ? {} : { isDue: () => sql`true` }),
  retryDelaySeconds: 1,
  retryDelayMaxSeconds: 1,
  work: () => Promise.reject(new Error(`${job.name} broke`)),
});
let sentences: string[] = [];
let mailed = '';
test.beforeAll(async ({ shop }) => {
  const { ctx, database } = shop;
  const { db } = ctx;
  await givenPerson(shop, 'admin');
  const sources = shopNotices(ctx.settings);
  // The first run of a shop mails nothing.
  await notifyAdmins(ctx, sources);
  const runner = new JobRunner<PaymentsCtx>(database, createLog('silent'));
  const jobs = allJobs(shop);
  await runner.start(jobs.map(failing), ctx, true);
  const queued = jobs.filter((job) => job.everySeconds === undefined && job.isDue === undefined);
  await inTransaction(db, async (tx) => {
    for (const { name } of queued) await runner.enqueue(tx, { name, data: {} });
  });
  await vi.waitFor(
    async () => {
      sentences = (await backgroundTroubles(db)).map(({ sentence }) => sentence);
      if (sentences.length < jobs.length) throw new Error(`only ${sentences.length} are shown`);
    },
    { timeout: 60_000, interval: 500 },
  );
  await runner.stop();
  await db.update(notificationRuns).set({ notifiedAt: sql`now() - interval '1 hour'` });
  await notifyAdmins(ctx, sources);
  const rows = await db.select().from(mails).where(eq(mails.kind, 'admin_notice'));
  mailed = JSON.stringify(rows.map(({ content }) => content));
}, 120_000);

const names = [...shopJobs.map(({ name }) => name), 'purge-edge'];

test.each(names)(
  'a failure of the job %s is on the dashboard and in an email to the admins, with its reason',
  (name) => {
    const found = sentences.find((sentence) => sentence.startsWith(`The background job “${name}” has been failing`));
    expect(found).toContain(`The reason: ${name} broke`);
    expect(mailed).toContain(`Background job “${name}” keeps failing: ${name} broke`);
  },
);

test('every registered job is in the table above', ({ shop }) => {
  expect(allJobs(shop).map(({ name }) => name)).toEqual(names);
});

test('without an email server, emails are not late: the dashboard leads to where it is entered', async ({ shop }) => {
  const sentencesOf = async (sendsMail: boolean) =>
    (await backgroundTroubles(shop.ctx.db, sendsMail)).filter(({ sentence }) => /send-mail|Emails wait/.test(sentence));
  expect(await sentencesOf(true)).toMatchObject([{ to: null }]);
  expect(await sentencesOf(false)).toEqual([
    { sentence: 'Emails wait until you enter an email server.', to: '/admin/connections' },
  ]);
});
