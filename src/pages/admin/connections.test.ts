import { eq } from 'drizzle-orm';
import Stripe from 'stripe';
import { expect } from 'vitest';

import { sandboxObjects } from '@halorosa/stripe-sandbox/tables';

import { pageAuth } from '#modules/accounts/auth-service.server.ts';
import { mails } from '#modules/email/tables.server.ts';
import { apiVersion } from '#modules/payments/stripe-client.server.ts';
import { refreshWebhook } from '#modules/payments/edit-payment-keys.server.ts';
import { loadConnections } from '#modules/settings/connections.server.ts';
import { connections } from '#modules/settings/tables.server.ts';
import type { SignedInUser } from '#platform/http/visitor.server.ts';

import { givenAuthenticator, givenSignedIn, password, requestOf } from '../../../tests/support/account.ts';
import { changesOf } from '../../../tests/support/audit-entries.ts';
import { startMailServer } from '../../../tests/support/mail-server.ts';
import { formOf, pageCall } from '../../../tests/support/page-requests.ts';
import { testWithProvider, type TestShop } from '../../../tests/support/shop-test.ts';
import { totpCode } from '../../../tests/support/totp.ts';
import { action, loader } from './connections.tsx';
import { loader as launchLoader } from './launch.tsx';

const path = '/admin/connections';
const address = 'https://shop.example';

const test = testWithProvider(({ settings: { STRIPE_API_URL } }) => ({
  settings: { STRIPE_API_URL, PUBLIC_URL: address },
}));

let owner: SignedInUser;
test.beforeAll(async ({ shop }) => {
  const { visitor } = await givenSignedIn(shop, 'admin');
  owner = (await requestOf(shop, visitor)).user;
});
test.beforeEach(async ({ shop, provider }) => {
  provider.behavior.payments = 'answers';
  await shop.ctx.db.delete(connections);
  await loadConnections(shop.ctx);
});

const shown = (shop: TestShop, user = owner) => loader(pageCall(shop, path, user));

type Sending = { user?: SignedInUser; headers?: Headers };

async function send(shop: TestShop, fields: Record<string, string>, { user = owner, headers }: Sending = {}) {
  const call = pageCall(shop, path, user, formOf({ 'confirm-password': password, ...fields }));
  call.context.set(pageAuth, shop.auth);
  const request = headers === undefined ? call.request : new Request(call.request.url, { method: 'POST', headers });
  const answer = await action({ ...call, request });
  if (answer instanceof Response) throw new Error('the form led elsewhere');
  return { status: answer.init?.status ?? 200, ...answer.data };
}

const secretKey = 'sk_test_planted_secret_4X2a';
const publishableKey = 'pk_test_planted_public_7Yqk';

async function sendKeys(shop: TestShop, fields: Record<string, string> = {}, sending: Sending = {}) {
  const { version } = (await shown(shop)).payments;
  const keys = { 'publishable-key': publishableKey, 'secret-key': secretKey };
  return send(shop, { form: 'payments', version, ...keys, ...fields }, sending);
}

const endpointsOf = async (shop: TestShop) =>
  (await shop.ctx.db.select().from(sandboxObjects).where(eq(sandboxObjects.kind, 'webhook_endpoint'))).map(
    ({ body }) => body as { url: string; api_version: string; enabled_events: string[]; status: string },
  );

test('a key that Stripe refuses is named by its last characters, and nothing is saved', async ({ shop }) => {
  const answer = await sendKeys(shop, { 'secret-key': 'sk_test_wrong_key_4X2a' });
  const sentence = 'Stripe refused the key ending in 4X2a. Copy it again from the Stripe dashboard.';
  expect(answer).toMatchObject({ status: 422, ok: false, issues: { 'secret-key': sentence } });
  expect(JSON.stringify(answer)).not.toContain('sk_test_wrong_key');
  expect(await shop.ctx.db.select().from(connections)).toEqual([]);
  expect(shop.ctx.payments.mode).toBe('sandbox');
});

test.for<[Record<string, string>, string]>([
  [{ 'secret-key': 'copied by mistake' }, 'Enter the secret key.'],
  [{ 'secret-key': '' }, 'Enter the secret key.'],
  [{ 'publishable-key': secretKey }, 'Enter the publishable key.'],
  [{ 'publishable-key': 'pk_live_1234567890abc' }, 'The two keys don’t match.'],
  [
    { 'secret-key': 'sk_live_1234567890abc', 'publishable-key': 'pk_live_1234567890abc' },
    'A demo shop can’t take real',
  ],
  [{ version: 'of another' }, 'Someone else changed this'],
  [{ 'confirm-password': '' }, 'Confirm it’s you'],
  [{ 'confirm-password': 'not the password' }, 'That password or code is incorrect'],
])('the keys %o are refused with one sentence', async ([fields, sentence], { shop }) => {
  const answer = await sendKeys(shop, fields);
  expect(answer).toMatchObject({ ok: false, message: expect.stringContaining(sentence) as string });
  expect(await shop.ctx.db.select().from(connections)).toEqual([]);
});

