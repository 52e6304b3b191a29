import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { findOrder } from '#modules/orders/orders.server.ts';
import { shopPromises } from '#modules/settings/shop-promises.server.ts';
import { betterPromises, earlierPromises, type ShopPromises } from '#modules/settings/shop-promises.ts';

import {
  fillCart,
  finalize,
  givenProduct,
  givenShipping,
  newVisitor,
  openCheckout,
  payWith,
} from '../../../tests/support/shop-visitor.ts';
import { openTestShop, type TestShop } from '../../../tests/support/shop.ts';
import { checkoutQuotes } from './tables.server.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
  await givenShipping(shop);
});
afterAll(() => shop.close());

/**
 * Opens a checkout, changes its stored quote versions, completes the form and pays. Returns the
 * promises of the order.
 */
async function promisesOfOrder(body = sql`${checkoutQuotes.body}`): Promise<ShopPromises | undefined> {
  const visitor = newVisitor(shop);
  await fillCart(visitor, await givenProduct(shop));
  const { checkoutId, intentId, secret } = await openCheckout(visitor);
  await shop.ctx.db.update(checkoutQuotes).set({ body });
  expect(await finalize(visitor, checkoutId)).toMatchObject({ status: 200 });
  await payWith(shop, secret);
  const placed = await visitor.send('POST', '/create-order', { payment_intent_id: intentId });
  return (await findOrder(shop.ctx.db, (placed.body.order as { id: string }).id))?.promises;
}

const withPromises = (promises: ShopPromises) => sql`${checkoutQuotes.body} || ${JSON.stringify({ promises })}::jsonb`;

test('an order stores the promises of the day', async () => {
  expect(await promisesOfOrder()).toEqual(await shopPromises(shop.ctx));
});

test('a checkout opened before the shop promised less keeps what its shopper was shown', async () => {
  const seen = { guaranteeDays: 90, returnWindowDays: 120, refundProcessingDays: 1, refundVisibleDays: '3-4' };
  expect(await promisesOfOrder(withPromises(seen))).toEqual(seen);
});

test('a checkout opened before the shop promised more gets the better promise', async () => {
  const today = await shopPromises(shop.ctx);
  const seen = { ...today, guaranteeDays: 7, returnWindowDays: 14, refundProcessingDays: 9 };
  expect(await promisesOfOrder(withPromises(seen))).toEqual(today);
});

test('a quote version from before promises were stored has those that held until then', async () => {
  const today = await shopPromises(shop.ctx);
  expect(await promisesOfOrder(sql`${checkoutQuotes.body} - 'promises'`)).toEqual(
    betterPromises(earlierPromises, today),
  );
});
