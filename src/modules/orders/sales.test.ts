import { sandboxIntents } from '@halorosa/stripe-sandbox/tables';
import { expect } from 'vitest';

import { givenOrderRow } from '../../../tests/support/orders.ts';
import { address } from '../../../tests/support/shop-visitor.ts';
import { test, type TestShop } from '../../../tests/support/shop-test.ts';
import { purchaseRegion, timeSince } from './sales.ts';
import { listRecentPurchases } from './sales.server.ts';
import { orders } from './tables.server.ts';

const now = new Date('2026-11-21T12:00:00.000Z');
const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

test.beforeEach(({ shop }) => shop.ctx.db.delete(orders));

const givenOrder = (shop: TestShop, agoMs: number, change: Partial<typeof orders.$inferInsert> = {}) => {
  const shippingAddress = { ...address, state: 'TX' };
  return givenOrderRow(shop, { shippingAddress, placedAt: new Date(now.getTime() - agoMs), ...change });
};

test('a paid order is shown as someone in a state, hours ago, without any other details', async ({ shop }) => {
  const order = await givenOrder(shop, 2 * hour + 17 * minute);
  const purchases = await listRecentPurchases(shop.ctx.db, now, 'the wand');
  expect(purchases).toEqual([
    {
      id: 'purchase-1',
      name: 'Someone',
      location: 'in Texas',
      action: 'bought the wand',
      timestamp: '2 hours ago',
      verified: true,
    },
  ]);
  for (const secret of [order.id, 'Mia', 'San Francisco', '94103'])
    expect(JSON.stringify(purchases)).not.toContain(secret);
});

test.for([
  ['29:59.999 minutes old', 30 * minute - 1, 0],
  ['30 minutes old', 30 * minute, 1],
  ['a millisecond younger than 7 days', 7 * day - 1, 1],
  ['7 days old', 7 * day, 0],
] as const)('the purchase window shows or hides an order that is %s', async ([_age, ago, count], { shop }) => {
  await givenOrder(shop, ago);
  expect(await listRecentPurchases(shop.ctx.db, now, 'the wand')).toHaveLength(count);
});

test('only orders with real payments are shown: no free, held, refunded or sandbox order', async ({ shop }) => {
  await shop.ctx.db.insert(sandboxIntents).values({ id: 'pi_play', body: {} as never });
  await givenOrder(shop, hour, { paymentStatus: 'not_required' });
  await givenOrder(shop, hour, { paymentStatus: 'pending', holdReason: 'wrong_amount' });
  await givenOrder(shop, hour, { holdReason: 'second_payment' });
  await givenOrder(shop, hour, { paymentStatus: 'refunded' });
  await givenOrder(shop, hour, { paymentIntentId: 'pi_play' });
  expect(await listRecentPurchases(shop.ctx.db, now, 'the wand')).toEqual([]);
  await givenOrder(shop, hour, { paymentIntentId: 'pi_real' });
  expect(await listRecentPurchases(shop.ctx.db, now, 'the wand')).toHaveLength(1);
});

test('the newest four of many orders are shown, newest first', async ({ shop }) => {
  for (const hours of [5, 1, 3, 2, 4]) await givenOrder(shop, hours * hour);
  const purchases = await listRecentPurchases(shop.ctx.db, now, 'the wand');
  expect(purchases.map(({ timestamp }) => timestamp)).toEqual([
    '1 hour ago',
    '2 hours ago',
    '3 hours ago',
    '4 hours ago',
  ]);
});

test.each([
  [hour - 1, 'within the last hour'],
  [hour, '1 hour ago'],
  [day - 1, '23 hours ago'],
  [day, '1 day ago'],
  [6 * day, '6 days ago'],
])('an age of %i ms is shown as %s', (past, expected) => {
  expect(timeSince(new Date(now.getTime() - past), now)).toBe(expected);
});

test.each([
  ['tx', 'US', 'in Texas'],
  [' new york ', 'US', 'in New York'],
  ['buy at evil.example', 'US', 'in the United States'],
  ['ON', 'CA', 'in Canada'],
  ['', 'GB', 'in the United Kingdom'],
  ['NSW', 'AU', 'in Australia'],
  ['AE', 'US', 'in the United States'],
  ['GU', 'US', 'in Guam'],
])('the state %j of %s is shown as %s', (state, country, expected) => {
  expect(purchaseRegion({ state, country })).toBe(expected);
});
