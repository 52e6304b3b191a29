import { afterEach, expect, vi } from 'vitest';

import { orders } from '#modules/orders/tables.server.ts';

import { givenProduct, givenReadyCheckout, givenShipping, payWith } from '../../../tests/support/shop-visitor.ts';
import { testWithShop } from '../../../tests/support/shop-test.ts';
import { reconcileRecent } from './expire-checkouts.server.ts';

const aheadMs = 45 * 86_400_000;

const test = testWithShop({ prepare: givenShipping });

afterEach(() => vi.useRealTimers());

test('a process whose clock is 45 days ahead places the lost orders of the last hour', async ({ shop }) => {
  const { secret } = await givenReadyCheckout(shop, await givenProduct(shop));
  await payWith(shop, secret);
  expect(await shop.ctx.db.select().from(orders)).toHaveLength(0);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + aheadMs });
  await reconcileRecent({ ...shop.ctx, now: () => new Date(Date.now() - aheadMs) });
  expect(await shop.ctx.db.select().from(orders)).toHaveLength(1);
});
