import { eq } from 'drizzle-orm';
import { expect } from 'vitest';

import { orders } from '#modules/orders/tables.server.ts';

import {
  fillCart,
  finalize,
  givenProduct,
  givenReadyCheckout,
  givenShipping,
  newVisitor,
  openCheckout,
  payWith,
} from '../../../tests/support/shop-visitor.ts';
import { testWithShop, type TestShop } from '../../../tests/support/shop-test.ts';
import { promotions } from './tables.server.ts';

const test = testWithShop({ prepare: givenShipping }).extend('express', { scope: 'file', auto: true }, ({ shop }) =>
  givenShipping(shop, 1_500),
);

const switchAll = (shop: TestShop, enabled: boolean) => shop.ctx.db.update(promotions).set({ enabled });

const orderOf = async (shop: TestShop, intentId: string) => {
  const [order] = await shop.ctx.db.select().from(orders).where(eq(orders.paymentIntentId, intentId));
  return order;
};

test('switching a promotion off while twelve checkouts pay does not change the agreed prices', async ({ shop }) => {
  await switchAll(shop, true);
  const productId = await givenProduct(shop, { onHand: null });
  const ready = await Promise.all(Array.from({ length: 12 }, () => givenReadyCheckout(shop, productId, 3)));
  await Promise.all([
    switchAll(shop, false),
    ...ready.map(async ({ visitor, secret, intentId }) => {
      await payWith(shop, secret);
      await visitor.send('POST', '/create-order', { payment_intent_id: intentId });
    }),
  ]);
  const placed = await Promise.all(ready.map(({ intentId }) => orderOf(shop, intentId)));
  const agreed = { totalCents: 11_800, capturedCents: 11_800, holdReason: null, paymentStatus: 'paid' };
  const expected = { ...agreed, promotion: { name: 'Buy 2 Get 1 Free', amountCents: 5_900 } };
  expect(placed).toMatchObject(ready.map(() => expected));
});

test('reopening a checkout after its promotion was switched off recalculates its price', async ({ shop }) => {
  await switchAll(shop, true);
  const visitor = newVisitor(shop);
  await fillCart(visitor, await givenProduct(shop, { onHand: null }), 3);
  const first = await openCheckout(visitor);
  await switchAll(shop, false);
  const second = await openCheckout(visitor);
  expect([first.amount, second.amount]).toEqual([11_800, 17_700]);
  expect(second.checkoutId).toBe(first.checkoutId);
});

test('free Express over $100 after discounts: options, quote, order and captured amount agree', async ({
  shop,
  express,
}) => {
  await switchAll(shop, false);
  const options = { minGoodsCents: 10_000, what: 'Express', methods: [express] };
  await shop.ctx.db.insert(promotions).values({ kind: 'free_shipping_over', options, enabled: true });
  const visitor = newVisitor(shop);
  const productId = await givenProduct(shop, { onHand: null });
  await fillCart(visitor, productId);
  const { checkoutId, intentId, secret } = await openCheckout(visitor);
  const change = (fields: object) => finalize(visitor, checkoutId, { shipping_option_id: express, ...fields });
  const priceOf = ({ body }: Awaited<ReturnType<typeof change>>) => {
    const { shippingOptions } = body.checkout as { shippingOptions: { id: string; price: number }[] };
    return [body.amount, shippingOptions.find(({ id }) => id === express)?.price];
  };
  expect(priceOf(await change({ final: false }))).toEqual([7_400, 15]);
  const two = await change({ items: [{ product_id: productId, quantity: 2 }] });
  expect(priceOf(two)).toEqual([11_800, 0]);
  expect(two.body.checkout).toMatchObject({
    shippingAmount: 0,
    promotion: { name: 'Free Express over $100', amount: 0 },
  });
  await payWith(shop, secret);
  await visitor.send('POST', '/create-order', { payment_intent_id: intentId });
  expect(await orderOf(shop, intentId)).toMatchObject({
    totalCents: 11_800,
    capturedCents: 11_800,
    shippingCents: 0,
    holdReason: null,
    promotion: { name: 'Free Express over $100', amountCents: 0 },
  });
});
