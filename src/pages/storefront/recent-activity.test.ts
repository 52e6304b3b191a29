import { afterAll, beforeAll, expect, test } from 'vitest';

import { openTestShop, type TestShop } from '../../../tests/support/shop.ts';
import { activityItems } from './recent-activity.server.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());

test('a demo shop shows its four samples', async () => {
  const items = await activityItems(shop.ctx);
  expect(items.map(({ name }) => name)).toEqual(['Sarah M.', 'Emma L.', 'Jessica R.', 'Olivia K.']);
});

test('a live shop without orders shows nothing', async () => {
  const live = { ...shop.ctx, settings: { ...shop.ctx.settings, shopMode: 'live' as const } };
  expect(await activityItems(live)).toEqual([]);
});
