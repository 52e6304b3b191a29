import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { openTestShop, type TestShop } from '../../../../../tests/support/shop.ts';
import type { NewHostedSession } from '../../hosted.server.ts';
import { sandboxEvents, sandboxObjects } from '../../tables.server.ts';
import { finishProcessing } from '../confirm.server.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop({ settings: { PUBLIC_URL: 'http://shop.test' } });
});
afterAll(() => shop.close());

function asked(change: Partial<NewHostedSession> = {}): NewHostedSession {
  return {
    checkoutId: crypto.randomUUID(),
    quoteVersion: 2,
    attempt: 1,
    lines: [{ name: 'Wand <b>bold</b>', unitAmountCents: 5_900, quantity: 2 }],
    successUrl: 'http://shop.test/checkout-success?session_id={CHECKOUT_SESSION_ID}',
    cancelUrl: 'http://shop.test/checkout-cancelled?session_id={CHECKOUT_SESSION_ID}',
    expiresAt: new Date(Date.now() + 3_600_000),
    countries: ['US', 'GB'],
    ...change,
  };
}

async function givenPage(change: Partial<NewHostedSession> = {}) {
  const wanted = asked(change);
  const session = await shop.ctx.payments.createHostedSession(wanted);
  return { ...wanted, session, path: new URL(session.url ?? '').pathname };
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
  const page = await shop.app.request(path);
  return { status: page.status, headers: page.headers, text: await page.text() };
}

async function post(path: string, fields: Record<string, string>) {
  const answer = await shop.app.request(path, { method: 'POST', body: new URLSearchParams(fields) });
  return { status: answer.status, to: answer.headers.get('location'), text: await answer.text() };
}

/** What the provider has to tell of a payment, by its types. */
async function toldOf(intentId: string): Promise<string[]> {
  const rows = await shop.ctx.db.select().from(sandboxEvents);
  const events = rows.map(
    ({ body }) => JSON.parse(body) as { type: string; data: { object: Record<string, unknown> } },
  );
  return events
    .filter(({ data }) => data.object.id === intentId || data.object.payment_intent === intentId)
    .map(({ type }) => type)
    .toSorted();
}