test('an outage of Stripe is said, and nothing is saved', async ({ shop, provider }) => {
  provider.behavior.payments = 'fails';
  expect(await sendKeys(shop)).toMatchObject({ message: expect.stringContaining('Stripe can’t be reached') as string });
  expect(await shop.ctx.db.select().from(connections)).toEqual([]);
});

test('keys that Stripe accepts are in force at once, sealed, and shown by their last characters only', async ({
  shop,
}) => {
  const before = (await endpointsOf(shop)).length;
  expect(await sendKeys(shop)).toMatchObject({ status: 200, ok: true });
  expect(shop.ctx.payments).toMatchObject({ mode: 'test', publishableKey, sandbox: null });
  expect(await send(shop, { form: 'check' })).toMatchObject({
    ok: true,
    message:
      'The payment keys are a matching pair of test keys. The payment provider responds and accepts the secret key.',
  });
  const page = await shown(shop);
  expect(page.payments).toMatchObject({ secretKeyEnd: '4X2a', publishableKeyEnd: '7Yqk', setBySecretKey: false });
  expect(JSON.stringify(page)).not.toContain('planted');
  expect(JSON.stringify(await shop.ctx.db.select().from(connections))).not.toContain('planted');
  const [entry] = await changesOf(shop.ctx.db, { subject: 'connection:payments' });
  expect(entry).toMatchObject({ action: 'connection.edit', after: { hint: '4X2a' } });
  const made = (await endpointsOf(shop)).slice(before);
  expect(made).toMatchObject([{ url: `${address}/api/stripe-webhook`, api_version: apiVersion, status: 'enabled' }]);
  expect(made[0]?.enabled_events).toContain('charge.dispute.closed');
});

test('an event signed with the secret of the registered webhook is accepted', async ({ shop }) => {
  await sendKeys(shop);
  const payload = JSON.stringify({ id: 'evt_1', object: 'event', type: 'ping', created: 1, data: { object: {} } });
  const post = (secret: string) => {
    const signature = new Stripe('sk_test_x').webhooks.generateTestHeaderString({ payload, secret });
    return shop.app.request('/api/stripe-webhook', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'stripe-signature': signature },
      body: payload,
    });
  };
  const [secret = ''] = shop.ctx.settings.stripeWebhookSecrets;
  expect((await post('whsec_of_somebody')).status).toBe(400);
  expect((await post(secret)).status).toBe(200);
});

test('a changed address registers the webhook again and removes the old one', async ({ shop }) => {
  await sendKeys(shop);
  const [before] = shop.ctx.settings.stripeWebhookSecrets;
  await refreshWebhook(shop.ctx);
  expect(shop.ctx.settings.stripeWebhookSecrets).toEqual([before]);
  const enabledAt = async (origin: string) =>
    (await endpointsOf(shop)).filter(({ status, url }) => status === 'enabled' && url.startsWith(origin)).length;
  const formerly = await enabledAt(address);
  const moved = { ...shop.ctx, settings: { ...shop.ctx.settings, publicUrl: 'https://new.example' } };
  await refreshWebhook(moved);
  expect([await enabledAt(address), await enabledAt('https://new.example')]).toEqual([formerly - 1, 1]);
  expect(moved.settings.stripeWebhookSecrets).not.toEqual([before]);
  expect((await shown(shop)).payments.webhookUrl).toBe('https://new.example/api/stripe-webhook');
});

test('the address is the one at which the page is open, and only where the environment sets none', async ({
  shop,
  openShop,
}) => {
  const fresh = await openShop();
  const { visitor } = await givenSignedIn(fresh, 'admin');
  const { user } = await requestOf(fresh, visitor);
  const from = (origin: string) => ({ user, headers: new Headers({ origin }) });
  const version = async () => (await shown(fresh, user)).address.version;
  const choose = async (origin: string) => send(fresh, { form: 'address', version: await version() }, from(origin));
  expect(await choose('null')).toMatchObject({ ok: false, message: expect.stringContaining('Your browser') as string });
  expect(await choose('https://rosa.shop')).toMatchObject({ ok: true });
  expect(fresh.ctx.settings.publicUrl).toBe('https://rosa.shop');
  const removal = { form: 'address-remove', version: await version(), sure: 'on' };
  expect(await send(fresh, removal, { user })).toMatchObject({ ok: true });
  expect((await shown(fresh, user)).address).toMatchObject({ address: null, setByPublicUrl: false });

  const { version: fixed } = (await shown(shop)).address;
  const answer = await send(shop, { form: 'address', version: fixed }, { headers: new Headers({ origin: address }) });
  expect(answer.message).toBe('The address is set by PUBLIC_URL on the server. Change it there.');
});

test('removed keys are gone everywhere, and a demo plays in its sandbox again', async ({ shop }) => {
  await sendKeys(shop);
  const { version } = (await shown(shop)).payments;
  const question = await send(shop, { form: 'payments-remove', version });
  expect(question.question).toBe('final');
  expect(await send(shop, { form: 'payments-remove', version, sure: 'on' })).toMatchObject({ ok: true });
  expect(shop.ctx.payments.mode).toBe('sandbox');
  expect((await endpointsOf(shop)).at(-1)).toMatchObject({ status: 'deleted' });
});

