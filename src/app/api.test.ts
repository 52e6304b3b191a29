import { expect } from 'vitest';

import { test } from '../../tests/support/shop-test.ts';

test("no pair of routes prevents Hono's RegExpRouter, which matches all routes with one expression", async ({
  shop: { app },
}) => {
  await app.request('/api/cart');
  expect(app.router.name).toBe('SmartRouter + RegExpRouter');
});
