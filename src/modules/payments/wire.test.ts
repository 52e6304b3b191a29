import { createSandbox, parseForm, type Sandbox } from '@halorosa/stripe-sandbox';
import type Stripe from 'stripe';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import type { Database } from '#platform/db/database.server.ts';

import { openTestDatabase } from '../../../tests/support/database.ts';
import { unpublished } from '../../../tests/support/stripe-types.ts';
import { stripeClient } from './stripe-client.server.ts';
import { disputeCalls } from './dispute-calls.server.ts';
import { hostedCalls } from './hosted-sessions.server.ts';
import { intentCalls } from './intents.server.ts';
import { refundCalls } from './refund-calls.server.ts';
import { taxCalls } from './tax.server.ts';

type Sent = { call: string; headers: Headers; form: Record<string, unknown>; answer: unknown };

let database: Database;
let sandbox: Sandbox;
let sent: Sent[] = [];
let stripe: Stripe;

/** Records the requests of the SDK and their responses. */
function recorder(fetcher: typeof fetch): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, init);
    const { pathname, search } = new URL(request.url);
    const text = request.method === 'GET' ? search.slice(1) : await request.clone().text();
    const answer = await fetcher(request);
    const call = `${request.method} ${pathname.replace(/\/(pi|re|dp|cs_test)_[0-9a-f]+/, '/:id')}`;
    sent.push({ call, headers: request.headers, form: parseForm(text), answer: await answer.clone().json() });
    return answer;
  };
}

beforeAll(async () => {
  database = await openTestDatabase();
  sandbox = createSandbox({ db: database.db, publicUrl: 'http://shop.test' });
  stripe = stripeClient({ stripeSecretKey: 'sk_test_wire', stripeApiUrl: undefined }, recorder(sandbox.fetch));
});
beforeEach(() => {
  sent = [];
});
afterAll(() => database.close());

const checkoutId = () => crypto.randomUUID();

function newIntent(change: { checkoutId?: string; record?: Record<string, string> } = {}) {
  const attempt = { checkoutId: checkoutId(), quoteVersion: 1, attempt: 1 };
  return intentCalls(stripe).createIntent({ amountCents: 5_900, ...attempt, ...change });
}

async function givenPaid(card = '4242424242424242') {
  const made = await newIntent();
  await sandbox.confirm(made.clientSecret, { number: card, receiptEmail: null, shipping: null });
  return made;
}

function hosted() {
  return {
    checkoutId: checkoutId(),
    quoteVersion: 3,
    attempt: 1,
    lines: [{ name: 'Wand', unitAmountCents: 5_900, quantity: 2 }],
    successUrl: 'https://shop.test/checkout-success?session_id={CHECKOUT_SESSION_ID}',
    cancelUrl: 'https://shop.test/checkout-cancelled',
    expiresAt: new Date(Date.now() + 3_600_000),
    countries: ['US', 'CA', 'GB', 'AU'] as const,
    email: 'mia@example.com',
  };
}

const query = {
  place: { country: 'US', state: 'CA', postalCode: '94103' },
  inclusive: false,
  key: 'tax-US-CA-94103-1',
};

/** Makes every call to the provider once. */
async function everyCall(): Promise<void> {
  const anHourAgo = new Date(Date.now() - 3_600_000);
  const intents = intentCalls(stripe);
  const refunds = refundCalls(stripe);
  const disputes = disputeCalls(stripe);
  const sessions = hostedCalls(stripe);
  const record = { shop: 'shop.test', items: '[[1]]', items_2: '', instructions: '' };
  const open = await newIntent({ record });
  await intents.updateIntent(open.id, { amountCents: 5_310, quoteVersion: 2, key: `update-${open.id}`, record });
  await intents.readIntent(open.id);
  await intents.cancelIntent(open.id);
  await intents.listIntents(anHourAgo);
  const paid = await givenPaid('4000000000001976');
  expect(await intents.readMethod(paid.id)).toMatchObject({ type: 'card', brand: 'visa', last4: '1976' });
  const refund = { intentId: paid.id, refundId: crypto.randomUUID(), amountCents: 1_000, attempt: 1 };
  const made = await refunds.createRefund({ ...refund, reason: 'requested_by_customer' });
  await refunds.readRefund(made.id);
  await refunds.listRefunds(paid.id);
  await refunds.listRecentRefunds(anHourAgo);
  const [dispute] = await disputes.listRecentDisputes(anHourAgo);
  await disputes.readDispute(dispute?.id ?? '');
  const session = await sessions.createHostedSession(hosted());
  await sessions.readHostedSession(session.id);
  await sessions.expireHostedSession(session.id);
  await taxCalls(stripe).calculateTax(query);
}

