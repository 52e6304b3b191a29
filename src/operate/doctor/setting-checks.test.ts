import { once } from 'node:events';
import { mkdirSync, mkdtempSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { SMTPServer } from 'smtp-server';
import { expect, test } from 'vitest';

import { pairVerdict, providerVerdict } from '#modules/payments/check-keys.server.ts';
import { readSettings, SettingsError, type Settings } from '#platform/env/settings.server.ts';

import { runChecks } from './run-checks.server.ts';
import { edgeFinding, mailFinding, taxFinding } from './service-checks.server.ts';
import {
  addressesFinding,
  buyNowFinding,
  clockFinding,
  collectionFinding,
  diskFinding,
  nodeFinding,
  proxyFinding,
  publicUrlFinding,
} from './setting-checks.ts';

test.each([
  ['v24.21.0', 'ok'],
  ['v20.20.0', 'problem'],
  ['v25.0.0', 'problem'],
])('Node %s is %s', (version, state) => {
  expect(nodeFinding(version).state).toBe(state);
});

test('a hosted Buy Now is a warning that names the missing tax and the setting', () => {
  expect(buyNowFinding({ buyNow: 'hosted' })).toMatchObject({
    state: 'warning',
    text: expect.stringContaining('BUY_NOW=hosted charges no tax') as string,
  });
  expect(buyNowFinding({ buyNow: 'own' }).state).toBe('ok');
});

test.each([
  ['live', null, 'warning', 'collects no tax until you decide'],
  ['live', [], 'ok', 'Nowhere'],
  ['live', ['US-NY', 'GB'], 'ok', 'New York, United Kingdom'],
  ['demo', null, 'ok', 'everywhere'],
] as const)('a %s shop that collects tax in %j is %s: %s', (shopMode, collection, state, words) => {
  const finding = collectionFinding(collection, { shopMode });
  expect(finding).toMatchObject({ state, text: expect.stringContaining(words) as string });
});

test.each([
  ['demo', 'http://localhost:3000', 'ok'],
  ['live', 'https://shop.example', 'ok'],
  ['live', 'http://shop.example', 'problem'],
  ['live', 'https://localhost', 'problem'],
] as const)('in a %s shop the address %s is %s', (shopMode, publicUrl, state) => {
  expect(publicUrlFinding({ shopMode, publicUrl }).state).toBe(state);
});

const keys = (secret: string | undefined, publishable: string | undefined, webhook = 'whsec_12345678') => ({
  stripeSecretKey: secret,
  stripePublishableKey: publishable,
  stripeWebhookSecrets: [webhook],
});

test.each([
  ['live', keys('sk_live_abcdefgh', 'pk_live_x'), 'ok'],
  ['live', keys('rk_live_abcdefgh', 'pk_live_x'), 'ok'],
  ['live', keys('sk_live_abcdefgh', 'pk_test_x'), 'problem'],
  ['live', keys('sk_test_abcdefgh', 'pk_test_x'), 'warning'],
  ['demo', keys('sk_test_abcdefgh', 'pk_test_x'), 'ok'],
  ['demo', keys('sk_test_abcdefgh', 'pk_test_x', 'secret'), 'problem'],
  ['demo', keys(undefined, undefined), 'ok'],
  ['live', keys(undefined, undefined), 'problem'],
] as const)('in a %s shop the keys %j are %s', (shopMode, stripeKeys, state) => {
  const finding = pairVerdict({ ...stripeKeys, stripeWebhookSecrets: [...stripeKeys.stripeWebhookSecrets], shopMode });
  expect(finding.state).toBe(state);
  expect(finding.text).not.toContain('abcdefgh');
});

test.each([
  ['live', false, '127.0.0.1', 'warning'],
  ['live', true, '127.0.0.1', 'ok'],
  ['live', false, '0.0.0.0', 'ok'],
  ['demo', false, '127.0.0.1', 'ok'],
] as const)('a %s shop with TRUST_PROXY=%s on %s: %s', (shopMode, trustProxy, host, state) => {
  expect(proxyFinding({ shopMode, trustProxy, host }).state).toBe(state);
});

const carts = (...addresses: string[]) =>
  Array.from({ length: 20 }, (_, index) => addresses[index % addresses.length] ?? '');

test.each([
  ['live', 'twenty carts from one address', carts('198.51.100.9'), ['problem']],
  ['live', 'twenty carts from the own proxy', carts('127.0.0.1'), ['problem']],
  ['demo', 'twenty carts from one address', carts('198.51.100.9'), ['problem']],
  ['demo', 'twenty carts from this machine', carts('127.0.0.1'), []],
  ['live', 'nineteen carts from one address', carts('198.51.100.9').slice(1), []],
  ['live', 'twenty carts from two addresses', carts('198.51.100.9', '203.0.113.7'), ['problem']],
  ['live', 'twenty carts from three addresses', carts('198.51.100.9', '203.0.113.7', '192.0.2.1'), ['problem']],
  ['live', 'twenty carts from four addresses', carts('198.51.100.9', '203.0.113.7', '192.0.2.1', '192.0.2.2'), []],
  ['demo', 'twenty carts from this machine, by both its addresses', carts('127.0.0.1', '::1'), []],
  ['demo', 'twenty carts from this machine and another', carts('127.0.0.1', '192.0.2.1'), ['problem']],
] as const)('in a %s shop, %s are found as %4$j', (shopMode, _case, addresses, states) => {
  const findings = addressesFinding(addresses, { shopMode });
  expect(findings.map(({ state }) => state)).toEqual(states);
  const all = [...new Set(addresses)].join(', ');
  for (const { text } of findings) expect(text).toContain(`20 checkouts all came from ${all}.`);
});

const MB = 1024 * 1024;
test.each([
  [200 * MB - 1, 'problem'],
  [200 * MB, 'warning'],
  [2_000 * MB - 1, 'warning'],
  [2_000 * MB, 'ok'],
])('%d bytes free: %s', (bytes, state) => {
  expect(diskFinding(bytes).state).toBe(state);
});

test.each([
  [0, 'ok'],
  [2_000, 'ok'],
  [-2_001, 'warning'],
  [30_000, 'warning'],
  [-30_001, 'problem'],
])('clocks %d ms apart: %s', (ms, state) => {
  expect(clockFinding(ms).state).toBe(state);
});

const settingsWith = (variables: Record<string, string>) =>
  readSettings({ SESSION_SECRET: 'x'.repeat(32), ...variables });

test('a mail server that accepts the connection is fine and gets no mail; a missing one is a problem', async () => {
  let mails = 0;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onMailFrom: (_address, _session, done) => {
      mails += 1;
      done();
    },
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.server.address() as AddressInfo;
  const settings = settingsWith({ SMTP_URL: `smtp://127.0.0.1:${port}` });
  expect((await mailFinding(settings)).state).toBe('ok');
  expect(mails).toBe(0);
  await new Promise<void>((done) => {
    server.close(done);
  });
  expect((await mailFinding(settings)).state).toBe('problem');
});

/** Runs a check against a provider that gives every call this response. */
async function withProvider<T>(status: number, body: object, ask: (settings: Settings) => Promise<T>): Promise<T> {
  const provider = createServer((_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(body));
  });
  await once(provider.listen(0, '127.0.0.1'), 'listening');
  const { port } = provider.address() as AddressInfo;
  try {
    return await ask(
      settingsWith({
        STRIPE_SECRET_KEY: 'sk_test_abcdefgh',
        STRIPE_PUBLISHABLE_KEY: 'pk_test_x',
        STRIPE_WEBHOOK_SECRET: 'whsec_12345678',
        STRIPE_API_URL: `http://127.0.0.1:${port}`,
      }),
    );
  } finally {
    provider.close();
  }
}

