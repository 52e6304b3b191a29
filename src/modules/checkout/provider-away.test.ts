import { sandboxIntents } from '@halorosa/stripe-sandbox/tables';
import { eq } from 'drizzle-orm';
import Stripe from 'stripe';
import { expect } from 'vitest';

import { orders } from '#modules/orders/tables.server.ts';

import {
  address,
  fillCart,
  finalize,
  givenProduct,
  givenReadyCheckout,
  givenShipping,
  newVisitor,
  openCheckout,
  payWith,
  type TestVisitor,
} from '../../../tests/support/shop-visitor.ts';

import { testWithProvider, type TestShop } from '../../../tests/support/shop-test.ts';
import { reconcile } from './expire-checkouts.server.ts';
const test = testWithProvider(({ settings }) => ({ settings, prepare: givenShipping })).extend(
  'productId',
  { scope: 'file' },
  ({ shop }) => givenProduct(shop, { onHand: 100 }),
);

async function timed<T>(ask: () => Promise<T>) {
  const begun = performance.now();
  const answer = await ask();
  return { answer, seconds: (performance.now() - begun) / 1_000 };
}

const arrive = (visitor: TestVisitor) => timed(() => visitor.send('POST', '/create-payment-intent', {}));
const refused = (error: string) => ({ status: 422, body: { error } });

const confirm = ({ visitor, intentId }: { visitor: TestVisitor; intentId: string }) =>
  visitor.send('POST', '/create-order', { payment_intent_id: intentId });

async function givenFullCart(shop: TestShop, productId: string): Promise<TestVisitor> {
  const visitor = newVisitor(shop);
  await fillCart(visitor, productId);
  return visitor;
}

/** Delivers the event of a paid intent, signed as by the provider. */
async function deliverEventOf(shop: TestShop, intentId: string): Promise<number> {
  const [intent] = await shop.ctx.db.select().from(sandboxIntents).where(eq(sandboxIntents.id, intentId));
  const data = { object: intent?.body };
  const payload = JSON.stringify({ id: `evt_${intentId}`, object: 'event', type: 'payment_intent.succeeded', data });
  const secret = 'whsec_provider';
  const signature = new Stripe('sk_test_x').webhooks.generateTestHeaderString({ payload, secret });
  const headers = { 'content-type': 'application/json', 'stripe-signature': signature };
  return (await shop.app.request('/api/stripe-webhook', { method: 'POST', headers, body: payload })).status;
}

test(
  'while the provider hangs, calls answer within ten seconds, then at once; events still place orders, and all recovers with the provider',
  { timeout: 120_000 },
  async ({ shop, provider, productId }) => {
    const delivered = await givenReadyCheckout(shop, productId);
    const undelivered = await givenReadyCheckout(shop, productId);
    for (const { secret } of [delivered, undelivered]) await payWith(shop, secret);
    const changing = await givenReadyCheckout(shop, productId);
    const arriving = await Promise.all(Array.from({ length: 5 }, () => givenFullCart(shop, productId)));
    provider.behavior.payments = 'hangs';
    const beginning = arriving.map(arrive);
    // Their forms were submitted, so nobody may say that nothing was charged.
    const submitted = [
      arrive(undelivered.visitor),
      timed(() => confirm(undelivered)),
      timed(() => finalize(changing.visitor, changing.checkoutId)),
    ];
    const waited = await Promise.all([...beginning, ...submitted]);
    for (const { seconds } of waited) expect(seconds).toBeLessThan(10);
    const answers = waited.map(({ answer }) => answer);
    for (const answer of answers.slice(0, beginning.length))
      expect(answer).toMatchObject(refused('provider_unavailable'));
    for (const answer of answers.slice(beginning.length)) expect(answer).toMatchObject(refused('payment_unknown'));
    const late = await Promise.all(arriving.map(arrive));
    expect(late.map(({ answer }) => answer.body.error)).toEqual(arriving.map(() => 'provider_unavailable'));
    expect(late.filter(({ seconds }) => seconds < 1.5).length, 'at most one finds out for all').toBeGreaterThan(3);
    expect(await deliverEventOf(shop, delivered.intentId)).toBe(200);
    const placed = () => shop.ctx.db.select().from(orders);
    expect(await placed()).toMatchObject([{ paymentIntentId: delivered.intentId, paymentStatus: 'paid' }]);
    provider.behavior.payments = 'answers';
    const [first] = arriving;
    if (first === undefined) throw new Error('no visitor');
    await expect.poll(async () => (await arrive(first)).answer.status, { timeout: 20_000, interval: 300 }).toBe(200);
    await reconcile(shop.ctx);
    const paid = (await placed()).map(({ paymentIntentId }) => paymentIntentId);
    expect(new Set(paid)).toEqual(new Set([delivered.intentId, undelivered.intentId]));
    expect(paid).toHaveLength(2);
  },
);

test('a change that the provider does not take says that nothing was charged only before the form was submitted', async ({
  shop,
  provider,
  productId,
}) => {
  const visitor = await givenFullCart(shop, productId);
  const open = { visitor, ...(await openCheckout(visitor)) };
  const submitted = await givenReadyCheckout(shop, productId);
  provider.behavior.payments = 'reads';
  const change = ({ visitor, checkoutId }: { visitor: TestVisitor; checkoutId: string }) =>
    visitor.send('POST', '/update-payment-intent', { checkout_id: checkoutId, shipping_address: address });
  const answers = [await change(open), await change(submitted)];
  provider.behavior.payments = 'answers';
  expect(answers.map(({ body }) => body.error)).toEqual(['provider_unavailable', 'payment_unknown']);
});
