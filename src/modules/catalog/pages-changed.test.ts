import { eq, sql } from 'drizzle-orm';
import { expect } from 'vitest';

import { givenProduct } from '../../../tests/support/shop-visitor.ts';
import { test, type TestShop } from '../../../tests/support/shop-test.ts';
import { products } from './tables.server.ts';
let received = 0;

test.beforeAll(async ({ shop }) => {
  await shop.database.listen('pages_changed', () => (received += 1));
});

/**
 * Returns the number of notifications so far. The marker arrives after every earlier notification.
 */
async function receivedSoFar(shop: TestShop): Promise<number> {
  const marker = Promise.withResolvers<void>();
  const stop = await shop.database.listen('marker', () => marker.resolve());
  await shop.ctx.db.execute(sql`select pg_notify('marker', '')`);
  await marker.promise;
  await stop();
  return received;
}

test.for([
  { change: 'one of 500 units is promised', onHand: 500, set: { reserved: 1 }, times: 0 },
  { change: 'one of 100 units is promised', onHand: 100, set: { reserved: 1 }, times: 0 },
  { change: 'one of 99 units is promised', onHand: 99, set: { reserved: 1 }, times: 1 },
  { change: 'the last unit is promised', onHand: 1, set: { reserved: 1 }, times: 1 },
  { change: 'stock is no longer counted', onHand: 500, set: { onHand: null }, times: 1 },
  { change: 'the price changes', onHand: 500, set: { priceCents: 9_900 }, times: 1 },
])('pages_changed is sent $times times when $change', async ({ onHand, set, times }, { shop }) => {
  const id = await givenProduct(shop, { onHand });
  const before = await receivedSoFar(shop);
  await shop.ctx.db.update(products).set(set).where(eq(products.id, id));
  expect((await receivedSoFar(shop)) - before).toBe(times);
});

test('changing any column of a product sends a notification, including columns added later', async ({ shop }) => {
  const { rows } = await shop.ctx.db.execute(sql`
    select attname as untold from pg_attribute
    where attrelid = 'products'::regclass and attnum > 0 and not attisdropped and attnum <> all (
      select unnest(tgattr::int2[]) from pg_trigger where tgrelid = 'products'::regclass and tgname like 'products_pages_changed%')`);
  expect(rows).toEqual([]);
});
