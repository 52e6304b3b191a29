import { afterEach, expect, vi, test as baseTest } from 'vitest';

import { backInStock } from '#modules/marketing/marketing.emails.server.ts';
import { accountMails } from '#modules/accounts/accounts.emails.server.ts';
import type { Ctx } from '#platform/ctx.server.ts';
import { inTransaction } from '#platform/db/transaction.server.ts';
import { JobRunner } from '#platform/jobs/jobs.server.ts';

import { mailServerFixture, type MailServer } from '../../../tests/support/mail-server.ts';
import { mailShop } from '../../../tests/support/mail-shop.ts';
import { openShopFor, type TestShop } from '../../../tests/support/shop-test.ts';
import { shopMails } from '#app/mail-registry.server.ts';
import { emailJobs } from './email.jobs.server.ts';
import type { MailKind } from './mail.ts';
import { enqueueMail } from './enqueue-mail.server.ts';

const shopUrl = 'https://halorosa.example';
const marketingMails = 300;
const serverMs = 60;
const runners: { stop(): Promise<void> }[] = [];
const test = baseTest
  .extend('server', mailServerFixture)
  .extend('shop', ({ server }, fixture) =>
    openShopFor(fixture, { settings: { SMTP_URL: server.url, PUBLIC_URL: shopUrl } }),
  );
afterEach(() => Promise.all(runners.splice(0).map((runner) => runner.stop())));

/** Starts the workers of another process on the same database. */
async function startWorkers(shop: TestShop): Promise<void> {
  const jobs = new JobRunner<Ctx>(shop.database, shop.ctx.log);
  runners.push(jobs);
  await jobs.start(emailJobs(shopMails), { ...shop.ctx, jobs }, true);
}

async function enqueue(shop: TestShop, mails: { kind: MailKind; to: string; cause?: string }[]): Promise<void> {
  await inTransaction(shop.ctx.db, async (tx) => {
    for (const { kind, to, cause = to } of mails)
      await enqueueMail(tx, shop.ctx, { kind, to, cause, data: kind.sample(shopUrl) });
  });
}

const recipients = (server: MailServer) => server.taken.map((one) => one.recipients[0]);
const marketing = Array.from({ length: marketingMails }, (_, n) => ({ kind: backInStock, to: `many${n}@example.com` }));

test('a password reset overtakes 300 queued marketing mails, and two processes send each mail once', async ({
  shop,
  server,
}) => {
  server.behave({ slowMs: serverMs });
  await enqueue(shop, marketing);
  await Promise.all([startWorkers(shop), startWorkers(shop)]);
  await vi.waitFor(() => expect(server.taken.length).toBeGreaterThan(10), { timeout: 20_000 });
  const before = server.taken.length;
  await enqueue(shop, [{ kind: accountMails.reset_password, to: 'mia@example.com' }]);
  await vi.waitFor(() => expect(recipients(server)).toContain('mia@example.com'), { timeout: 20_000 });
  const overtaken = recipients(server).indexOf('mia@example.com') - before;
  expect(overtaken).toBeLessThan(100);
  await vi.waitFor(() => expect(server.taken).toHaveLength(marketingMails + 1), { timeout: 60_000, interval: 200 });
  expect(new Set(recipients(server)).size).toBe(marketingMails + 1);
}, 120_000);

test('after an outage all queued mails are sent within a minute, in order per recipient', async ({ shop, server }) => {
  const kinds = [accountMails.verify_email, accountMails.reset_password, accountMails.password_changed];
  await server.refuseConnections();
  for (const [n, kind] of kinds.entries()) await enqueue(shop, [{ kind, to: 'mia@example.com', cause: String(n) }]);
  await enqueue(shop, marketing.slice(0, 20));
  await startWorkers(shop);
  const failed = () => shop.database.pool.query('select from mails where last_error is not null');
  await vi.waitFor(async () => expect((await failed()).rowCount).toBeGreaterThan(2), { timeout: 60_000 });
  await server.acceptConnections();
  const all = kinds.length + 20;
  await vi.waitFor(() => expect(server.taken.length).toBe(all), { timeout: 60_000, interval: 200 });
  const subjects = server.taken.filter((one) => one.recipients[0] === 'mia@example.com').map((one) => one.mail.subject);
  expect(subjects).toEqual(kinds.map((kind) => kind.subject(kind.sample(shopUrl) as never, mailShop)));
}, 150_000);

test('a recipient whose mails hang does not delay other recipients', async ({ shop, server }) => {
  await startWorkers(shop);
  server.behave({ slowFor: 'tarpit@example.com', slowMs: 60_000 });
  const hanging = Array.from({ length: 8 }, (_, n) => ({
    kind: accountMails.password_changed,
    to: 'tarpit@example.com',
    cause: String(n),
  }));
  await enqueue(shop, hanging);
  await vi.waitFor(() => expect(server.asked).toContain('tarpit@example.com'), { timeout: 20_000 });
  await enqueue(shop, marketing.slice(0, 20));
  await vi.waitFor(() => expect(server.taken).toHaveLength(20), { timeout: 60_000, interval: 50 });
  const tries = server.asked.filter((one) => one === 'tarpit@example.com').length;
  expect(tries, 'others were sent before all hanging mails were tried').toBeLessThan(hanging.length);
}, 90_000);
