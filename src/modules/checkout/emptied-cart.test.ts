import { eq } from 'drizzle-orm';
import { expect } from 'vitest';

import { carts } from '#modules/cart/tables.server.ts';
import { products } from '#modules/catalog/tables.server.ts';

import {
  fillCart,
  givenProduct,
  givenReadyCheckout,
  givenShipping,
  newVisitor,
  openCheckout,
  payWith,
  type TestVisitor,
} from '../../../tests/support/shop-visitor.ts';
import { testWithShop, type TestShop } from '../../../tests/support/shop-test.ts';
import { releaseUnneededReservations } from './revise-checkout.server.ts';
import { checkouts } from './tables.server.ts';
import { sweepExpired } from './expire-checkouts.server.ts';

const test = testWithShop({ prepare: givenShipping });

async function reservedOf(shop: TestShop, productId: string) {
  const [row] = await shop.ctx.db.select().from(products).where(eq(products.id, productId));
  return row?.reserved;
}

async function lineOf(visitor: TestVisitor): Promise<string> {
  const { items } = (await visitor.send('GET', '/cart')).body as { items: { id: string }[] };
  return `/cart/items/${items[0]?.id}`;
}

test.for<[string, (visitor: TestVisitor) => Promise<unknown>]>([
  ['its last line removed', async (visitor) => visitor.send('DELETE', await lineOf(visitor))],
  ['its last line at no units', async (visitor) => visitor.send('PATCH', await lineOf(visitor), { quantity: 0 })],
  ['all lines removed', (visitor) => visitor.send('DELETE', '/cart')],
])(
  'a cart with %s releases its last unit at once, for the same shopper and for others',
  async ([_how, empty], { shop }) => {
    const productId = await givenProduct(shop, { onHand: 1 });
    const { visitor, checkoutId } = await givenReadyCheckout(shop, productId);
    expect(await reservedOf(shop, productId)).toBe(1);
    await empty(visitor);
    await expect.poll(() => reservedOf(shop, productId), { timeout: 10_000 }).toBe(0);
    // The checkout page, still open in another tab, learns of the empty cart with its next change.
    const change = await visitor.send('POST', '/update-payment-intent', { checkout_id: checkoutId, extend: true });
    expect(change.body.error).toBe('cart_empty');
    expect((await fillCart(visitor, productId)).status).toBe(200);
    const other = newVisitor(shop);
    await fillCart(other, productId);
    expect((await openCheckout(other)).amount).toBe(5_900);
  },
);

test('an emptied Buy Now releases its units, and only its own visitor can empty it', async ({ shop }) => {
  const productId = await givenProduct(shop, { onHand: 5 });
  const visitor = newVisitor(shop);
  const { body } = await visitor.send('POST', '/create-checkout', { items: [{ id: productId, quantity: 2 }] });
  const buy = String(body.url).replace('/checkout?buy=', '');
  await visitor.send('POST', '/create-payment-intent', { buy });
  expect((await newVisitor(shop).send('DELETE', `/buy-now/${buy}`)).status).toBe(404);
  expect((await visitor.send('DELETE', '/buy-now/mine')).status).toBe(400);
  expect(await reservedOf(shop, productId)).toBe(2);
  expect((await visitor.send('DELETE', `/buy-now/${buy}`)).status).toBe(200);
  await expect.poll(() => reservedOf(shop, productId), { timeout: 10_000 }).toBe(0);
});

test('removing one of two lines releases its unit at once, and the checkout continues with the other', async ({
  shop,
}) => {
  const [stays, goes] = [await givenProduct(shop), await givenProduct(shop)];
  const visitor = newVisitor(shop);
  await fillCart(visitor, goes);
  await fillCart(visitor, stays);
  const { checkoutId } = await openCheckout(visitor);
  await visitor.send('DELETE', await lineOf(visitor));
  await expect.poll(() => reservedOf(shop, goes), { timeout: 10_000 }).toBe(0);
  await sweepExpired(shop.ctx);
  expect(await reservedOf(shop, stays)).toBe(1);
  expect(await openCheckout(visitor)).toMatchObject({ checkoutId, amount: 5_900 });
});

test('reducing three units to one releases two at once and updates the payment to one', async ({ shop }) => {
  const productId = await givenProduct(shop, { onHand: 3 });
  const visitor = newVisitor(shop);
  await fillCart(visitor, productId, 3);
  const { intentId } = await openCheckout(visitor);
  await visitor.send('PATCH', await lineOf(visitor), { quantity: 1 });
  await expect.poll(() => reservedOf(shop, productId), { timeout: 10_000 }).toBe(1);
  expect((await shop.ctx.payments.readIntent(intentId)).amountCents).toBe(5_900);
  const other = newVisitor(shop);
  expect((await fillCart(other, productId, 2)).status).toBe(200);
  expect((await openCheckout(other)).amount).toBe(11_800);
});

test('reducing the cart in another tab after Pay changes neither the charge nor the units of the order', async ({
  shop,
}) => {
  const productId = await givenProduct(shop, { onHand: 3 });
  const { visitor, secret, intentId } = await givenReadyCheckout(shop, productId, 3);
  await visitor.send('PATCH', await lineOf(visitor), { quantity: 1 });
  const cartToken = visitor.cookies.get('cart') ?? null;
  await releaseUnneededReservations(shop.ctx, { user: null, cartToken, ip: 'local', requestId: 'r-1' });
  await payWith(shop, secret);
  const { body } = await visitor.send('POST', '/create-order', { payment_intent_id: intentId });
  expect(body.order).toMatchObject({ view: { total: 118, items: [{ quantity: 3 }] } });
  expect(await reservedOf(shop, productId)).toBe(0);
});

test('a cart that was replaced, as on sign-in, releases its units within a sweep', async ({ shop, productId }) => {
  const { checkoutId } = await givenReadyCheckout(shop, productId);
  const [checkout] = await shop.ctx.db.select().from(checkouts).where(eq(checkouts.id, checkoutId));
  await shop.ctx.db.delete(carts).where(eq(carts.id, checkout?.cartId ?? ''));
  await sweepExpired(shop.ctx);
  expect(await reservedOf(shop, productId)).toBe(0);
});

test('a cart emptied during a bank check keeps its units until the bank has answered', async ({ shop, productId }) => {
  const { visitor, secret } = await givenReadyCheckout(shop, productId);
  await payWith(shop, secret, '4000002500003155');
  await visitor.send('DELETE', await lineOf(visitor));
  await sweepExpired(shop.ctx);
  expect(await reservedOf(shop, productId)).toBe(1);
});