test('the page says that it is a sandbox, what is bought and for how much, and runs nothing', async () => {
  const { path, session } = await givenPage();
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

test('who pays comes back with the session’s id, and the payment names the checkout as one of the shop’s own form does', async () => {
  const { path, session, checkoutId } = await givenPage();
  const paid = await post(path, form);
  expect(paid).toMatchObject({ status: 303, to: `http://shop.test/checkout-success?session_id=${session.id}` });
  const after = await shop.ctx.payments.readHostedSession(session.id);
  expect(after).toMatchObject({ status: 'complete', isPaid: true, totalCents: 11_800, url: null, checkoutId });
  expect(after).toMatchObject({ email: 'mia@example.com', name: 'Mia Rose', phone: '415 555 0132' });
  const intent = await shop.ctx.payments.readIntent(after.intentId ?? '');
  expect(intent).toMatchObject({ status: 'succeeded', amountReceivedCents: 11_800, checkoutId, quoteVersion: 2 });
  expect(intent.shipping).toEqual({
    name: 'Mia Rose',
    phone: '415 555 0132',
    street: '1 Market Street',
    line2: null,
    city: 'San Francisco',
    state: 'CA',
    postalCode: '94103',
    country: 'US',
  });
  expect(await toldOf(intent.id)).toEqual(['checkout.session.completed', 'payment_intent.succeeded']);
  expect(await open(path)).toMatchObject({ status: 303 });
});

test('a payment is made once, however often the form is sent', async () => {
  const { path, session } = await givenPage();
  const answers = await Promise.all([post(path, form), post(path, form), post(path, form)]);
  expect(answers.map(({ status }) => status)).toEqual([303, 303, 303]);
  const { intentId } = await shop.ctx.payments.readHostedSession(session.id);
  expect(await toldOf(intentId ?? '')).toEqual(['checkout.session.completed', 'payment_intent.succeeded']);
});

test('a declined card is told, nothing typed is lost, and another card pays the same payment', async () => {
  const { path, session } = await givenPage();
  const declined = await post(path, { ...form, number: '4000 0000 0000 9995' });
  expect(declined.status).toBe(422);
  expect(declined.text).toContain('Your card has insufficient funds.');
  expect(declined.text).toContain('value="1 Market Street"');
  const { intentId } = await shop.ctx.payments.readHostedSession(session.id);
  expect(await post(path, form)).toMatchObject({ status: 303 });
  expect(await shop.ctx.payments.readHostedSession(session.id)).toMatchObject({ isPaid: true, intentId });
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
])('%j is answered with one sentence, and nothing is paid', async (change, sentence) => {
  const { path, session } = await givenPage();
  const answer = await post(path, { ...form, ...change });
  expect(answer.status).toBe(422);
  expect(answer.text.replaceAll('&#x27;', '&#39;')).toContain(sentence);
  expect(answer.text).not.toContain('value="123"');
  expect(await shop.ctx.payments.readHostedSession(session.id)).toMatchObject({ status: 'open', intentId: null });
});

test.each([
  ['yes', 303, true],
  ['no', 422, false],
])('3-D Secure answered %s', async (passed, status, isPaid) => {
  const { path, session } = await givenPage();
  const asking = await post(path, { ...form, number: '4000 0025 0000 3155' });
  expect(asking).toMatchObject({ status: 200 });
  expect(asking.text).toContain('Complete authentication');
  expect(await open(path)).toMatchObject({ status: 200, text: asking.text });
  expect(await post(`${path}/authenticate`, { passed })).toMatchObject({ status });
  expect(await shop.ctx.payments.readHostedSession(session.id)).toMatchObject({ isPaid });
});

test('a payment that is processed completes the session unpaid, and arrives later', async () => {
  const { path, session } = await givenPage();
  expect(await post(path, { ...form, number: '4000 0000 0000 0077' })).toMatchObject({ status: 303 });
  const { payments, db } = shop.ctx;
  expect(await payments.readHostedSession(session.id)).toMatchObject({ status: 'complete', isPaid: false });
  await finishProcessing(db, new Date(Date.now() + 60_000));
  expect(await payments.readHostedSession(session.id)).toMatchObject({ status: 'complete', isPaid: true });
});

test('a page whose time is up charges nobody, and cancels a payment that was begun', async () => {
  const { path, session } = await givenPage();
  await post(path, { ...form, number: '4000 0000 0000 0002' });
  const [row] = await shop.ctx.db.select().from(sandboxObjects).where(eq(sandboxObjects.id, session.id));
  if (row?.body.object !== 'checkout.session') throw new Error('no session');
  const past = { ...row.body, expires_at: Math.floor(Date.now() / 1000) };
  await shop.ctx.db.update(sandboxObjects).set({ body: past }).where(eq(sandboxObjects.id, session.id));
  const late = await post(path, form);
  expect(late.status).toBe(410);
  expect(late.text).toContain('This payment page has expired. You were not charged.');
  const after = await shop.ctx.payments.readHostedSession(session.id);
  expect(after).toMatchObject({ status: 'expired', isPaid: false, url: null });
  expect(await shop.ctx.payments.readIntent(after.intentId ?? '')).toMatchObject({ status: 'canceled' });
});

test('the shop can end a page that is open, and only such a one', async () => {
  const { path, session } = await givenPage();
  expect(await shop.ctx.payments.expireHostedSession(session.id)).toMatchObject({ status: 'expired' });
  await expect(shop.ctx.payments.expireHostedSession(session.id)).rejects.toThrow('Only Checkout Sessions');
  expect(await open(path)).toMatchObject({ status: 410 });
  expect(await open('/sandbox/checkout/cs_test_none')).toMatchObject({ status: 404 });
});

test.each([
  [{ expiresAt: new Date(Date.now() + 60_000) }, 'expires_at'],
  [{ lines: [] }, 'line_items'],
  [{ lines: [{ name: 'Pin', unitAmountCents: 49, quantity: 1 }] }, 'at least 50 cents'],
])('the provider opens no page for %j', async (change, reason) => {
  await expect(shop.ctx.payments.createHostedSession(asked(change))).rejects.toThrow(reason);
});

test('every event of a hosted payment is taken by the shop', async () => {
  await shop.ctx.payments.deliverEvents();
  const rows = await shop.ctx.db.select().from(sandboxEvents);
  expect(rows.length).toBeGreaterThan(10);
  expect(rows.filter(({ attempts, deliveredAt }) => attempts > 0 && deliveredAt === null)).toEqual([]);
});