test('a change needs the authenticator code besides the password, if an authenticator is on', async ({ shop }) => {
  const { visitor } = await givenSignedIn(shop, 'admin');
  const { secret } = await givenAuthenticator(shop, visitor);
  const { user, request } = await requestOf(shop, visitor);
  const by = { user, headers: request.headers };
  const saved = () => shop.ctx.db.select().from(connections);
  expect(await sendKeys(shop, {}, by)).toMatchObject({
    issues: { 'confirm-one-time-code': 'Enter the code from your app' },
  });
  expect(await sendKeys(shop, { 'confirm-one-time-code': '000000' }, by)).toMatchObject({ status: 422, ok: false });
  expect(await saved()).toEqual([]);
  const code = { 'confirm-one-time-code': totpCode(secret, 1) };
  expect(await sendKeys(shop, { ...code, 'confirm-password': 'wrong' }, by)).toMatchObject({ ok: false });
  expect(await saved()).toEqual([]);
  expect(await sendKeys(shop, code, by)).toMatchObject({ ok: true });
  expect(await saved()).toHaveLength(1);
});

test('the email server is tried before it is stored, and then sends what waited', async ({ shop }) => {
  const server = await startMailServer();
  const { hostname: host, port } = new URL(server.url);
  const sendServer = async (fields: Record<string, string>) =>
    send(shop, {
      form: 'email',
      host,
      port,
      user: '',
      from: '',
      ...fields,
      version: (await shown(shop)).email.version,
    });
  try {
    const rejected = await sendServer({ port: '1' });
    expect(rejected.issues.host).toContain('The email server can’t be reached (ESOCKET)');
    for (const [fields, sentence] of [
      [{ host: 'not a name' }, 'Enter the server’s name'],
      [{ port: '70000' }, 'Enter the server’s name'],
      [{ from: 'halorosa' }, 'Enter an email address such as'],
      [{ 'server-password': 'planted password' }, 'Enter the user name'],
    ] as const)
      expect((await sendServer(fields)).message).toContain(sentence);
    expect(shop.ctx.settings.smtpUrl).toBeUndefined();
    expect(await sendServer({ from: 'Shop <hello@rosa.shop>' })).toMatchObject({ ok: true });
    expect((await shown(shop)).email).toMatchObject({ host, port, from: 'Shop <hello@rosa.shop>', isSet: true });
    expect(await send(shop, { form: 'test' })).toMatchObject({
      ok: true,
      message: `Test email sent to ${owner.email}.`,
    });
    const [mail] = await shop.ctx.db.select().from(mails).where(eq(mails.toAddress, owner.email));
    expect(mail?.state).toBe('sent');
    const sections = (await launchLoader(pageCall(shop, '/admin/launch', owner))).sections;
    const items = sections.flatMap((section) => section.items);
    expect(items.find(({ id }) => id === 'smtp')?.state).toBe('done');
  } finally {
    await server.stop();
  }
});

test('the environment has precedence, is named at the field, and is not changed by the form', async ({
  provider,
  openShop,
}) => {
  const smtp = { SMTP_URL: 'smtp://shop:planted-password-4X2a@127.0.0.1:9', MAIL_FROM: 'Shop <hi@shop.example>' };
  const shop = await openShop({ settings: { ...provider.settings, ...smtp, STRIPE_SECRET_KEY: 'sk_test_of_server' } });
  const { visitor } = await givenSignedIn(shop, 'admin');
  const { user } = await requestOf(shop, visitor);
  const { payments, email } = await shown(shop, user);
  expect(payments).toMatchObject({ setBySecretKey: true, setByPublishableKey: true, setByWebhookSecret: true });
  expect(email).toMatchObject({ setBySmtpUrl: true, setByMailFrom: true, host: '127.0.0.1', user: 'shop' });
  expect(email.passwordEnd).toBe('4X2a');
  expect(JSON.stringify({ payments, email })).not.toContain('planted');
  const answer = await sendKeys(shop, {}, { user });
  expect(answer.message).toBe('The payment keys are set by STRIPE_SECRET_KEY on the server. Change them there.');
  expect(shop.ctx.settings.stripeSecretKey).toBe('sk_test_of_server');
});

test('keys sealed with another SESSION_SECRET are said to be unreadable, and the shop goes on without them', async ({
  shop,
  database,
  openShop,
}) => {
  await sendKeys(shop);
  const other = { SESSION_SECRET: 'another secret for tests that is long enough to sign' };
  const restored = await openShop({ database: { ...database, close: async () => undefined }, settings: other });
  expect(await loadConnections(restored.ctx)).toEqual(['payments']);
  expect(restored.ctx.payments.mode).toBe('sandbox');
  expect((await shown(restored)).payments).toMatchObject({ isUnreadable: true, isStored: false, secretKeyEnd: null });
});
