import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { orders } from '#modules/orders/tables.server.ts';
import { shopDay } from '#shared/shop-time.ts';

import { givenOrderRow } from '../../../tests/support/orders.ts';
import { pageCall, signedIn } from '../../../tests/support/page-requests.ts';
import { openTestShop, type TestShop } from '../../../tests/support/shop.ts';
import { loader } from '../../pages/admin/analytics.tsx';
import { countSalesDays } from './sales-figures.server.ts';
import { salesDays } from './tables.server.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);

async function shownRevenue() {
  const path = `/admin/analytics?from=${shopDay(daysAgo(20))}&to=${shopDay(daysAgo(0))}`;
  return (await loader(pageCall(shop, path, signedIn())))?.sales?.figures.total.revenueCents;
}

test('a change while its day is being counted is counted by the next run', async () => {
  const order = await givenOrderRow(shop, { paymentIntentId: 'pi_1', paymentMode: 'sandbox', placedAt: daysAgo(10) });
  await shop.ctx.db.transaction(async (tx) => {
    await tx.update(orders).set({ capturedCents: 7_000 }).where(eq(orders.id, order.id));
    await countSalesDays(shop.ctx.db);
  });
  expect(await shownRevenue()).toBe(7_000);
  await Promise.all([countSalesDays(shop.ctx.db), countSalesDays(shop.ctx.db)]);
  expect(await shownRevenue()).toBe(7_000);
  const ofAll = and(eq(salesDays.mode, 'sandbox'), eq(salesDays.dimension, 'all'));
  expect(await shop.ctx.db.select().from(salesDays).where(ofAll)).toMatchObject([{ orders: 1, revenueCents: 7_000 }]);
});
