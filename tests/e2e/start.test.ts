import { afterAll, beforeAll, expect, test } from 'vitest';

import { embedded, startShopServer, type ShopServer } from './support/shop-server.ts';

let shop: ShopServer;
beforeAll(async () => {
  shop = await startShopServer(embedded);
});
afterAll(() => shop.stop());

test('every page answers, with a policy without unsafe scripts, and an unknown one with 404', async () => {
  const status: Record<string, number> = {};
  for (const path of ['/', '/product', '/track', '/checkout-cancelled', '/auth', '/mailbox', '/nowhere']) {
    const answer = await fetch(`${shop.url}${path}`, { redirect: 'manual' });
    status[path] = answer.status;
    expect(answer.headers.get('content-security-policy'), path).toMatch(/script-src 'self' 'sha256-/);
    expect(answer.headers.get('content-security-policy'), path).not.toContain('unsafe');
    expect(answer.headers.get('x-content-type-options'), path).toBe('nosniff');
  }
  expect(status).toEqual({
    '/': 200,
    '/product': 200,
    '/track': 200,
    '/checkout-cancelled': 200,
    '/auth': 200,
    '/mailbox': 200,
    '/nowhere': 404,
  });
});
