import { createHmac } from 'node:crypto';

import { eq } from 'drizzle-orm';
import Stripe from 'stripe';
import { expect } from 'vitest';

import { mails } from '#modules/email/tables.server.ts';
import { orders } from '#modules/orders/tables.server.ts';
import { stripeEvents } from '#modules/payments/tables.server.ts';

import {
  fillCart,
  givenProduct,
  givenReadyCheckout,
  givenShipping,
  openCheckout,
  payWith,
} from '../../../tests/support/shop-visitor.ts';
import { testWithShop, type TestShop } from '../../../tests/support/shop-test.ts';

const test = testWithShop({ prepare: givenShipping });

const stripe = new Stripe('sk_test_tests');
const seconds = () => Math.floor(Date.now() / 1000);

function secretOf(shop: TestShop): string {
  const digest = createHmac('sha256', shop.ctx.settings.sessionSecret).update('sandbox webhook').digest('hex');
  return `whsec_${digest}`;
}

function signed(shop: TestShop, payload: string, secret = secretOf(shop), timestamp = seconds()): string {
  return stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp });
}

async function post(shop: TestShop, body: string, signature: string): Promise<number> {
  const headers = {
    'content-type': 'application/json',
    ...(signature === '' ? {} : { 'stripe-signature': signature }),
  };
  return (await shop.app.request('/api/stripe-webhook', { method: 'POST', headers, body })).status;
}

type Paid = { intentId: string; checkoutId: string | null; quote?: number; changes?: Record<string, unknown> };

function succeeded({ intentId, checkoutId, quote = 2, changes = {} }: Paid): string {
  const object = {
    id: intentId,
    object: 'payment_intent',
    status: 'succeeded',
    client_secret: '',
    amount: 5_900,
    amount_received: 5_900,
    currency: 'usd',
    livemode: false,
    receipt_email: 'payer@example.com',
    metadata: checkoutId === null ? {} : { checkout_id: checkoutId, snapshot: String(quote) },
    ...changes,
  };
  const id = `evt_${crypto.randomUUID()}`;
  return JSON.stringify({ id, object: 'event', type: 'payment_intent.succeeded', data: { object } });
}

/** Delivers the event of a payment, signed as the provider signs it. */
async function deliver(shop: TestShop, paid: Paid): Promise<void> {
  const event = succeeded(paid);
  expect(await post(shop, event, signed(shop, event))).toBe(200);
}

const ordersOf = (shop: TestShop, intentId: string) =>
  shop.ctx.db.select().from(orders).where(eq(orders.paymentIntentId, intentId));

test.for([1, 2, 5])('%i copies of an event place one order and send one email', async (copies, { shop }) => {
  const { intentId, checkoutId, secret } = await givenReadyCheckout(shop, await givenProduct(shop));
  await payWith(shop, secret);
  const event = succeeded({ intentId, checkoutId });
  for (let copy = 0; copy < copies; copy += 1) expect(await post(shop, event, signed(shop, event))).toBe(200);
  await shop.ctx.payments.deliverEvents();
  const placed = await ordersOf(shop, intentId);
  expect(placed).toMatchObject([{ paymentStatus: 'paid', holdReason: null, totalCents: 5_900 }]);
  expect(await shop.ctx.db.$count(mails, eq(mails.orderId, placed[0]?.id ?? ''))).toBe(1);
});

test('forged, altered, unsigned and old events change nothing', async ({ shop }) => {
  const { intentId, checkoutId } = await givenReadyCheckout(shop, await givenProduct(shop));
  const event = succeeded({ intentId, checkoutId });
  const good = signed(shop, event);
  const [time = '', mac = ''] = good.split(',');
  const before = await shop.ctx.db.$count(stripeEvents);
  const forgeries: [string, string][] = [
    [event, ''],
    [event, 'nonsense'],
    [event, time],
    [event, mac],
    [event, `${time},v1=${'0'.repeat(64)}`],
    [event, `t=${seconds() + 1},${mac}`],
    [event, good.replace('v1=', 'v0=')],
    [event, signed(shop, event, 'whsec_other')],
    [event, signed(shop, event, 'whsec_')],
    [event, signed(shop, event, secretOf(shop), seconds() - 301)],
    [`${event} `, good],
    [event.replace('5900', '5901'), good],
  ];
  for (const [body, signature] of forgeries) expect(await post(shop, body, signature), signature).toBe(400);
  expect(await shop.ctx.db.$count(stripeEvents)).toBe(before);
  expect(await ordersOf(shop, intentId)).toEqual([]);
});

