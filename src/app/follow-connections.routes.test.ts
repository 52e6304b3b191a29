import { Writable } from 'node:stream';

import { pino } from 'pino';
import { expect, inject, vi } from 'vitest';

import { simpleTest } from '#modules/email/test-mail.emails.server.ts';
import { enqueueMail } from '#modules/email/enqueue-mail.server.ts';
import { mayTryMails } from '#modules/email/send-mail.server.ts';
import { editPaymentKeys } from '#modules/payments/edit-payment-keys.server.ts';
import { backgroundTroubles } from '#modules/analytics/dashboard.server.ts';
import { jobRuns } from '#platform/jobs/tables.server.ts';
import { connectionHints, editConnection, unreadableSentence } from '#modules/settings/connections.server.ts';
import { chooseAddress } from '#modules/settings/shop-address.server.ts';
import { applyConnections } from '#platform/env/settings.server.ts';
import { openDatabase } from '#platform/db/database.server.ts';

import { givenPerson, signIn } from '../../tests/support/account.ts';
import { owner } from '../../tests/support/orders.ts';
import { pageCall, signedIn } from '../../tests/support/page-requests.ts';
import { newPostgresDatabase } from '../../tests/support/postgres-database.ts';
import { openProvider } from '../../tests/support/sandbox-over-http.ts';
import {
  fillCart,
  givenProduct,
  givenReadyCheckout,
  givenShipping,
  newVisitor,
  payWith,
} from '../../tests/support/shop-visitor.ts';
import { test as base } from '../../tests/support/shop-test.ts';
import { openTestShop, type TestShop } from '../../tests/support/shop.ts';
import { launchChecks } from '../pages/admin/launch-checks.server.ts';
import { launchSections } from '../pages/admin/launch-checklist.ts';
import { loader as layoutLoader } from '../pages/admin/layout.tsx';
import { shopJobs } from './job-registry.server.ts';
import { followConnections } from './follow-connections.server.ts';

const secretKey = 'sk_test_planted_secret_4X2a';
const publishableKey = 'pk_test_planted_public_7Yqk';
const withinMs = 5_000;

const address = 'https://shop.example';

/** A live shop without an address, payment keys and an email server. */
const live = {
  SHOP_MODE: 'live',
  DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none',
  RATE_LIMITS: 'on',
};

type Opened = { shop: TestShop; stop(): Promise<void> };

/** Number of times that each process was told to drop its pages. */
const drops = new WeakMap<TestShop, number>();

/** Opens a live shop with a connection pool of its own, as another process has. */
async function openProcess(url: string, apiUrl: string): Promise<Opened> {
  const database = await openDatabase({ databaseUrl: url, poolSize: 5, onError: () => undefined });
  const shop = await openTestShop({ database, settings: live });
  // The test provider is on this machine, which a live shop's environment must not name.
  shop.ctx.settings.stripeApiUrl = apiUrl;
  const onChange = () => void drops.set(shop, (drops.get(shop) ?? 0) + 1);
  const follow = await followConnections({ database, ctx: shop.ctx, onChange });
  return {
    shop,
    async stop() {
      await follow();
      await shop.close();
    },
  };
}

// oxlint-disable-next-line no-empty-pattern -- Vitest reads the names of used fixtures from it.
const withPair = base.extend('pair', async ({}, { onCleanup }) => {
  const { url, drop } = await newPostgresDatabase(inject('postgresTemplate'));
  const database = await openDatabase({ databaseUrl: url, poolSize: 5, onError: () => undefined });
  const provider = await openProvider(database);
  const { STRIPE_API_URL } = provider.settings;
  const [one, other] = [await openProcess(url, STRIPE_API_URL), await openProcess(url, STRIPE_API_URL)];
  onCleanup(async () => {
    await Promise.all([one.stop(), other.stop()]);
    await provider.close();
    await database.close();
    await drop();
  });
  return { one: one.shop, other: other.shop };
});

async function choose({ ctx }: TestShop, origin: string) {
  const { version } = (await connectionHints(ctx.db)).address;
  return chooseAddress(ctx, owner, { origin, version });
}

/** Two processes of a shop whose address is chosen. */
const test = withPair.extend('processes', async ({ pair }) => {
  await choose(pair.one, address);
  await vi.waitUntil(() => pair.other.ctx.settings.publicUrl === address, { timeout: withinMs, interval: 20 });
  return pair;
});

