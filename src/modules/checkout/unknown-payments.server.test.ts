import { sandboxIntents, sandboxObjects } from '@halorosa/stripe-sandbox/tables';
import { eq, sql } from 'drizzle-orm';
import { expect } from 'vitest';

import { products } from '#modules/catalog/tables.server.ts';
import { discountCodes } from '#modules/discounts/tables.server.ts';
import { orders } from '#modules/orders/tables.server.ts';

import {
  fillCart,
  finalize,
  givenCode,
  givenProduct,
  givenReadyCheckout,
  givenShipping,
  newVisitor,
  openCheckout,
  payWith,
} from '../../../tests/support/shop-visitor.ts';
import { testWithFreshShop, type TestShop } from '../../../tests/support/shop-test.ts';
import { checkouts } from './tables.server.ts';
import { reconcile, sweepExpired } from './expire-checkouts.server.ts';

const test = testWithFreshShop({
  settings: { PUBLIC_URL: 'http://shop.test', BUY_NOW: 'hosted' },
  prepare: async (shop) => {
    await givenShipping(shop);
    await givenCode(shop);
  },
});

/** Simulates changed keys: the provider no longer knows what was made before. */
async function changeKeys(shop: TestShop): Promise<void> {
  await shop.ctx.db.delete(sandboxIntents);
  await shop.ctx.db.delete(sandboxObjects);
}

const endTime = (shop: TestShop) => shop.ctx.db.update(checkouts).set({ expiresAt: sql`now()` });

async function heldNow(shop: TestShop) {
  const [product] = await shop.ctx.db.select({ reserved: products.reserved }).from(products);
  const [code] = await shop.ctx.db.select({ held: discountCodes.held }).from(discountCodes);
  return { reserved: product?.reserved, held: code?.held };
}

async function givenCheckoutWithCode(shop: TestShop) {
  const ready = await givenReadyCheckout(shop, await givenProduct(shop));
  const change = { checkout_id: ready.checkoutId, discount_code: 'GLOW10' };
  expect(await ready.visitor.send('POST', '/update-payment-intent', change)).toMatchObject({ status: 200 });
  expect(await heldNow(shop)).toEqual({ reserved: 1, held: 1 });
  return ready;
}

/** Returns a context that collects the texts of its error logs. */
function withErrorLog(shop: TestShop) {
  const said: string[] = [];
  const log = Object.assign(Object.create(shop.ctx.log) as typeof shop.ctx.log, {
    error: (_facts: object, text: string) => said.push(text),
  });
  return { said, ctx: { ...shop.ctx, log } };
}

test.for([
  ['the sweeper, once its time is up', sweepExpired, endTime],
  ['the reconciler, before its time is up', reconcile, async () => undefined],
] as const)(
  'a checkout whose payment is unknown to the provider is ended by %s and releases its unit and code',
  async ([_who, run, passTime], { shop }) => {
    const { checkoutId } = await givenCheckoutWithCode(shop);
    await changeKeys(shop);
    await passTime(shop);
    const { said, ctx } = withErrorLog(shop);
    await run(ctx);
    expect(await heldNow(shop)).toEqual({ reserved: 0, held: 0 });
    const [ended] = await shop.ctx.db.select().from(checkouts).where(eq(checkouts.id, checkoutId));
    expect(ended).toMatchObject({ state: 'expired', paymentUnknownAt: expect.any(Date) as Date });
    expect(said).toEqual([expect.stringContaining('does not know its payment') as string]);
  },
);

test('reloading the page after the keys changed creates a payment under the new keys that can be paid', async ({
  shop,
}) => {
  const visitor = newVisitor(shop);
  await fillCart(visitor, await givenProduct(shop));
  const before = await openCheckout(visitor);
  await changeKeys(shop);
  const after = await openCheckout(visitor);
  expect(after).toMatchObject({ amount: 5_900 });
  expect(after.intentId).not.toBe(before.intentId);
  await payWith(shop, after.secret);
  const placed = await visitor.send('POST', '/create-order', { payment_intent_id: after.intentId });
  expect(placed).toMatchObject({ status: 200 });
  expect(await heldNow(shop)).toMatchObject({ reserved: 0 });
});

test.for([true, false])(
  'a change after the keys changed is refused as expired, and a new checkout can be paid (at the payment: %s)',
  async (isAtPayment, { shop }) => {
    const visitor = newVisitor(shop);
    await fillCart(visitor, await givenProduct(shop));
    const { checkoutId } = await openCheckout(visitor);
    if (isAtPayment) await finalize(visitor, checkoutId);
    await changeKeys(shop);
    const change = { checkout_id: checkoutId, delivery_instructions: 'Ring twice' };
    expect(await visitor.send('POST', '/update-payment-intent', change)).toMatchObject({
      status: 422,
      body: { error: 'expired' },
    });
    expect(await heldNow(shop)).toEqual({ reserved: 0, held: 0 });
    const after = await openCheckout(visitor);
    await payWith(shop, after.secret);
    await shop.ctx.payments.deliverEvents();
    expect(await shop.ctx.db.select().from(orders)).toMatchObject([{ paymentIntentId: after.intentId }]);
  },
);

test('a hosted page that is unknown to the provider is ended, and Buy Now opens another', async ({ shop }) => {
  const visitor = newVisitor(shop);
  const items = [{ id: await givenProduct(shop), quantity: 1 }];
  const first = await visitor.send('POST', '/create-checkout', { items });
  await changeKeys(shop);
  const second = await visitor.send('POST', '/create-checkout', { items });
  expect(second.status).toBe(200);
  expect(second.body.url).not.toBe(first.body.url);
  expect(await heldNow(shop)).toMatchObject({ reserved: 1 });
});

test('a buyer who paid under the old keys is told to wait, not to pay again', async ({ shop }) => {
  const { visitor, intentId, secret } = await givenReadyCheckout(shop, await givenProduct(shop));
  await payWith(shop, secret);
  await changeKeys(shop);
  expect(await visitor.send('POST', '/create-order', { payment_intent_id: intentId })).toMatchObject({
    status: 422,
    body: { error: 'being_paid' },
  });
});
