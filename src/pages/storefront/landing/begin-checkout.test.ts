import { expect } from 'vitest';

import { cartLines } from '#modules/cart/cart.server.ts';
import { products } from '#modules/catalog/tables.server.ts';
import type { PageRequest } from '#platform/http/page-context.server.ts';
import type { Visitor } from '#platform/http/visitor.server.ts';

import { fillCart, givenProduct } from '../../../../tests/support/shop-visitor.ts';
import { testWithShop, type TestShop } from '../../../../tests/support/shop-test.ts';
import { beginCheckout } from './begin-checkout.server.ts';

const test = testWithShop().extend('wandId', { scope: 'file', auto: true }, ({ shop }) =>
  givenProduct(shop, { onHand: 7 }),
);

const guest = (cartToken: string | null): Visitor => ({ user: null, cartToken, ip: '127.0.0.1', requestId: 'test' });

function requestOf(shop: TestShop, visitor: Visitor): PageRequest {
  return { ctx: shop.ctx, visitor, limits: shop.limits, headers: new Headers(), variant: null };
}

test('a guest without a cart gets a cart with one unit and its cookie', async ({ shop, wandId }) => {
  const request = requestOf(shop, guest(null));
  expect(await beginCheckout(request)).toBe('/checkout');
  const token = /^cart=([^;]+)/.exec(request.headers.get('set-cookie') ?? '')?.[1] ?? '';
  const lines = await cartLines(shop.ctx.db, guest(token));
  expect(lines.map(({ product, quantity }) => [product.id, quantity])).toEqual([[wandId, 1]]);
});

test('a cart with lines goes to the checkout unchanged', async ({ shop, wandId, visitor }) => {
  await fillCart(visitor, wandId, 2);
  const owner = guest(visitor.cookies.get('cart') ?? '');
  expect(await beginCheckout(requestOf(shop, owner))).toBe('/checkout');
  expect((await cartLines(shop.ctx.db, owner)).map(({ quantity }) => quantity)).toEqual([2]);
});

test('two simultaneous clicks on an emptied cart add one unit', async ({ shop, wandId, visitor }) => {
  await fillCart(visitor, wandId);
  await visitor.send('DELETE', '/cart');
  const owner = guest(visitor.cookies.get('cart') ?? '');
  const clicks = [requestOf(shop, owner), requestOf(shop, owner)].map(beginCheckout);
  expect(await Promise.all(clicks)).toEqual(['/checkout', '/checkout']);
  expect((await cartLines(shop.ctx.db, owner)).map(({ quantity }) => quantity)).toEqual([1]);
});

test('a sold-out product redirects to its page without setting a cookie', async ({ shop }) => {
  await shop.ctx.db.update(products).set({ onHand: 0 });
  const request = requestOf(shop, guest(null));
  expect(await beginCheckout(request)).toBe('/product');
  expect(request.headers.get('set-cookie')).toBeNull();
});