async function enterKeys({ ctx }: TestShop) {
  const { version } = (await connectionHints(ctx.db)).payments;
  return editPaymentKeys(ctx, owner, { secretKey, publishableKey, version });
}

async function keyOf(shop: TestShop): Promise<unknown> {
  return (await newVisitor(shop).send('GET', '/get-stripe-config')).body.publishableKey;
}

const noRecords = { spf: 'absent', dkim: 'absent', dmarc: 'absent' } as const;

const launchItem = async ({ ctx }: TestShop, id: string) => {
  const checks = await launchChecks(ctx, async () => noRecords);
  const sections = launchSections(checks, new Map(), { claims: [], legalTexts: [] });
  return sections.flatMap(({ items }) => items).find((item) => item.id === id);
};

test('a live shop starts without keys, refuses checkout with one sentence, and sells in every process once they are entered', async ({
  processes: { one, other },
}) => {
  await givenShipping(one);
  const productId = await givenProduct(one);
  const step = { to: '/admin/connections' };
  expect(await launchItem(one, 'keys')).toMatchObject({ state: 'missing', step });
  expect(await launchItem(one, 'smtp')).toMatchObject({ state: 'missing', step });
  const early = newVisitor(other);
  await fillCart(early, productId);
  expect(await early.send('POST', '/create-payment-intent', {})).toMatchObject({
    status: 422,
    body: {
      error: 'provider_unavailable',
      message: 'The payment provider cannot be reached at the moment. Nothing was charged. Please try again.',
    },
  });

  expect(await enterKeys(one)).toEqual({ ok: true, value: null });
  const begunAt = performance.now();
  await expect.poll(() => keyOf(other), { timeout: withinMs, interval: 50 }).toBe(publishableKey);
  console.warn(`the other process had the key after ${Math.round(performance.now() - begunAt)} ms`);
  const { visitor, secret, intentId } = await givenReadyCheckout(other, productId);
  await payWith(other, secret);
  expect(await visitor.send('POST', '/create-order', { payment_intent_id: intentId })).toMatchObject({ status: 200 });
  expect(await launchItem(other, 'keys')).toMatchObject({
    state: 'missing',
    detail: expect.stringMatching(/^Test keys/),
  });
});

test('a live shop answers at every address until the owner chooses one, and then in every process at that one only', async ({
  pair: { one, other },
}) => {
  const ask = (origin: string) => other.app.request(`${origin}/api/session`);
  const plain = await ask('http://shop.example');
  expect([plain.status, plain.headers.has('strict-transport-security')]).toEqual([200, false]);
  expect((await ask('http://evil.example')).status).toBe(200);
  const { email } = await givenPerson(one, 'admin');
  const early = newVisitor(other);
  expect((await signIn(early, email)).status).toBe(200);
  expect([...early.cookies.keys()].filter((name) => name.startsWith('__Host-'))).toEqual([]);

  expect(await choose(one, 'http://shop.example')).toMatchObject({ ok: false, reason: 'not_encrypted' });
  expect(await choose(one, 'null')).toMatchObject({ ok: false, reason: 'unknown_origin' });
  expect(await choose(one, address)).toMatchObject({ ok: true });
  await expect.poll(async () => (await ask('http://evil.example')).status, { timeout: withinMs }).toBe(421);
  const secure = await ask('http://shop.example');
  expect([secure.status, secure.headers.has('strict-transport-security')]).toEqual([200, true]);
  expect((await ask('http://127.0.0.1:3000')).status).toBe(200);
  expect(await (await other.app.request('/robots.txt')).text()).toContain(`Sitemap: ${address}/sitemap.xml`);
  const late = newVisitor(other);
  expect((await signIn(late, email)).status).toBe(200);
  expect([...late.cookies.keys()].filter((name) => name.startsWith('__Host-shop'))).not.toEqual([]);
  expect((await late.send('GET', '/session')).body.user).toMatchObject({ email });
  await expect.poll(() => [drops.get(one), drops.get(other)], { timeout: withinMs }).toEqual([1, 1]);
});

test('the jobs that ask Stripe for its news do nothing before there are keys', async ({ processes: { one } }) => {
  const names = ['reconcile-recent-payments', 'reconcile-returned-money', 'read-balance-transactions'];
  for (const name of names) {
    const job = shopJobs.find((known) => known.name === name);
    await expect(job?.work(one.ctx, {}), name).resolves.toBeUndefined();
  }
});

