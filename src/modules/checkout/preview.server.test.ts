import { eq } from 'drizzle-orm';
import { expect } from 'vitest';

import { cartLines } from '#modules/cart/tables.server.ts';
import { products } from '#modules/catalog/tables.server.ts';
import { findShippingTerms } from '#modules/shipping/shipping-options.queries.server.ts';

import {
  fillCart,
  givenCode,
  givenProduct,
  givenShipping,
  newVisitor,
  openCheckout,
} from '../../../tests/support/shop-visitor.ts';
import { testWithShop, type TestShop } from '../../../tests/support/shop-test.ts';
import { checkouts } from './tables.server.ts';
import { previewOffer } from './preview-offer.server.ts';

const test = testWithShop({ prepare: givenShipping });

async function givenCart(shop: TestShop, quantity: number) {
  const visitor = newVisitor(shop);
  const productId = await givenProduct(shop, { onHand: 7 });
  await fillCart(visitor, productId, quantity);
  const [line] = await shop.ctx.db.select().from(cartLines).where(eq(cartLines.productId, productId));
  return { visitor, productId, cartId: line?.cartId ?? '' };
}

const preview = (shop: TestShop, cartId: string) =>
  previewOffer(shop.ctx, cartId, () => findShippingTerms(shop.ctx.db));

test('a cart without a checkout previews its offer and reserves nothing', async ({ shop }) => {
  const { visitor, productId, cartId } = await givenCart(shop, 2);
  const shown = await preview(shop, cartId);
  const begun = await shop.ctx.db.select().from(checkouts).where(eq(checkouts.cartId, cartId));
  const [product] = await shop.ctx.db.select().from(products).where(eq(products.id, productId));
  expect([begun.length, product?.reserved]).toEqual([0, 0]);
  expect(shown).toMatchObject({ total: 118, items: [{ product_id: productId, quantity: 2, stock_left: 7 }] });
  const { body } = await visitor.send('POST', '/create-payment-intent', {});
  expect(body.checkout).toMatchObject({ ...shown });
});

test('a cart with a checkout shows it with its code and the units that it holds', async ({ shop }) => {
  const { visitor, cartId } = await givenCart(shop, 1);
  const code = await givenCode(shop);
  const { checkoutId } = await openCheckout(visitor);
  const { body } = await visitor.send('POST', '/update-payment-intent', {
    checkout_id: checkoutId,
    discount_code: code,
  });
  const shown = await preview(shop, cartId);
  expect(shown?.code?.code).toBe(code);
  expect(body.checkout).toMatchObject({ ...shown });
});

test('a cart changed beside its checkout shows its present contents', async ({ shop }) => {
  const { visitor, productId, cartId } = await givenCart(shop, 1);
  await openCheckout(visitor);
  await fillCart(visitor, productId, 2);
  expect(await preview(shop, cartId)).toMatchObject({ subtotal: 177, items: [{ quantity: 3 }] });
});

test('an empty cart has no preview', async ({ shop }) => {
  expect(await preview(shop, crypto.randomUUID())).toBeNull();
});
