import { expect } from 'vitest';

import { givenPaidOrder, givenShipping } from '../../../tests/support/shop-visitor.ts';
import { givenOrderRow } from '../../../tests/support/orders.ts';
import { testWithShop, type TestShop } from '../../../tests/support/shop-test.ts';
import { socialProofEvents } from './social-proof.server.ts';

const test = testWithShop({ prepare: givenShipping });

/** Live mode, with the clock some minutes ahead. */
const live = (shop: TestShop, minutes: number) => ({
  ...shop.ctx,
  settings: { ...shop.ctx.settings, shopMode: 'live' as const },
  now: () => new Date(Date.now() + minutes * 60_000),
});

test('a demo shop shows its four samples', async ({ shop }) => {
  expect(await socialProofEvents(shop.ctx)).toHaveLength(4);
});

test('a live shop shows neither samples nor orders paid in test mode', async ({ shop }) => {
  await givenPaidOrder(shop);
  expect(await socialProofEvents(live(shop, 31))).toEqual([]);
});

test('a live shop shows a paid order after half an hour, with its location but without any name or current visitors', async ({
  shop,
}) => {
  await givenOrderRow(shop);
  expect(await socialProofEvents(live(shop, 29))).toEqual([]);
  expect(await socialProofEvents(live(shop, 31))).toEqual([
    {
      id: 'purchase-1',
      type: 'purchase',
      location: 'in California',
      product: 'the wand',
      timestamp: 'within the last hour',
    },
  ]);
});