test('a key that Stripe refuses later is said once in words, with a link, and not as the names of jobs', async ({
  processes: { one },
}) => {
  await enterKeys(one);
  const { version } = (await connectionHints(one.ctx.db)).payments;
  const value = { secretKey: 'sk_test_wrong_planted_4X2a', publishableKey, webhook: null };
  await editConnection(one.ctx, owner, { name: 'payments', version, hint: '4X2a', value });
  for (const name of ['reconcile-recent-payments', 'read-balance-transactions']) {
    const work = shopJobs.find((job) => job.name === name)?.work(one.ctx, {});
    const lastError = await work?.then(
      () => '',
      (error: unknown) => (error instanceof Error ? error.message : ''),
    );
    await one.ctx.db
      .insert(jobRuns)
      .values({ job: name, everySeconds: 600, failures: 2, failingSince: new Date(), lastError });
  }
  const sentence = 'Stripe refused the key ending in 4X2a. Copy it again from the Stripe dashboard.';
  expect(await backgroundTroubles(one.ctx.db)).toEqual([{ sentence, to: '/admin/connections' }]);
});

test('a process takes a key that was stored while it had no connection, within 5 s', async ({
  processes: { one, other },
}) => {
  const { settings } = other.ctx;
  expect(await keyOf(other)).toBe('');
  await enterKeys(one);
  await expect.poll(() => settings.stripeSecretKey, { timeout: withinMs, interval: 5 }).toBe(secretKey);
  // As if it had never been told: the values that it started with.
  applyConnections(settings, { address });
  await one.database.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'shop listener' and datname = current_database()`,
  );
  await expect.poll(() => keyOf(other), { timeout: withinMs, interval: 50 }).toBe(publishableKey);
});

test('emails of a live shop without a server wait, and may be tried once one is entered in another process', async ({
  processes: { one, other },
}) => {
  const data = { sentAt: 'now', shopUrl: one.ctx.settings.publicUrl };
  await enqueueMail(other.ctx.db, other.ctx, { kind: simpleTest, to: 'mia@example.com', data });
  expect(mayTryMails(other.ctx)).toBe(false);
  const { version } = (await connectionHints(one.ctx.db)).email;
  const value = { url: 'smtp://127.0.0.1:9', from: 'Shop <hello@rosa.shop>' };
  await editConnection(one.ctx, owner, { name: 'email', version, hint: '', value });
  await expect.poll(() => mayTryMails(other.ctx), { timeout: withinMs, interval: 50 }).toBe(true);
  expect(other.ctx.settings.mailFrom).toBe('Shop <hello@rosa.shop>');
});

test('neither a log nor a public page, an API answer or an audit entry has a key, also when one is refused', async ({
  processes: { one, other },
}) => {
  const lines: string[] = [];
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(chunk.toString());
      done();
    },
  });
  for (const { ctx } of [one, other]) ctx.log = pino({ level: 'trace' }, stream);
  const { version } = (await connectionHints(one.ctx.db)).payments;
  const wrong = { secretKey: 'sk_test_wrong_planted_9Zz9', publishableKey, version };
  const refused = await editPaymentKeys(one.ctx, owner, wrong);
  await enterKeys(one);
  await expect.poll(() => keyOf(other), { timeout: withinMs, interval: 50 }).toBe(publishableKey);
  const restored = { ...other.ctx, settings: { ...other.ctx.settings, sessionSecret: 'x'.repeat(40) } };
  const stop = await followConnections({ database: other.database, ctx: restored, onChange: () => undefined });
  await stop();
  const { rows } = await one.database.pool.query<{ row: string }>('select t::text as row from audit_entries t');
  const config = await newVisitor(other).send('GET', '/get-stripe-config');
  const document = await newVisitor(other).send('GET', '/openapi.json');
  const layout = await layoutLoader(pageCall(other, '/admin', signedIn()));
  const read = JSON.stringify([lines, refused, rows, config, document, layout]);
  expect(lines.join('')).toContain(unreadableSentence.slice(0, 40));
  for (const text of [secretKey, 'sk_test_wrong', one.ctx.settings.stripeWebhookSecrets[0] ?? 'no secret'])
    expect(read).not.toContain(text);
});
