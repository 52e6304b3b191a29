import { eq } from 'drizzle-orm';
import Stripe from 'stripe';
import { beforeAll, expect, test } from 'vitest';

import type { Db } from '../database.ts';
import { openEmbedded } from '../embedded-database.ts';
import { createSandbox, type Sandbox } from '../sandbox.ts';
import { sandboxEvents, sandboxObjects } from '../tables.ts';

let db: Db;
let sandbox: Sandbox;
let stripe: Stripe;
const delivered: { body: string; signature: string }[] = [];
beforeAll(async () => {
  db = await openEmbedded();
  const deliver = async (body: string, signature: string) => {
    delivered.push({ body, signature });
    return 200;
  };
  sandbox = createSandbox({ db, publicUrl: 'http://shop.test', webhook: { secret: 'whsec_page', deliver } });
  stripe = new Stripe('sk_test_page', { httpClient: Stripe.createFetchHttpClient(sandbox.fetch) });
});

const soon = (minutes: number) => Math.floor(Date.now() / 1000) + minutes * 60;
const line = (name: string, unit_amount: number, quantity: number) => ({
  quantity,
  price_data: { currency: 'usd', unit_amount, product_data: { name } },
});

type SessionParams = Stripe.Checkout.SessionCreateParams;

function sessionParams(change: SessionParams = {}): SessionParams {
  const metadata = { checkout_id: 'c1', snapshot: '2' };
  return {
    mode: 'payment',
    line_items: [line('Wand <b>bold</b>', 5_900, 2)],
    success_url: 'http://shop.test/checkout-success?session_id={CHECKOUT_SESSION_ID}',
    cancel_url: 'http://shop.test/checkout-cancelled?session_id={CHECKOUT_SESSION_ID}',
    expires_at: soon(60),
    metadata,
    payment_intent_data: { metadata },
    shipping_address_collection: { allowed_countries: ['US', 'GB'] },
    phone_number_collection: { enabled: true },
    ...change,
  };
}

const read = (id: string) => stripe.checkout.sessions.retrieve(id);

async function intentOf(id: string): Promise<string> {
  const { payment_intent } = await read(id);
  return typeof payment_intent === 'string' ? payment_intent : '';
}

async function createPage() {
  const session = await stripe.checkout.sessions.create(sessionParams());
  return { session, path: new URL(session.url ?? '').pathname.replace('/sandbox', '') };
}

const form = {
  email: 'mia@example.com',
  name: 'Mia Rose',
  line1: '1 Market Street',
  city: 'San Francisco',
  state: 'CA',
  postal_code: '94103',
  country: 'US',
  phone: '415 555 0132',
  number: '4242 4242 4242 4242',
  expiry: '12 / 40',
  code: '123',
};

async function open(path: string) {
  const page = await sandbox.routes.request(path);
  return { status: page.status, headers: page.headers, text: await page.text() };
}

async function post(path: string, fields: Record<string, string>) {
  const answer = await sandbox.routes.request(path, { method: 'POST', body: new URLSearchParams(fields) });
  return { status: answer.status, to: answer.headers.get('location'), text: await answer.text() };
}

/** Returns the types of the provider's events about a payment. */
async function eventTypesOf(intentId: string): Promise<string[]> {
  const rows = await db.select().from(sandboxEvents);
  const events = rows.map(
    ({ body }) => JSON.parse(body) as { type: string; data: { object: Record<string, unknown> } },
  );
  return events
    .filter(({ data }) => data.object.id === intentId || data.object.payment_intent === intentId)
    .map(({ type }) => type)
    .toSorted();
}