test('a key unknown to the provider is a problem', async () => {
  const error = { type: 'invalid_request_error', message: 'Invalid API Key provided' };
  expect(await withProvider(401, { error }, providerVerdict)).toEqual({
    state: 'problem',
    text: 'Stripe refused the key ending in efgh. Copy it again from the Stripe dashboard.',
  });
});

const stripeTax = (settings: Settings) => taxFinding(settings, 'stripe');

test('the tax check asks for one known place: an inactive service is a problem, an unreachable one is not', async () => {
  const rate = { tax_rate_details: { tax_type: 'sales_tax', percentage_decimal: '8.625' } };
  const parts = [{ ...rate, taxable_amount: 10_000, taxability_reason: 'standard_rated' }];
  const line = { amount: 10_000, amount_tax: 863, tax_behavior: 'exclusive' };
  const answer = (tax_breakdown: object[]) => ({
    object: 'tax.calculation',
    line_items: { data: [{ ...line, tax_breakdown }] },
  });
  expect(await withProvider(200, answer(parts), stripeTax)).toEqual({
    state: 'ok',
    text: 'The tax service responds: 8.625% in San Francisco (94103).',
  });
  const nothing = await withProvider(200, answer([]), stripeTax);
  expect(nothing).toMatchObject({ state: 'ok', text: expect.stringContaining('collects no tax in') });
  const error = { type: 'invalid_request_error', code: 'taxes_calculation_failed', message: 'No origin address' };
  const refused = await withProvider(400, { error }, stripeTax);
  expect(refused).toMatchObject({ state: 'problem', text: expect.stringContaining('(taxes_calculation_failed)') });
  expect(await withProvider(503, { error: { type: 'api_error' } }, stripeTax)).toMatchObject({ state: 'warning' });
  expect(await taxFinding(settingsWith({}), 'table')).toMatchObject({ state: 'ok' });
});

