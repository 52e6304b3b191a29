import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { givenProduct } from '../../../tests/support/browser-like.ts';
import { openTestShop, type TestShop } from '../../../tests/support/shop.ts';
import { products } from './tables.server.ts';

let shop: TestShop;
let heard = 0;

beforeAll(async () => {
  shop = await openTestShop();
  await shop.database.listen('pages_changed', () => (heard += 1));
});

afterAll(() => shop.close());

/** Everything that was told before is heard once this is. */
async function told(): Promise<number> {
  const marker = Promise.withResolvers<void>();
  const stop = await shop.database.listen('marker', () => marker.resolve());
  await shop.ctx.db.execute(sql`select pg_notify('marker', '')`);
  await marker.promise;
  await stop();
  return heard;
}

test.each([
  { change: 'one of 500 units is promised', onHand: 500, set: { reserved: 1 }, times: 0 },
  { change: 'one of 100 units is promised', onHand: 100, set: { reserved: 1 }, times: 0 },
  { change: 'one of 99 units is promised', onHand: 99, set: { reserved: 1 }, times: 1 },
  { change: 'the last unit is promised', onHand: 1, set: { reserved: 1 }, times: 1 },
  { change: 'stock is no longer counted', onHand: 500, set: { onHand: null }, times: 1 },
  { change: 'the price changes', onHand: 500, set: { priceCents: 9_900 }, times: 1 },
])('the kept pages are told $times times when $change', async ({ onHand, set, times }) => {
  const id = await givenProduct(shop, { onHand });
  const before = await told();
  await shop.ctx.db.update(products).set(set).where(eq(products.id, id));
  expect((await told()) - before).toBe(times);
});

test('every column of a product is told of when it changes, a new one too', async () => {
  const { rows } = await shop.ctx.db.execute(sql`
    select attname as untold from pg_attribute
    where attrelid = 'products'::regclass and attnum > 0 and not attisdropped and attnum <> all (
      select unnest(tgattr::int2[]) from pg_trigger where tgrelid = 'products'::regclass and tgname like 'products_pages_changed%')`);
  expect(rows).toEqual([]);
});
