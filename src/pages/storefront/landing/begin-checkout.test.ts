import { afterAll, beforeAll, expect, test } from 'vitest';

import { cartLines } from '#modules/cart/cart.server.ts';
import { products } from '#modules/catalog/tables.server.ts';
import type { PageRequest } from '#platform/http/page-context.server.ts';
import type { Visitor } from '#platform/http/visitor.server.ts';

import { fillCart, givenProduct, newVisitor } from '../../../../tests/support/shop-visitor.ts';
import { openTestShop, type TestShop } from '../../../../tests/support/shop.ts';
import { beginCheckout } from './begin-checkout.server.ts';

let shop: TestShop;
let productId: string;
beforeAll(async () => {
  shop = await openTestShop();
  productId = await givenProduct(shop, { onHand: 7 });
});
afterAll(() => shop.close());

const guest = (cartToken: string | null): Visitor => ({ user: null, cartToken, ip: '127.0.0.1', requestId: 'test' });

function requestOf(visitor: Visitor): PageRequest {
  return { ctx: shop.ctx, visitor, limits: shop.limits, headers: new Headers(), variant: null };
}

test('a guest without a cart gets a cart with one unit and its cookie', async () => {
  const request = requestOf(guest(null));
  expect(await beginCheckout(request)).toBe('/checkout');
  const token = /^cart=([^;]+)/.exec(request.headers.get('set-cookie') ?? '')?.[1] ?? '';
  const lines = await cartLines(shop.ctx.db, guest(token));
  expect(lines.map(({ product, quantity }) => [product.id, quantity])).toEqual([[productId, 1]]);
});

test('a cart with lines goes to the checkout unchanged', async () => {
  const visitor = newVisitor(shop);
  await fillCart(visitor, productId, 2);
  const owner = guest(visitor.cookies.get('cart') ?? '');
  expect(await beginCheckout(requestOf(owner))).toBe('/checkout');
  expect((await cartLines(shop.ctx.db, owner)).map(({ quantity }) => quantity)).toEqual([2]);
});

test('two simultaneous clicks on an emptied cart add one unit', async () => {
  const visitor = newVisitor(shop);
  await fillCart(visitor, productId);
  await visitor.send('DELETE', '/cart');
  const owner = guest(visitor.cookies.get('cart') ?? '');
  const clicks = [requestOf(owner), requestOf(owner)].map(beginCheckout);
  expect(await Promise.all(clicks)).toEqual(['/checkout', '/checkout']);
  expect((await cartLines(shop.ctx.db, owner)).map(({ quantity }) => quantity)).toEqual([1]);
});

test('a sold-out product redirects to its page without setting a cookie', async () => {
  await shop.ctx.db.update(products).set({ onHand: 0 });
  const request = requestOf(guest(null));
  expect(await beginCheckout(request)).toBe('/product');
  expect(request.headers.get('set-cookie')).toBeNull();
});