test('an edge cache that refuses purges is a problem, an unreachable one is a warning', async () => {
  let received = '';
  const cache = createServer((request, response) => {
    received = `${request.method} ${request.url}`;
    response.writeHead(request.headers.authorization === 'Bearer the token of the cache' ? 200 : 403).end();
  });
  await once(cache.listen(0, '127.0.0.1'), 'listening');
  const { port } = cache.address() as AddressInfo;
  const urls = [`http://127.0.0.1:${port}`];
  const found = (token: string) => edgeFinding({ edge: { kind: 'varnish', urls, token } });
  expect([(await found('the token of the cache')).state, received]).toEqual(['ok', 'PURGE /nothing']);
  expect(await found('another token of it')).toEqual({
    state: 'problem',
    text: `The edge cache 127.0.0.1:${port} answered 403. Changes may appear up to 70 seconds late. Check EDGE_PURGE_URL and EDGE_PURGE_TOKEN.`,
  });
  cache.closeAllConnections();
  await new Promise((done) => cache.close(done));
  expect((await found('the token of the cache')).state).toBe('warning');
  expect((await edgeFinding({ edge: undefined })).state).toBe('ok');
});

test('an invalid setting is the only finding about settings', async () => {
  const read = () => {
    throw new SettingsError('SHOP_MODE=live needs SMTP_URL.');
  };
  expect(await runChecks(read, 'v24.0.0')).toEqual([
    { state: 'ok', text: 'Node 24.0.0.' },
    { state: 'problem', text: 'SHOP_MODE=live needs SMTP_URL.' },
  ]);
});

test('an unusable database is a problem with its reason, a missing one a warning', async () => {
  const gone = settingsWith({ DATABASE_URL: 'postgres://shop@127.0.0.1:1/shop' });
  const found = await runChecks(() => gone, 'v24.0.0');
  expect(found).toContainEqual({
    state: 'problem',
    text: 'Can’t connect to the database at DATABASE_URL (nothing is listening there). Start the database or correct DATABASE_URL.',
  });
  const fresh = settingsWith({ DATA_DIR: join(tmpdir(), 'no-shop-here') });
  const texts = (await runChecks(() => fresh, 'v24.0.0')).filter(({ state }) => state === 'warning');
  expect(texts.map(({ text }) => text)).toEqual([expect.stringContaining('No shop in')]);
});

test('an unreadable lock file of the data folder is reported with its path and a remedy', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'doctor-'));
  // A folder in place of the lock file cannot be opened, like a file of another user.
  for (const name of ['pg', '.lock']) mkdirSync(join(dataDir, name));
  const found = await runChecks(() => settingsWith({ DATA_DIR: dataDir }), 'v24.0.0');
  const file = join(dataDir, '.lock');
  const text = `The file ${file} cannot be opened. Let the user of the shop read and write it.`;
  expect(found).toContainEqual({ state: 'problem', text });
});