test('the page shows that it is a sandbox, the items and the total, and runs no script', async () => {
  const { path, session } = await createPage();
  const { status, headers, text } = await open(path);
  expect(status).toBe(200);
  expect(text).toContain('<title>Payment sandbox</title>');
  expect(text).toContain('Wand &lt;b&gt;bold&lt;/b&gt;');
  expect(text).toContain('Pay $118.00');
  expect(text).toContain(`href="http://shop.test/checkout-cancelled?session_id=${session.id}"`);
  expect(text).not.toContain('<script');
  expect(headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(headers.get('content-security-policy')).toContain("form-action 'self' http://shop.test");
  expect(headers.get('cache-control')).toBe('no-store');
});

test("a customer who pays returns with the session’s id, and the payment has the session's data", async () => {
  const { path, session } = await createPage();
  const paid = await post(path, form);
  expect(paid).toMatchObject({ status: 303, to: `http://shop.test/checkout-success?session_id=${session.id}` });
  const after = await read(session.id);
  expect(after).toMatchObject({ status: 'complete', payment_status: 'paid', amount_total: 11_800, url: null });
  expect(after.customer_details).toMatchObject({ email: 'mia@example.com', name: 'Mia Rose', phone: '415 555 0132' });
  const intent = await stripe.paymentIntents.retrieve(await intentOf(session.id));
  expect(intent).toMatchObject({ status: 'succeeded', amount_received: 11_800, metadata: { checkout_id: 'c1' } });
  expect(intent.shipping).toEqual({
    name: 'Mia Rose',
    phone: '415 555 0132',
    address: {
      line1: '1 Market Street',
      line2: null,
      city: 'San Francisco',
      state: 'CA',
      postal_code: '94103',
      country: 'US',
    },
  });
  expect(await eventTypesOf(intent.id)).toEqual(['checkout.session.completed', 'payment_intent.succeeded']);
  expect(await open(path)).toMatchObject({ status: 303 });
});

test('a payment is made once, however often the form is sent', async () => {
  const { path, session } = await createPage();
  const answers = await Promise.all([post(path, form), post(path, form), post(path, form)]);
  expect(answers.map(({ status }) => status)).toEqual([303, 303, 303]);
  expect(await eventTypesOf(await intentOf(session.id))).toEqual([
    'checkout.session.completed',
    'payment_intent.succeeded',
  ]);
});

test('a declined card shows an error, keeps the typed values, and another card pays the same payment', async () => {
  const { path, session } = await createPage();
  const declined = await post(path, { ...form, number: '4000 0000 0000 9995' });
  expect(declined.status).toBe(422);
  expect(declined.text).toContain('Your card has insufficient funds.');
  expect(declined.text).toContain('value="1 Market Street"');
  const payment_intent = await intentOf(session.id);
  expect(await post(path, form)).toMatchObject({ status: 303 });
  expect(await read(session.id)).toMatchObject({ payment_status: 'paid', payment_intent });
});

test.each([
  [{ email: 'mia' }, 'Your email is incomplete.'],
  [{ number: '4242 4242 4242 4241' }, 'Your card number is invalid.'],
  [{ expiry: '13 / 40' }, 'Your card&#39;s expiration date is invalid.'],
  [{ expiry: '12 / 20' }, 'Your card&#39;s expiration year is in the past.'],
  [{ expiry: '1' }, 'Your card&#39;s expiration date is incomplete.'],
  [{ code: '1' }, 'Your card&#39;s security code is incomplete.'],
  [{ name: ' ' }, 'Please enter your full name.'],
  [{ line1: '' }, 'Please enter your address.'],
  [{ country: 'DE' }, 'Please choose your country.'],
])('%j is answered with one message, and nothing is paid', async (change, sentence) => {
  const { path, session } = await createPage();
  const answer = await post(path, { ...form, ...change });
  expect(answer.status).toBe(422);
  expect(answer.text.replaceAll('&#x27;', '&#39;')).toContain(sentence);
  expect(answer.text).not.toContain('value="123"');
  expect(await read(session.id)).toMatchObject({ status: 'open', payment_intent: null });
});

test.each([
  ['yes', 303, 'paid'],
  ['no', 422, 'unpaid'],
])('3-D Secure answered with "%s" sets the payment status', async (passed, status, payment_status) => {
  const { path, session } = await createPage();
  const asking = await post(path, { ...form, number: '4000 0025 0000 3155' });
  expect(asking).toMatchObject({ status: 200 });
  expect(asking.text).toContain('Complete authentication');
  expect(await open(path)).toMatchObject({ status: 200, text: asking.text });
  expect(await post(`${path}/authenticate`, { passed })).toMatchObject({ status });
  expect(await read(session.id)).toMatchObject({ payment_status });
});

test('a processing payment completes the session unpaid, and is paid later', async () => {
  const { path, session } = await createPage();
  expect(await post(path, { ...form, number: '4000 0000 0000 0077' })).toMatchObject({ status: 303 });
  expect(await read(session.id)).toMatchObject({ status: 'complete', payment_status: 'unpaid' });
  await sandbox.settle(new Date(Date.now() + 60_000));
  expect(await read(session.id)).toMatchObject({ status: 'complete', payment_status: 'paid' });
});

test('an expired page charges nobody, and cancels a payment that was started', async () => {
  const { path, session } = await createPage();
  await post(path, { ...form, number: '4000 0000 0000 0002' });
  const [row] = await db.select().from(sandboxObjects).where(eq(sandboxObjects.id, session.id));
  if (row?.body.object !== 'checkout.session') throw new Error('no session');
  const past = { ...row.body, expires_at: Math.floor(Date.now() / 1000) };
  await db.update(sandboxObjects).set({ body: past }).where(eq(sandboxObjects.id, session.id));
  const late = await post(path, form);
  expect(late.status).toBe(410);
  expect(late.text).toContain('This payment page has expired. You were not charged.');
  expect(await read(session.id)).toMatchObject({ status: 'expired', payment_status: 'unpaid', url: null });
  expect(await stripe.paymentIntents.retrieve(await intentOf(session.id))).toMatchObject({ status: 'canceled' });
});

test('the shop can expire an open page, and no other', async () => {
  const { path, session } = await createPage();
  expect(await stripe.checkout.sessions.expire(session.id)).toMatchObject({ status: 'expired' });
  await expect(stripe.checkout.sessions.expire(session.id)).rejects.toThrow('Only Checkout Sessions');
  expect(await open(path)).toMatchObject({ status: 410 });
  expect(await open('/checkout/cs_test_none')).toMatchObject({ status: 404 });
});

test.each([
  [{ expires_at: soon(1) }, 'expires_at'],
  [{ line_items: [] }, 'line_items'],
  [{ line_items: [line('Pin', 49, 1)] }, 'at least 50 cents'],
])('the provider creates no page for %j', async (change, reason) => {
  await expect(stripe.checkout.sessions.create(sessionParams(change))).rejects.toThrow(reason);
});

test('every event is delivered with a signature that the SDK accepts', async () => {
  await sandbox.deliverEvents();
  const rows = await db.select().from(sandboxEvents);
  expect(rows.length).toBeGreaterThan(10);
  expect(rows.filter(({ attempts, deliveredAt }) => attempts > 0 && deliveredAt === null)).toEqual([]);
  for (const { body, signature } of delivered) {
    expect(stripe.webhooks.constructEvent(body, signature, 'whsec_page').object).toBe('event');
  }
});
