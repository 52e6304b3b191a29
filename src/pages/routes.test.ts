import { afterAll, beforeAll, expect, test } from 'vitest';

import { createPageCache } from '#platform/http/page-cache.server.ts';
import { pageRequest, type Keeping } from '#platform/http/page-context.server.ts';
import type { SignedInUser } from '#platform/http/visitor.server.ts';
import { addToCart } from '#modules/cart/cart.server.ts';

import { givenSignedIn, requestOf } from '../../tests/support/account.ts';
import { givenProduct } from '../../tests/support/browser-like.ts';
import { openCountedShop } from '../../tests/support/counted-shop.ts';
import { pageCall, signedIn } from '../../tests/support/page-call.ts';
import { loader as root } from '../root.tsx';
import { loader as accountHome } from './account/home.tsx';
import { loader as accountFrame } from './account/layout.tsx';
import { loader as adminFrame } from './admin/layout.tsx';
import { loader as adminOrders } from './admin/orders.tsx';
import { loader as checkout } from './checkout/checkout.tsx';
import { loader as home } from './storefront/home.tsx';
import { loader as product } from './storefront/product.tsx';

let counted: Awaited<ReturnType<typeof openCountedShop>>;
let productId: string;
beforeAll(async () => {
  counted = await openCountedShop();
  productId = await givenProduct(counted.shop);
});
afterAll(() => counted.close());

type Asked = {
  path: string;
  loaders: ((args: never) => unknown)[];
  user?: SignedInUser | null;
  cartToken?: string;
  keeping?: Keeping;
};

/** The beginnings of the statements that the loaders of one page send together. */
function statementsOf({ path, loaders, user = null, cartToken, keeping }: Asked): Promise<string[]> {
  const call = pageCall(counted.shop, path, user);
  const request = call.context.get(pageRequest);
  const visitor = { ...request.visitor, cartToken: cartToken ?? null };
  call.context.set(pageRequest, { ...request, visitor, keeping });
  return counted.statementsOf(() => Promise.all(loaders.map((loader) => loader(call as never))));
}

test('to make / takes 3 statements, and none while nothing has changed', async () => {
  const asked = { path: '/', loaders: [root, home] };
  expect(await statementsOf(asked)).toHaveLength(3);
  const keeping = createPageCache();
  expect(await statementsOf({ ...asked, keeping })).toHaveLength(3);
  expect(await statementsOf({ ...asked, path: '/?utm_source=letter', keeping })).toEqual([]);
});

test('the settings that every page shows are read once for all of them', async () => {
  const keeping = createPageCache();
  await statementsOf({ path: '/', loaders: [root], keeping });
  expect(await statementsOf({ path: '/checkout', loaders: [root], keeping })).toEqual([]);
});

test('to make /product takes 6 statements', async () => {
  expect(await statementsOf({ path: '/product', loaders: [root, product] })).toHaveLength(6);
});

test('to make /checkout with its form and total takes 5 statements beside the settings, and 4 while the shipping stays', async () => {
  const cartToken = 'c'.repeat(43);
  const visitor = { ip: 'local', requestId: 'r', cartToken, user: null };
  await addToCart(counted.shop.ctx.db, visitor, { productId, quantity: 1, sessionId: null });
  const asked = { path: '/checkout', loaders: [checkout], cartToken, keeping: createPageCache() };
  // One of them looks for an order that this visitor has paid.
  expect(await statementsOf(asked)).toHaveLength(5);
  expect(await statementsOf(asked)).toHaveLength(4);
});

test('to make /account takes 4 statements beside the settings', async () => {
  const asked = { path: '/account', loaders: [accountFrame, accountHome], user: signedIn({ role: 'customer' }) };
  expect(await statementsOf(asked)).toHaveLength(4);
});

test('to make /admin/orders takes 3 statements beside the settings', async () => {
  const asked = { path: '/admin/orders', loaders: [adminFrame, adminOrders], user: signedIn() };
  expect(await statementsOf(asked)).toHaveLength(3);
});

test('who is signed in is known by 2 statements', async () => {
  const { visitor } = await givenSignedIn(counted.shop);
  expect(await counted.statementsOf(() => requestOf(counted.shop, visitor))).toHaveLength(2);
});