/** Published types of the parameters and the response of each call. */
const published: Record<string, [params: string, answer: string]> = {
  'POST /v1/payment_intents': ['PaymentIntentCreateParams', 'PaymentIntent'],
  'POST /v1/payment_intents/:id': ['PaymentIntentUpdateParams', 'PaymentIntent'],
  'GET /v1/payment_intents/:id': ['PaymentIntentRetrieveParams', 'PaymentIntent'],
  'POST /v1/payment_intents/:id/cancel': ['PaymentIntentCancelParams', 'PaymentIntent'],
  'GET /v1/payment_intents': ['PaymentIntentListParams', 'PaymentIntent'],
  'GET /v1/charges': ['ChargeListParams', 'Charge'],
  'POST /v1/refunds': ['RefundCreateParams', 'Refund'],
  'GET /v1/refunds/:id': ['RefundRetrieveParams', 'Refund'],
  'GET /v1/refunds': ['RefundListParams', 'Refund'],
  'GET /v1/disputes': ['DisputeListParams', 'Dispute'],
  'GET /v1/disputes/:id': ['DisputeRetrieveParams', 'Dispute'],
  'POST /v1/checkout/sessions': ['Checkout.SessionCreateParams', 'Session'],
  'GET /v1/checkout/sessions/:id': ['Checkout.SessionRetrieveParams', 'Session'],
  'POST /v1/checkout/sessions/:id/expire': ['Checkout.SessionExpireParams', 'Session'],
  'POST /v1/tax/calculations': ['Tax.CalculationCreateParams', 'Calculation'],
};

test('every call sends only names and values that the provider publishes, and all calls are listed here', async () => {
  await everyCall();
  expect(new Set(sent.map(({ call }) => call))).toEqual(new Set(Object.keys(published)));
  for (const { call, form } of sent) expect(unpublished(published[call]?.[0] ?? '', form, true), call).toEqual([]);
});

test('the sandbox responds only with names and values that the provider publishes, except those marked as its own', async () => {
  await everyCall();
  const own = (name: string) => name === 'card' || name.startsWith('sandbox_');
  for (const { call, answer } of sent) {
    const { data } = answer as { data?: object[] };
    for (const body of data ?? [answer as object]) {
      const shown = Object.fromEntries(Object.entries(body).filter(([name]) => !own(name)));
      expect(unpublished(published[call]?.[1] ?? '', shown, false), call).toEqual([]);
    }
  }
});

test('the check itself detects a misspelled name, dollars, and a value of another type', () => {
  const create = (form: object) => unpublished('PaymentIntentCreateParams', form, true);
  expect(create({ amount: '5900', currency: 'usd', metadata: { checkout_id: 'x' } })).toEqual([]);
  expect(create({ amount_cents: '5900' })).toEqual(['PaymentIntentCreateParams[amount_cents] is not published']);
  expect(create({ amount: '59.00' })).toHaveLength(1);
  expect(create({ automatic_payment_methods: { enabled: 'yes' } })).toHaveLength(1);
  expect(unpublished('RefundCreateParams', { charge: { id: 'ch_1' } }, true)).toHaveLength(1);
});

test('every call has the key and the pinned version, and every write an idempotency key', async () => {
  await everyCall();
  for (const { call, headers } of sent) {
    expect(headers.get('authorization'), call).toBe('Bearer sk_test_wire');
    expect(headers.get('stripe-version'), call).toBe('2026-10-28.endive');
    if (call.startsWith('GET')) continue;
    expect(headers.get('idempotency-key'), call).toMatch(/^.{8,255}$/);
    expect(headers.get('content-type'), call).toBe('application/x-www-form-urlencoded');
  }
});

test('the same attempt has the same key, and another attempt another one', async () => {
  const checkout = { amountCents: 5_900, checkoutId: checkoutId(), quoteVersion: 1 };
  const { createIntent } = intentCalls(stripe);
  const first = await createIntent({ ...checkout, attempt: 1 });
  expect((await createIntent({ ...checkout, attempt: 1 })).id).toBe(first.id);
  expect((await createIntent({ ...checkout, attempt: 2 })).id).not.toBe(first.id);
  expect(sent.map(({ headers }) => headers.get('idempotency-key'))).toEqual(
    [1, 1, 2].map((attempt) => `create-${checkout.checkoutId}-${attempt}`),
  );
});

test('amounts are sent in whole cents of USD, and the payment names its checkout and quote version', async () => {
  const id = checkoutId();
  await intentCalls(stripe).createIntent({ amountCents: 5_310, checkoutId: id, quoteVersion: 4, attempt: 1 });
  expect(sent[0]?.form).toEqual({
    amount: '5310',
    currency: 'usd',
    automatic_payment_methods: { enabled: 'true' },
    metadata: { checkout_id: id, snapshot: '4' },
  });
});

