import { expect } from 'vitest';

import { test } from '../../../tests/support/shop-test.ts';
import { activityItems } from './recent-activity.server.ts';

test('a demo shop shows its four samples', async ({ shop }) => {
  const items = await activityItems(shop.ctx);
  expect(items.map(({ name }) => name)).toEqual(['Sarah M.', 'Emma L.', 'Jessica R.', 'Olivia K.']);
});

test('a live shop without orders shows nothing', async ({ shop }) => {
  const live = { ...shop.ctx, settings: { ...shop.ctx.settings, shopMode: 'live' as const } };
  expect(await activityItems(live)).toEqual([]);
});
