import { and, eq, sql } from 'drizzle-orm';
import { expect } from 'vitest';

import { toShopDate } from '#shared/shop-time.ts';

import { givenOrderRow } from '../../../tests/support/orders.ts';
import { pageCall, signedIn } from '../../../tests/support/page-requests.ts';
import { waitForBlockedConnections } from '../../../tests/support/race-steps.ts';
import { test, type TestShop } from '../../../tests/support/shop-test.ts';
import { loader } from '../../pages/admin/analytics.tsx';
import { updateOrder } from './orders.queries.server.ts';
import { insertSalesDay } from './sales-days.queries.server.ts';
import { countSalesDays } from './sales-days.server.ts';
import { salesDays } from './tables.server.ts';

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);

async function shownRevenue(shop: TestShop) {
  const path = `/admin/analytics?from=${toShopDate(daysAgo(20))}&to=${toShopDate(daysAgo(0))}`;
  return (await loader(pageCall(shop, path, signedIn())))?.sales?.figures.total.grossCents;
}

test.beforeEach(async ({ shop }) => {
  await shop.ctx.db.execute(sql`truncate orders, sales_days cascade`);
});

const givenOldOrder = (shop: TestShop) =>
  givenOrderRow(shop, { paymentIntentId: 'pi_1', paymentMode: 'sandbox', placedAt: daysAgo(10) });
const captured = { capturedCents: 7_000 };

test('a change that is not committed when its day is to be counted is part of the count', async ({ shop }) => {
  const order = await givenOldOrder(shop);
  let counting: Promise<void> = Promise.resolve();
  await shop.ctx.db.transaction(async (tx) => {
    await updateOrder(tx, order.id, captured);
    counting = countSalesDays(shop.ctx.db);
    await waitForBlockedConnections(tx);
  });
  await counting;
  expect(await shownRevenue(shop)).toBe(7_000);
  const runs = await Promise.allSettled([countSalesDays(shop.ctx.db), countSalesDays(shop.ctx.db)]);
  expect(runs.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled']);
  expect(await shownRevenue(shop)).toBe(7_000);
  const ofAll = and(eq(salesDays.mode, 'sandbox'), eq(salesDays.dimension, 'all'));
  expect(await shop.ctx.db.select().from(salesDays).where(ofAll)).toMatchObject([{ orders: 1, grossCents: 7_000 }]);
});

test('a change after a process has counted its day, and before that count is stored, is counted', async ({ shop }) => {
  const order = await givenOldOrder(shop);
  let change: Promise<void> = Promise.resolve();
  await shop.ctx.db.transaction(async (first) => {
    await insertSalesDay(first, toShopDate(daysAgo(10)));
    change = updateOrder(shop.ctx.db, order.id, captured);
    await waitForBlockedConnections(first);
  });
  await change;
  expect(await shownRevenue(shop)).toBe(7_000);
  await countSalesDays(shop.ctx.db);
  expect(await shownRevenue(shop)).toBe(7_000);
});

test('a change of an order is seen at once, while two processes count', async ({ shop }) => {
  const order = await givenOldOrder(shop);
  await countSalesDays(shop.ctx.db);
  const change = shop.ctx.db.transaction((tx) => updateOrder(tx, order.id, captured));
  await Promise.all([change, countSalesDays(shop.ctx.db), countSalesDays(shop.ctx.db)]);
  expect(await shownRevenue(shop)).toBe(7_000);
});
