import { expect } from 'vitest';

import { testWithShop } from '../../tests/support/shop-test.ts';

const test = testWithShop({
  settings: {
    SHOP_MODE: 'live',
    PUBLIC_URL: 'https://shop.example',
    DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none',
    SMTP_URL: 'smtp://127.0.0.1:9',
    STRIPE_SECRET_KEY: 'sk_test_only_to_start',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_only_to_start',
    STRIPE_WEBHOOK_SECRET: 'whsec_only_to_start',
    RATE_LIMITS: 'on',
  },
});

const expected = {
  'x-content-type-options': 'nosniff',
  'cross-origin-opener-policy': 'same-origin',
  'x-frame-options': 'DENY',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
};
const names = [...Object.keys(expected), 'cross-origin-resource-policy', 'referrer-policy', 'permissions-policy'];

const json = { 'content-type': 'application/json' };
const own = { ...json, 'sec-fetch-site': 'same-origin' };

test.for<[string, number, RequestInit]>([
  ['/healthz', 200, {}],
  ['/readyz', 200, {}],
  ['/metrics', 404, {}],
  ['/api/session', 200, {}],
  ['/api/openapi.json', 200, {}],
  ['/api/nothing', 404, {}],
  ['/api/v1/orders', 401, {}],
  ['/api/cart/items', 400, { method: 'POST', headers: own, body: '{' }],
  ['/api/cart/items', 403, { method: 'POST', headers: { ...json, 'sec-fetch-site': 'cross-site' }, body: '{}' }],
  ['/api/stripe-webhook', 400, { method: 'POST', headers: json, body: '{}' }],
  ['/api/contact', 413, { method: 'POST', headers: own, body: JSON.stringify('x'.repeat(110_000)) }],
  ['/%00', 400, {}],
  ['/sitemap.xml', 200, {}],
  ['/product-images/none.jpg', 404, {}],
  ['/.well-known/change-password', 302, {}],
  ['http://evil.example/', 421, {}],
])('%s, answered %i, has every security header', async ([path, status, init], { shop }) => {
  const answer = await shop.app.request(path, init);
  expect(answer.status).toBe(status);
  expect(Object.fromEntries(Object.keys(expected).map((name) => [name, answer.headers.get(name)]))).toEqual(expected);
  expect(names.filter((name) => !answer.headers.has(name))).toEqual([]);
});

test('emails and other sites may embed pictures, but no other resource', async ({ shop }) => {
  const policyOf = async (path: string) => (await shop.app.request(path)).headers.get('cross-origin-resource-policy');
  const pictures = ['/media/hero-480.jpg', '/product-images/one.webp', '/logo.svg', '/og.jpg', '/favicon.ico'];
  expect(await Promise.all(pictures.map(policyOf))).toEqual(pictures.map(() => 'cross-origin'));
  const rest = ['/assets/app.js', '/api/session', '/healthz', '/admin/reviews/pictures/1', '/account/my-data.json'];
  expect(await Promise.all(rest.map(policyOf))).toEqual(rest.map(() => 'same-origin'));
});

test('a live shop refuses requests for other hosts, except health checks', async ({ shop }) => {
  const ask = async (url: string) => (await shop.app.request(url)).status;
  expect(await ask('http://shop.example/api/session')).toBe(200);
  expect(await ask('http://127.0.0.1:41234/api/session')).toBe(200);
  expect(await ask('http://203.0.113.9/api/session')).toBe(421);
  expect(await ask('http://203.0.113.9/healthz')).toBe(200);
  const answer = await shop.app.request('http://evil.example/api/session');
  expect(await answer.json()).toEqual({
    error: 'other_host',
    message: 'The shop does not answer at this address. Please open https://shop.example.',
  });
});