test.for([
  ['a cent too little', { changes: { amount_received: 5_899 } }, 'amount_mismatch'],
  ['a cent too much', { changes: { amount_received: 5_901 } }, 'amount_mismatch'],
  ['another currency', { changes: { currency: 'eur' } }, 'currency_mismatch'],
  ['live money in a test shop', { changes: { livemode: true } }, 'mode_mismatch'],
  ['an unknown quote version', { quote: 99 }, 'snapshot_missing'],
] as const)('an authentic event with %s is held and never counts as paid', async ([_case, event, reason], { shop }) => {
  const { intentId, checkoutId } = await givenReadyCheckout(shop, await givenProduct(shop));
  await deliver(shop, { intentId, checkoutId, ...event });
  expect(await ordersOf(shop, intentId)).toMatchObject([
    { holdReason: reason, paymentStatus: 'pending', status: 'pending' },
  ]);
});

const lost = { checkout_id: crypto.randomUUID(), snapshot: '1', shop: 'localhost:3000', order: '"HR-1"' };

test.for([
  ['an unknown checkout', { checkoutId: crypto.randomUUID() }],
  ['a lost checkout without a complete record', { checkoutId: null, changes: { metadata: lost } }],
] as const)('money for %s is stored and held', async ([_which, event], { shop }) => {
  const intentId = `pi_${crypto.randomUUID()}`;
  await deliver(shop, { intentId, ...event });
  const held = { holdReason: 'unknown_checkout', totalCents: 5_900, email: 'payer@example.com' };
  expect(await ordersOf(shop, intentId)).toMatchObject([{ ...held, paymentStatus: 'pending' }]);
});

test.for([
  ['of something else on the account', {}],
  ['of something else in another currency', { currency: 'eur' }],
  ['of another shop', { metadata: { checkout_id: crypto.randomUUID(), snapshot: '1', shop: 'other.example' } }],
] as const)('a payment %s is ignored', async ([_whose, changes], { shop }) => {
  const intentId = `pi_${crypto.randomUUID()}`;
  await deliver(shop, { intentId, checkoutId: null, changes });
  expect(await ordersOf(shop, intentId)).toEqual([]);
});

test('a second intent for a checkout that is already paid is held', async ({ shop }) => {
  const { visitor, intentId, checkoutId, secret } = await givenReadyCheckout(shop, await givenProduct(shop));
  await payWith(shop, secret);
  await visitor.send('POST', '/create-order', { payment_intent_id: intentId });
  await deliver(shop, { intentId: 'pi_second', checkoutId });
  expect(await ordersOf(shop, 'pi_second')).toMatchObject([{ holdReason: 'second_payment', paymentStatus: 'pending' }]);
  expect(await ordersOf(shop, intentId)).toMatchObject([{ holdReason: null, paymentStatus: 'paid' }]);
});

test('a payment without a contact counts as paid and is held for review', async ({ shop, visitor }) => {
  await fillCart(visitor, await givenProduct(shop));
  const { intentId, secret } = await openCheckout(visitor);
  await payWith(shop, secret);
  await shop.ctx.payments.deliverEvents();
  expect(await ordersOf(shop, intentId)).toMatchObject([{ holdReason: 'contact_incomplete', paymentStatus: 'paid' }]);
});

test('a processing event that arrives after the decline does not block the buyer', async ({ shop }) => {
  const { visitor, intentId, checkoutId, secret } = await givenReadyCheckout(shop, await givenProduct(shop));
  await payWith(shop, secret, '4000000000000002');
  await shop.ctx.payments.deliverEvents();
  const object = { ...JSON.parse(succeeded({ intentId, checkoutId })).data.object, status: 'processing' };
  const id = `evt_${crypto.randomUUID()}`;
  const event = JSON.stringify({ id, object: 'event', type: 'payment_intent.processing', data: { object } });
  expect(await post(shop, event, signed(shop, event))).toBe(200);
  const extended = await visitor.send('POST', '/update-payment-intent', { checkout_id: checkoutId, items: [] });
  expect([extended.status, extended.body.error]).toEqual([200, undefined]);
});
