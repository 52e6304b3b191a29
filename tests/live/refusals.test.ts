import { spawn } from 'node:child_process';

import { hashPassword } from 'better-auth/crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { demoAccounts } from '#content/demo-shop.ts';

import { startShopServer } from '../e2e/support/shop-server.ts';
import { administer } from '../support/postgres-cluster.ts';
import { newPostgresDatabase } from '../support/postgres-database.ts';

const [admin, customer] = demoAccounts;
const publicUrl = 'http://localhost:3999';
const ownPage = { 'content-type': 'application/json', origin: publicUrl, 'sec-fetch-site': 'same-origin' };
const newPassword = 'a password that nobody has published';

let database: Awaited<ReturnType<typeof newPostgresDatabase>>;
let live: Record<string, string>;
beforeAll(async () => {
  database = await newPostgresDatabase();
  live = {
    SHOP_MODE: 'live',
    DATABASE_URL: database.url,
    SESSION_SECRET: 'a secret for tests that is long enough to sign with',
    PUBLIC_URL: publicUrl,
    STRIPE_SECRET_KEY: 'sk_test_only_to_start',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_only_to_start',
    STRIPE_WEBHOOK_SECRET: 'whsec_only_to_start',
    SMTP_URL: 'smtp://127.0.0.1:9',
    RATE_LIMITS: 'on',
  };
  const demo = await startShopServer({
    DATABASE_URL: database.url,
    PUBLIC_URL: publicUrl,
    SESSION_SECRET: live.SESSION_SECRET ?? '',
  });
  await demo.stop();
});
afterAll(() => database.drop());

/** Starts the live shop with other settings. Returns its output and exit code. */
function startLive(settings: Record<string, string> = {}): Promise<{ code: number | null; said: string }> {
  const env = { ...process.env, NODE_ENV: 'production', PORT: '0', ...live, ...settings };
  const child = spawn(process.execPath, ['build/server/index.js'], { env });
  let said = '';
  const onOutput = (chunk: Buffer) => {
    said += chunk.toString();
    if (said.includes('is open at')) child.kill('SIGKILL');
  };
  child.stdout.on('data', onOutput);
  child.stderr.on('data', onOutput);
  return new Promise((done) => child.once('close', (code) => done({ code, said: said.trim() })));
}

const refusal = (email = '') =>
  `Can’t start with SHOP_MODE=live: the demo account ${email} still has its published password. Start with SHOP_MODE=demo and change the password or delete the account. Or set DATABASE_URL to an empty database.`;

async function post(url: string, path: string, body: object) {
  const answer = await fetch(url + path, {
    method: 'POST',
    headers: ownPage,
    body: JSON.stringify(body),
  });
  const cookies = answer.headers.getSetCookie().map((one) => one.split(';')[0]);
  return { status: answer.status, cookie: cookies.join('; ') };
}

const sampleOrder = `insert into orders
  (order_number, checkout_id, is_sample, email, status, payment_status, customer, shipping_address, billing_address,
    subtotal_cents, discount_cents, shipping_cents, tax_cents, total_cents)
  values ('HR-SAMPLE22', gen_random_uuid(), true, 'mia@samples.example', 'confirmed', 'paid', '{}', '{}', '{}',
    5900, 0, 0, 0, 5900)`;

test('a live shop refuses to open on the sample orders of a demo', async () => {
  await administer(database.url, sampleOrder);
  expect(await startLive()).toEqual({
    code: 1,
    said: 'Can’t start with SHOP_MODE=live: sample orders in the database would count as sales. Start with SHOP_MODE=demo and remove the sample data in the launch checklist. Or set DATABASE_URL to an empty database.',
  });
  await administer(database.url, 'delete from orders where is_sample');
});

test('a live shop refuses to open on a demo database that a published password can open', async () => {
  expect(await startLive()).toEqual({ code: 1, said: refusal(admin?.email) });

  const hash = await hashPassword(newPassword);
  const ofAdmin = `user_id = (select id from users where email = '${admin?.email}')`;
  await administer(database.url, `update credentials set password = '${hash}' where ${ofAdmin}`);
  expect(await startLive()).toEqual({ code: 1, said: refusal(customer?.email) });

  await administer(database.url, `delete from users where email = '${customer?.email}'`);
  const shop = await startShopServer(live);
  const signedIn = await post(shop.url, '/api/auth/sign-in/email', { email: admin?.email, password: newPassword });
  expect(signedIn.status).toBe(200);
  const early = await fetch(`${shop.url}/admin`, { headers: { cookie: signedIn.cookie }, redirect: 'manual' });
  expect([early.status, early.headers.get('location')]).toEqual([302, '/account/security']);
  await administer(database.url, `update users set two_factor_enabled = true where email = '${admin?.email}'`);
  const sentence = 'Test mode: the payment keys are test keys, so real cards are declined.';
  for (const path of ['/admin', '/admin/orders', '/admin/settings']) {
    const page = await fetch(shop.url + path, { headers: { cookie: signedIn.cookie } });
    expect([path, page.status, (await page.text()).includes(sentence)]).toEqual([path, 200, true]);
  }
  expect(shop.said()).toContain(sentence);
  await shop.stop();
});

test.each([
  [
    { PUBLIC_URL: 'http://shop.example' },
    'SHOP_MODE=live needs an https:// address in PUBLIC_URL. Put a TLS proxy in front of the shop.',
  ],
  [{ SESSION_SECRET: 'x'.repeat(64) }, 'SESSION_SECRET is too easy to guess. Generate one with openssl rand -hex 32.'],
  [
    { SESSION_SECRET: 'please-change-this-session-secret' },
    'SESSION_SECRET is too easy to guess. Generate one with openssl rand -hex 32.',
  ],
  [{ SESSION_SECRET: 'too short' }, 'The setting SESSION_SECRET must have at least 32 characters.'],
  [
    { STRIPE_WEBHOOK_SECRET: 'sk_test_only_to_start' },
    'STRIPE_WEBHOOK_SECRET must start with whsec_. Copy the endpoint’s signing secret.',
  ],
])('a live shop with %o refuses to open', async (settings, said) => {
  expect(await startLive(settings)).toEqual({ code: 1, said });
});

test('a live shop with only a database, a secret and its mode opens, and says where the keys are entered', async () => {
  const left = ['PUBLIC_URL', 'STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET', 'SMTP_URL'];
  const { said } = await startLive(Object.fromEntries(left.map((name) => [name, ''])));
  expect(said).toContain('is open at http://localhost');
  expect(said).toContain('Nobody can pay yet. Enter the payment keys at http://localhost');
});
