import { afterAll, beforeAll, expect, test } from 'vitest';

import { changesOf } from '#modules/audit/service.server.ts';

import { givenPaidOrder, givenProduct } from '../../../tests/support/browser-like.ts';
import { openTestShop, type TestShop } from '../../../tests/support/shop.ts';

import type { Scope } from './rules.ts';
import { apiKeysOf, createKey, revokeKey } from './service.server.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop({ settings: { RATE_LIMITS: 'on' } });
});
afterAll(() => shop.close());

const owner = { id: null, email: 'owner@shop.example', requestId: 'r-1' };

async function givenKey(...scopes: Scope[]): Promise<{ id: string; key: string }> {
  const made = await createKey(shop.ctx, owner, { name: 'ERP', scopes });
  if (!made.ok) throw new Error(made.reason);
  return made.value;
}

async function get(path: string, key?: string) {
  const headers: Record<string, string> = key === undefined ? {} : { authorization: `Bearer ${key}` };
  const answer = await shop.app.request(`/api/v1${path}`, { headers });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}

type Listed = { orders: { number: string; total_cents: number }[]; next: string | null };

test('orders are read page by page, newest first and each once, by key alone', async () => {
  const { key } = await givenKey('orders:read');
  for (let n = 0; n < 3; n += 1) await givenPaidOrder(shop);
  const first = (await get('/orders?limit=2', key)).body as Listed;
  const rest = (await get(`/orders?limit=2&after=${first.next}`, key)).body as Listed;
  expect([first.orders.length, rest.orders.length, rest.next]).toEqual([2, 1, null]);
  const numbers = [...first.orders, ...rest.orders].map(({ number }) => number);
  expect(new Set(numbers).size).toBe(3);
  const one = await get(`/orders/${numbers[2]?.toLowerCase()}`, key);
  expect(one.body).toMatchObject({ number: numbers[2], total_cents: 5_900, captured_cents: 5_900, currency: 'usd' });
  expect(one.body.items).toMatchObject([{ name: 'Wand', quantity: 1, unit_price_cents: 5_900 }]);
});

test('orders are chosen by payment, hold and time', async () => {
  const { key } = await givenKey('orders:read');
  const count = async (query: string) => ((await get(`/orders?${query}`, key)).body as Listed).orders.length;
  expect(await count('payment_status=paid&held=false')).toBe(3);
  expect(await count('held=true')).toBe(0);
  expect(await count('payment_status=refunded')).toBe(0);
  expect(await count('placed_before=2020-01-01T00:00:00Z')).toBe(0);
  expect((await get('/orders?status=lost', key)).status).toBe(400);
  expect((await get('/orders?after=nonsense', key)).status).toBe(400);
});

test('a product and its stock are read with the scope for products', async () => {
  const { key } = await givenKey('products:read');
  const id = await givenProduct(shop, { onHand: 4 });
  expect((await get(`/products/${id}`, key)).body).toMatchObject({ price_cents: 12_000, sale_price_cents: 5_900 });
  expect((await get(`/products/${id}/stock`, key)).body).toEqual({ product_id: id, on_hand: 4, available: 4 });
  expect(((await get('/products', key)).body.products as unknown[]).length).toBe(1);
  expect((await get('/products/c0a8012e-7a3f-4a6f-9d3b-111111111111', key)).status).toBe(404);
  expect((await get('/products/1', key)).status).toBe(400);
});

test('a key opens only what its scopes name', async () => {
  const { key } = await givenKey('products:read');
  expect((await get('/orders', key)).body).toMatchObject({ error: 'missing_scope' });
  expect((await get('/orders/HR-7K3QX9M2', key)).status).toBe(403);
});

test('no key, a wrong one and a revoked one are refused', async () => {
  const { id, key } = await givenKey('orders:read');
  expect((await get('/orders')).body).toMatchObject({ error: 'unknown_key' });
  expect((await get('/orders', `shop_00000000_${'x'.repeat(43)}`)).status).toBe(401);
  expect((await get('/orders', key)).status).toBe(200);
  await revokeKey(shop.ctx, owner, id);
  expect((await get('/orders', key)).status).toBe(401);
});

test('only the hash of a key is stored, its use is noted, and making and ending it is in the audit log', async () => {
  const { id, key } = await givenKey('orders:read');
  await get('/orders', key);
  const listed = (await apiKeysOf(shop.ctx.db)).find((one) => one.id === id);
  expect(listed?.lastUsedAt).toBeInstanceOf(Date);
  const { rows } = await shop.database.pool.query<{ row: string }>('select k::text as row from api_keys k');
  expect(rows.some(({ row }) => row.includes(key.slice(14)))).toBe(false);
  await revokeKey(shop.ctx, owner, id);
  const changes = await changesOf(shop.ctx.db, { subject: `api-key:${listed?.prefix}` });
  expect(changes.map(({ action }) => action)).toEqual(['api-key.revoke', 'api-key.create']);
  expect(JSON.stringify(changes)).not.toContain(key);
});

test.each([
  [{ name: '', scopes: ['orders:read' as const] }, 'no_name'],
  [{ name: 'x'.repeat(81), scopes: ['orders:read' as const] }, 'no_name'],
  [{ name: 'ERP', scopes: [] }, 'no_scopes'],
])('a key %j is refused: %s', async (given, reason) => {
  expect(await createKey(shop.ctx, owner, given)).toEqual({ ok: false, reason });
});

test('a key may send 600 requests a minute, and twenty wrong keys close the door for a while', async () => {
  const { key } = await givenKey('products:read');
  const statuses = await Promise.all(Array.from({ length: 601 }, async () => (await get('/products', key)).status));
  expect(statuses.filter((status) => status === 429)).toHaveLength(1);
  for (let n = 0; n < 20; n += 1) await get('/orders', `shop_00000000_${'y'.repeat(43)}`);
  expect((await get('/products', key)).status).toBe(429);
});
