import { afterAll, beforeAll, expect, test } from 'vitest';

import { embedded, startShopServer, type ShopServer } from './support/shop-server.ts';

let shop: ShopServer;
beforeAll(async () => {
  shop = await startShopServer(embedded);
});
afterAll(() => shop.stop());

test('every page responds with a policy without unsafe scripts, and an unknown one with 404', async () => {
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

const common = ['x-content-type-options', 'cross-origin-opener-policy', 'x-frame-options', 'permissions-policy'];

test('files, redirects, errors, cached pages and their 304 have every security header', async () => {
  const etag = (await fetch(`${shop.url}/`)).headers.get('etag') ?? '';
  const asset = /\/assets\/[\w.-]+\.css/.exec(await (await fetch(`${shop.url}/`)).text())?.[0] ?? '';
  const requests: [string, number, string, Record<string, string>][] = [
    [asset, 200, 'same-origin', {}],
    ['/assets/none.js', 404, 'same-origin', {}],
    ['/media/calm-480.jpg', 200, 'cross-origin', {}],
    ['/og.jpg', 200, 'cross-origin', {}],
    ['/', 200, 'same-origin', {}],
    ['/', 304, 'same-origin', { 'if-none-match': etag }],
    ['/account', 302, 'same-origin', {}],
    ['/nowhere', 404, 'same-origin', {}],
    ['/healthz', 200, 'same-origin', {}],
    ['/%ff', 400, 'same-origin', {}],
    ['/.well-known/security.txt', 200, 'same-origin', {}],
  ];
  for (const [path, status, policy, headers] of requests) {
    const answer = await fetch(`${shop.url}${path}`, { headers, redirect: 'manual' });
    expect([path, answer.status, answer.headers.get('cross-origin-resource-policy')]).toEqual([path, status, policy]);
    expect([path, ...common.filter((name) => !answer.headers.has(name))]).toEqual([path]);
  }
});
