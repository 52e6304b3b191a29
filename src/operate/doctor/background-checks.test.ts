import { sql } from 'drizzle-orm';
import { expect } from 'vitest';

import { mails } from '#modules/email/tables.server.ts';
import { retentionRuns } from '#modules/privacy/tables.server.ts';
import { jobRuns } from '#platform/jobs/tables.server.ts';

import { test, type TestShop } from '../../../tests/support/shop-test.ts';
import { backgroundFindings, retentionFinding } from './background-checks.server.ts';

const found = async (shop: TestShop) => [...(await backgroundFindings(shop.ctx)), await retentionFinding(shop.ctx)];

test('a shop without failures has no finding about jobs, emails and retention', async ({ shop }) => {
  expect((await found(shop)).map(({ state }) => state)).toEqual(['ok', 'ok', 'ok']);
});

test('failing and late jobs, waiting emails and late retention are found, each with its name and count', async ({
  shop,
}) => {
  const { db } = shop.ctx;
  const day = sql`now() - interval '2 days'`;
  await db.insert(jobRuns).values([
    { job: 'sweep-expired-checkouts', everySeconds: 15, failures: 2, failingSince: day, lastError: 'gone' },
    { job: 'reconcile-payments', everySeconds: 30, failures: 0, succeededAt: day },
    { job: 'tell-refunds', everySeconds: 30, failures: 1, failingSince: day, lastError: 'once' },
  ]);
  const mail = { kind: 'x', toAddress: 'mia@example.com' };
  await db.insert(mails).values([
    { ...mail, messageId: 'late', createdAt: sql`now() - interval '6 minutes'` },
    { ...mail, messageId: 'refused', lastError: 'The mail server refuses it.' },
    { ...mail, messageId: 'fresh' },
  ]);
  await db.insert(retentionRuns).values([
    { part: 'carts', isComplete: false, completeAt: day },
    { part: 'mails', isComplete: false },
  ]);
  const lines = (await found(shop)).map(({ state, text }) => `${state}: ${text.replace(/since \S+Z/, 'since then')}`);
  expect(lines.toSorted()).toEqual([
    'problem: The background job “reconcile-payments” has been overdue since then.',
    'problem: The background job “sweep-expired-checkouts” has been failing since then.',
    'warning: Delayed emails: 1 queued for more than 5 minutes, 1 failed at least once. See Email log in the admin.',
    'warning: Personal data is past its deletion date (carts). Search the log for “personal data could not be erased”.',
  ]);
});
