import { Validator } from '@seriousme/openapi-schema-validator';
import { expect } from 'vitest';

import { test } from '../../tests/support/shop-test.ts';
let paths: Record<string, Record<string, unknown>>;
let document: Record<string, unknown>;

test.beforeAll(async ({ shop }) => {
  const answer = await shop.app.request('/api/openapi.json');
  document = (await answer.json()) as typeof document;
  paths = document.paths as typeof paths;
});

test('the API description is valid OpenAPI 3.1', async () => {
  const validator = new Validator();
  expect(await validator.validate(structuredClone(document))).toMatchObject({ valid: true });
  expect(validator.version).toBe('3.1');
});

const unlisted = new Set(['GET /api/openapi.json']);

function isDescribed(method: string, path: string): boolean {
  const inBraces = path.replaceAll(/:(\w+)/g, '{$1}');
  if (inBraces.endsWith('/*')) return Object.keys(paths).some((known) => known.startsWith(inBraces.slice(0, -1)));
  return paths[inBraces]?.[method.toLowerCase()] !== undefined;
}

test('every API route of the shop is described', ({ shop }) => {
  const calls = shop.app.routes.filter(({ method, path }) => method !== 'ALL' && path.startsWith('/api/'));
  expect(calls.length).toBeGreaterThan(20);
  const missing = calls
    .filter(({ method, path }) => !unlisted.has(`${method} ${path}`) && !isDescribed(method, path))
    .map(({ method, path }) => `${method} ${path}`);
  expect(missing).toEqual([]);
});

test('the description contains no route that the shop does not have', ({ shop }) => {
  const answered = new Set(
    shop.app.routes.map(({ method, path }) => `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`),
  );
  const described = Object.entries(paths).flatMap(([path, calls]) =>
    Object.keys(calls).map((method) => `${method.toUpperCase()} ${path}`),
  );
  expect(described.filter((call) => !answered.has(call))).toEqual([]);
});

test('the three webhook events are described with the order that they carry', () => {
  const webhooks = document.webhooks as Record<string, unknown>;
  expect(Object.keys(webhooks)).toEqual(['order.paid', 'order.shipped', 'order.refunded']);
  expect(JSON.stringify(webhooks['order.paid'])).toContain('total_cents');
});

test('a call of the public API names its API key security and scope', () => {
  expect(paths['/api/v1/orders']?.get).toMatchObject({ security: [{ apiKey: ['orders:read'] }] });
  const report = paths['/api/v1/orders/{number}/status']?.post;
  expect(report).toMatchObject({ security: [{ apiKey: ['orders:write'] }], requestBody: { required: true } });
});
