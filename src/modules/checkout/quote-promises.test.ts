import { sql } from 'drizzle-orm';
import { expect } from 'vitest';

import { findOrder } from '#modules/orders/orders.queries.server.ts';
import { shopPromises } from '#modules/settings/shop-promises.server.ts';
import { favorableTerms, legacyTerms, type OrderTerms } from '#modules/settings/shop-promises.ts';

import {
  fillCart,
  finalize,
  givenProduct,
  givenShipping,
  newVisitor,
  openCheckout,
  payWith,
} from '../../../tests/support/shop-visitor.ts';
import { testWithShop, type TestShop } from '../../../tests/support/shop-test.ts';
import { checkoutQuotes } from './tables.server.ts';

const test = testWithShop({ prepare: givenShipping });

/**
 * Opens a checkout, changes its stored quote versions, completes the form and pays. Returns the
 * promises of the order.
 */
async function promisesOfOrder(shop: TestShop, body = sql`${checkoutQuotes.body}`): Promise<OrderTerms | undefined> {
  const visitor = newVisitor(shop);
  await fillCart(visitor, await givenProduct(shop));
  const { checkoutId, intentId, secret } = await openCheckout(visitor);
  await shop.ctx.db.update(checkoutQuotes).set({ body });
  expect(await finalize(visitor, checkoutId)).toMatchObject({ status: 200 });
  await payWith(shop, secret);
  const placed = await visitor.send('POST', '/create-order', { payment_intent_id: intentId });
  return (await findOrder(shop.ctx.db, (placed.body.order as { id: string }).id))?.promises;
}

const withPromises = (promises: OrderTerms) => sql`${checkoutQuotes.body} || ${JSON.stringify({ promises })}::jsonb`;

test('an order stores the promises of the day', async ({ shop }) => {
  expect(await promisesOfOrder(shop)).toEqual(await shopPromises(shop.ctx));
});

test('a checkout opened before the shop promised less keeps what its shopper was shown', async ({ shop }) => {
  const seen = { guaranteeDays: 90, returnWindowDays: 120, refundProcessingDays: 1, refundVisibleDays: '3-4' };
  expect(await promisesOfOrder(shop, withPromises(seen))).toEqual(seen);
});

test('a checkout opened before the shop promised more gets the better promise', async ({ shop }) => {
  const today = await shopPromises(shop.ctx);
  const seen = { ...today, guaranteeDays: 7, returnWindowDays: 14, refundProcessingDays: 9 };
  expect(await promisesOfOrder(shop, withPromises(seen))).toEqual(today);
});

test('a quote version from before promises were stored has those that held until then', async ({ shop }) => {
  const today = await shopPromises(shop.ctx);
  expect(await promisesOfOrder(shop, sql`${checkoutQuotes.body} - 'promises'`)).toEqual(
    favorableTerms(legacyTerms, today),
  );
});