test('empty metadata is not sent with a new payment, and deletes its entry in an update', async () => {
  const { updateIntent, readIntent } = intentCalls(stripe);
  const named = { shop: 'shop.test', items: 'many', items_2: ' more' };
  const checkout_id = checkoutId();
  const { id } = await newIntent({ checkoutId: checkout_id, record: { ...named, code: '' } });
  expect(sent[0]?.form.metadata).toEqual({ ...named, checkout_id, snapshot: '1' });
  const record = { shop: 'shop.test', items: 'few', items_2: '', code: '' };
  await updateIntent(id, { amountCents: 5_900, quoteVersion: 2, key: `update-${id}`, record });
  expect(sent[1]?.form.metadata).toEqual({ ...record, snapshot: '2' });
  const left = { shop: 'shop.test', items: 'few', checkout_id, snapshot: '2' };
  expect((await readIntent(id)).metadata).toEqual(left);
});

test('a refund names the payment, the cents and the shop’s own refund, and a reason only from the provider’s list', async () => {
  const { id } = await givenPaid();
  const { createRefund } = refundCalls(stripe);
  const [one, two] = [crypto.randomUUID(), crypto.randomUUID()];
  const request = { intentId: id, amountCents: 1_999, attempt: 1 };
  await createRefund({ ...request, refundId: one, reason: 'duplicate' });
  await createRefund({ ...request, refundId: two, reason: 'the box was wet' });
  const refund = { payment_intent: id, amount: '1999' };
  expect(sent.slice(1).map(({ form }) => form)).toEqual([
    { ...refund, reason: 'duplicate', metadata: { refund_id: one, reason: 'duplicate' } },
    { ...refund, metadata: { refund_id: two, reason: 'the box was wet' } },
  ]);
});

test('a hosted page is requested with lines in cents, and its payment names the checkout', async () => {
  const request = hosted();
  await hostedCalls(stripe).createHostedSession(request);
  const metadata = { checkout_id: request.checkoutId, snapshot: '3' };
  expect(sent[0]?.form).toMatchObject({
    mode: 'payment',
    line_items: { 0: { quantity: '2', price_data: { currency: 'usd', unit_amount: '5900' } } },
    success_url: 'https://shop.test/checkout-success?session_id={CHECKOUT_SESSION_ID}',
    metadata,
    payment_intent_data: { metadata },
    shipping_address_collection: { allowed_countries: { 0: 'US', 3: 'AU' } },
  });
});

test('a tax rate is requested by region alone, without street or name, and prices include tax only where they do', async () => {
  const { calculateTax } = taxCalls(stripe);
  expect(await calculateTax(query)).toMatchObject([
    { percent: '6' },
    { percent: '0.25' },
    { percent: '2.375', share: 1 },
  ]);
  const britain = { place: { country: 'GB', state: '', postalCode: '' }, inclusive: true, key: 'tax-GB-1' };
  expect(await calculateTax(britain)).toEqual([{ type: 'vat', percent: '20', share: 1 }]);
  expect(sent.map(({ headers }) => headers.get('idempotency-key'))).toEqual(['tax-US-CA-94103-1', 'tax-GB-1']);
  expect(sent.map(({ form }) => form)).toEqual([
    {
      currency: 'usd',
      customer_details: {
        address: { country: 'US', state: 'CA', postal_code: '94103' },
        address_source: 'shipping',
      },
      line_items: { 0: { amount: '10000', reference: 'goods', tax_behavior: 'exclusive' } },
      expand: { 0: 'line_items.data.tax_breakdown' },
    },
    expect.objectContaining({ line_items: { 0: { amount: '10000', reference: 'goods', tax_behavior: 'inclusive' } } }),
  ]);
});

test("a paid hosted page returns the customer's input, and its payment names checkout and quote version", async () => {
  const { createHostedSession, readHostedSession } = hostedCalls(stripe);
  const request = hosted();
  const { id } = await createHostedSession(request);
  const address = { line1: '1 Market Street', line2: null, city: 'San Francisco', state: 'CA', postal_code: '94103' };
  const person = { email: 'mia@example.com', name: 'Mia Rose', phone: '415 555 0132' };
  const shipping = { name: person.name, phone: person.phone, address: { ...address, country: 'US' } };
  await sandbox.paySession(id, { ...person, number: '4242424242424242', shipping });
  const paid = await readHostedSession(id);
  const { checkoutId, quoteVersion } = request;
  const complete = { status: 'complete', isPaid: true, totalCents: 11_800, url: null };
  expect(paid).toMatchObject({ ...person, ...complete, checkoutId });
  const intent = await intentCalls(stripe).readIntent(paid.intentId ?? '');
  expect(intent).toMatchObject({ status: 'succeeded', amountReceivedCents: 11_800, checkoutId, quoteVersion });
  const { line1: street, postal_code: postalCode, ...place } = address;
  const { name, phone } = person;
  expect(intent.shipping).toEqual({ name, phone, street, postalCode, ...place, country: 'US' });
});
