import { afterAll, beforeAll, expect, test } from 'vitest';

import { createPageCache } from '#platform/http/page-cache.server.ts';
import type { CacheLifetime } from '#platform/ctx.server.ts';
import { pageRequest } from '#platform/http/page-context.server.ts';
import type { SignedInUser } from '#platform/http/visitor.server.ts';
import { publishedContent } from '#modules/content/content.server.ts';
import { addToCart } from '#modules/cart/cart.server.ts';

import { givenSignedIn, requestOf } from '../../tests/support/account.ts';
import { givenProduct } from '../../tests/support/shop-visitor.ts';
import { openCountedShop } from '../../tests/support/statement-counter.ts';
import { pageCall, signedIn } from '../../tests/support/page-requests.ts';
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
  // Every process reads the texts of all pages once.
  await publishedContent(counted.shop.ctx);
  productId = await givenProduct(counted.shop);
});
afterAll(() => counted.close());

type PageQuery = {
  path: string;
  loaders: ((args: never) => unknown)[];
  user?: SignedInUser | null;
  cartToken?: string;
  cacheLifetime?: CacheLifetime;
};

/** Starts of the SQL statements that the loaders of one page send. */
function statementsOf({ path, loaders, user = null, cartToken, cacheLifetime }: PageQuery): Promise<string[]> {
  const call = pageCall(counted.shop, path, user);
  const request = call.context.get(pageRequest);
  const visitor = { ...request.visitor, cartToken: cartToken ?? null };
  call.context.set(pageRequest, { ...request, visitor, cacheLifetime });
  return counted.statementsOf(() => Promise.all(loaders.map((loader) => loader(call as never))));
}

test('rendering / takes 4 statements, and none while nothing has changed', async () => {
  const query = { path: '/', loaders: [root, home] };
  expect(await statementsOf(query)).toHaveLength(4);
  const cacheLifetime = createPageCache();
  expect(await statementsOf({ ...query, cacheLifetime })).toHaveLength(3);
  expect(await statementsOf({ ...query, path: '/?utm_source=letter', cacheLifetime })).toEqual([]);
});

test('the settings of all pages are read once', async () => {
  const cacheLifetime = createPageCache();
  await statementsOf({ path: '/', loaders: [root], cacheLifetime });
  expect(await statementsOf({ path: '/checkout', loaders: [root], cacheLifetime })).toEqual([]);
});

test.each<[string, number, PageQuery['loaders'], SignedInUser | null]>([
  ['/product', 7, [root, product], null],
  ['/account', 4, [accountFrame, accountHome], signedIn({ role: 'customer' })],
  ['/admin/orders', 5, [adminFrame, adminOrders], signedIn()],
])('the loaders of %s take %i statements', async (path, count, loaders, user) => {
  expect(await statementsOf({ path, loaders, user })).toHaveLength(count);
});

test('rendering /checkout with form and total takes 5 statements besides the settings, and 4 with unchanged shipping options', async () => {
  const cartToken = 'c'.repeat(43);
  const visitor = { ip: 'local', requestId: 'r', cartToken, user: null };
  await addToCart(counted.shop.ctx.db, visitor, { productId, quantity: 1, sessionId: null });
  const query = { path: '/checkout', loaders: [checkout], cartToken, cacheLifetime: createPageCache() };
  // One of them looks for a paid order of this visitor.
  expect(await statementsOf(query)).toHaveLength(5);
  expect(await statementsOf(query)).toHaveLength(4);
});

test('reading the session takes 2 statements', async () => {
  const { visitor } = await givenSignedIn(counted.shop);
  expect(await counted.statementsOf(() => requestOf(counted.shop, visitor))).toHaveLength(2);
});
