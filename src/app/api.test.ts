import { expect, test } from 'vitest';

import { openTestShop } from '../../tests/support/shop.ts';

test('no two routes keep the shop from the router that finds a route by one expression', async () => {
  const { app, close } = await openTestShop();
  await app.request('/api/cart');
  expect(app.router.name).toBe('SmartRouter + RegExpRouter');
  await close();
});
