import { eq } from 'drizzle-orm';
import { expect } from 'vitest';

import { shopAttention } from '#app/monitoring-registry.server.ts';
import { countAlerts } from '#modules/analytics/dashboard.queries.server.ts';
import { everyOrder } from '#modules/orders/list-orders.ts';
import { findOrderPage } from '#modules/orders/list-orders.queries.server.ts';
import { ordersMonitoring } from '#modules/orders/orders.monitoring.server.ts';
import { countQueues, findShippingDesk } from '#modules/orders/ship-orders.server.ts';
import { disputes, orders } from '#modules/orders/tables.server.ts';
import { firstPage } from '#platform/db/list-page.server.ts';
import { oneRow } from '#platform/db/rows.server.ts';

import { givenOrderRow } from '../../../../tests/support/orders.ts';
import { test, type TestShop } from '../../../../tests/support/shop-test.ts';

/** Returns the number of orders on hold, in each place that shows it. */
async function numbersOf(shop: TestShop) {
  const { db, settings } = shop.ctx;
  const gauge = ordersMonitoring.gauges?.find(({ name }) => name === 'shop_orders_held');
  if (gauge === undefined) throw new Error('no gauge');
  const alerts = await countAlerts(db, shopAttention(settings));
  return {
    home: alerts.find(({ many }) => many === 'orders on hold')?.count,
    tab: (await countQueues(db)).held,
    list: (await findOrderPage(db, { ...everyOrder, heldOnly: true }, firstPage(50))).rows.length,
    desk: (await findShippingDesk(db)).held,
    metrics: (await oneRow<{ count: number }>(db, gauge.counts)).count,
  };
}

const everywhere = (count: number) => ({ home: count, tab: count, list: count, desk: count, metrics: count });

test('home page, tab, list, shipping desk and /metrics show one number of orders on hold', async ({ shop }) => {
  expect(await numbersOf(shop)).toEqual(everywhere(0));
  await givenOrderRow(shop);
  await givenOrderRow(shop, { holdReason: 'manual' });
  const disputed = await givenOrderRow(shop, { holdReason: 'dispute', paymentIntentId: 'pi_1' });
  await givenOrderRow(shop, { holdReason: 'dispute', paymentIntentId: 'pi_2' });
  await shop.ctx.db.insert(disputes).values({
    providerId: 'dp_1',
    paymentIntentId: 'pi_1',
    amountCents: 5_900,
    reason: 'fraudulent',
    status: 'under_review',
    providerUpdatedAt: new Date(),
  });
  expect(await numbersOf(shop)).toEqual(everywhere(3));
  await shop.ctx.db.update(orders).set({ holdReason: null }).where(eq(orders.id, disputed.id));
  expect(await numbersOf(shop)).toEqual(everywhere(2));
});
