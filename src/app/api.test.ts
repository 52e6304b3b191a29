import { expect, test } from 'vitest';

import { openTestShop } from '../../tests/support/shop.ts';

test("no pair of routes prevents Hono's RegExpRouter, which matches all routes with one expression", async () => {
  const { app, close } = await openTestShop();
  await app.request('/api/cart');
  expect(app.router.name).toBe('SmartRouter + RegExpRouter');
  await close();
});
