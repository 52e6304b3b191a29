import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { givenProduct } from '../../../tests/support/shop-visitor.ts';
import { openTestShop, type TestShop } from '../../../tests/support/shop.ts';
import { products } from './tables.server.ts';

let shop: TestShop;
let received = 0;

beforeAll(async () => {
  shop = await openTestShop();
  await shop.database.listen('pages_changed', () => (received += 1));
});

afterAll(() => shop.close());

/**
 * Returns the number of notifications so far. The marker arrives after every earlier notification.
 */
async function receivedSoFar(): Promise<number> {
  const marker = Promise.withResolvers<void>();
  const stop = await shop.database.listen('marker', () => marker.resolve());
  await shop.ctx.db.execute(sql`select pg_notify('marker', '')`);
  await marker.promise;
  await stop();
  return received;
}

test.each([
  { change: 'one of 500 units is promised', onHand: 500, set: { reserved: 1 }, times: 0 },
  { change: 'one of 100 units is promised', onHand: 100, set: { reserved: 1 }, times: 0 },
  { change: 'one of 99 units is promised', onHand: 99, set: { reserved: 1 }, times: 1 },
  { change: 'the last unit is promised', onHand: 1, set: { reserved: 1 }, times: 1 },
  { change: 'stock is no longer counted', onHand: 500, set: { onHand: null }, times: 1 },
  { change: 'the price changes', onHand: 500, set: { priceCents: 9_900 }, times: 1 },
])('pages_changed is sent $times times when $change', async ({ onHand, set, times }) => {
  const id = await givenProduct(shop, { onHand });
  const before = await receivedSoFar();
  await shop.ctx.db.update(products).set(set).where(eq(products.id, id));
  expect((await receivedSoFar()) - before).toBe(times);
});

test('changing any column of a product sends a notification, including columns added later', async () => {
  const { rows } = await shop.ctx.db.execute(sql`
    select attname as untold from pg_attribute
    where attrelid = 'products'::regclass and attnum > 0 and not attisdropped and attnum <> all (
      select unnest(tgattr::int2[]) from pg_trigger where tgrelid = 'products'::regclass and tgname like 'products_pages_changed%')`);
  expect(rows).toEqual([]);
});
