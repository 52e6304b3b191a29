import { eq, sql } from 'drizzle-orm';
import { expect } from 'vitest';

import { mails } from '#modules/email/tables.server.ts';
import { orders } from '#modules/orders/tables.server.ts';
import { addEndpoint, newestDeliveries } from '#modules/webhooks/webhooks.server.ts';
import { rateLimitPoints } from '#platform/limits/tables.server.ts';

import { changesOf } from '../../../tests/support/audit-entries.ts';
import { givenPaidOrder, givenProduct, timelineOf } from '../../../tests/support/shop-visitor.ts';
import { givenOrderRow, owner } from '../../../tests/support/orders.ts';
import { testWithShop, type TestShop } from '../../../tests/support/shop-test.ts';

import type { Scope } from './api-keys.ts';
import { listApiKeys, createKey, revokeKey } from './api-keys.server.ts';

const test = testWithShop({ settings: { RATE_LIMITS: 'on' } });

// Each test gives its orders the same number, which no other order may have.
test.beforeEach(async ({ shop }) => {
  await shop.ctx.db.update(orders).set({ trackingNumber: null });
});

async function givenKey(shop: TestShop, ...scopes: Scope[]): Promise<{ id: string; key: string }> {
  const made = await createKey(shop.ctx, owner, { name: 'ERP', scopes });
  if (!made.ok) throw new Error(made.reason);
  return made.value;
}

async function get(shop: TestShop, path: string, key?: string) {
  const headers: Record<string, string> = key === undefined ? {} : { authorization: `Bearer ${key}` };
  const answer = await shop.app.request(`/api/v1${path}`, { headers });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}

type Listed = { orders: { number: string; total_cents: number }[]; next: string | null };

test('orders are listed page by page, newest first, each once, with only a key', async ({ shop }) => {
  const { key } = await givenKey(shop, 'orders:read');
  for (let n = 0; n < 3; n += 1) await givenPaidOrder(shop);
  const first = (await get(shop, '/orders?limit=2', key)).body as Listed;
  const rest = (await get(shop, `/orders?limit=2&after=${first.next}`, key)).body as Listed;
  expect([first.orders.length, rest.orders.length, rest.next]).toEqual([2, 1, null]);
  const numbers = [...first.orders, ...rest.orders].map(({ number }) => number);
  expect(new Set(numbers).size).toBe(3);
  const one = await get(shop, `/orders/${numbers[2]?.toLowerCase()}`, key);
  expect(one.body).toMatchObject({ number: numbers[2], total_cents: 5_900, captured_cents: 5_900, currency: 'usd' });
  expect(one.body.items).toMatchObject([{ name: 'Wand', quantity: 1, unit_price_cents: 5_900 }]);
});

test('orders are filtered by payment, hold and time, and bad filters are refused', async ({ shop }) => {
  const { key } = await givenKey(shop, 'orders:read');
  const count = async (query: string) => ((await get(shop, `/orders?${query}`, key)).body as Listed).orders.length;
  expect(await count('payment_status=paid&held=false')).toBe(3);
  expect(await count('held=true')).toBe(0);
  expect(await count('payment_status=refunded')).toBe(0);
  expect(await count('placed_before=2020-01-01T00:00:00Z')).toBe(0);
  expect((await get(shop, '/orders?status=lost', key)).status).toBe(400);
  expect((await get(shop, '/orders?after=x', key)).status).toBe(400);
  for (const moment of ['0000-01-01T00:00:00Z', '0001-01-01T00:00:00%2B14:00', '9999-12-31T23:59:59-14:00', 'soon'])
    expect((await get(shop, `/orders?placed_after=${moment}`, key)).status, moment).toBe(400);
  expect((await get(shop, '/orders?payment-status=paid', key)).status).toBe(400);
});

test('the products scope allows reading a product and its stock', async ({ shop }) => {
  const { key } = await givenKey(shop, 'products:read');
  const id = await givenProduct(shop, { onHand: 4 });
  expect((await get(shop, `/products/${id}`, key)).body).toMatchObject({
    price_cents: 12_000,
    sale_price_cents: 5_900,
  });
  expect((await get(shop, `/products/${id}/stock`, key)).body).toEqual({ product_id: id, on_hand: 4, available: 4 });
  expect(((await get(shop, '/products', key)).body.products as unknown[]).length).toBe(1);
  expect((await get(shop, '/products/c0a8012e-7a3f-4a6f-9d3b-111111111111', key)).status).toBe(404);
  expect((await get(shop, '/products/1', key)).status).toBe(400);
});

test('a key allows only what its scopes name', async ({ shop }) => {
  const { key } = await givenKey(shop, 'products:read');
  expect((await get(shop, '/orders', key)).body).toMatchObject({ error: 'missing_scope' });
  expect((await get(shop, '/orders/HR-7K3QX9M2', key)).status).toBe(403);
});

test('a missing, wrong or revoked key is refused', async ({ shop }) => {
  const { id, key } = await givenKey(shop, 'orders:read');
  expect((await get(shop, '/orders')).body).toMatchObject({ error: 'unknown_key' });
  expect((await get(shop, '/orders', `shop_00000000_${'x'.repeat(43)}`)).status).toBe(401);
  expect((await get(shop, '/orders', key)).status).toBe(200);
  await revokeKey(shop.ctx, owner, id);
  expect((await get(shop, '/orders', key)).status).toBe(401);
});

test('only the hash of a key is stored, its last use is recorded, and creation and revocation are audited', async ({
  shop,
}) => {
  const { id, key } = await givenKey(shop, 'orders:read');
  await get(shop, '/orders', key);
  const listed = (await listApiKeys(shop.ctx.db)).find((one) => one.id === id);
  expect(listed?.lastUsedAt).toBeInstanceOf(Date);
  const { rows } = await shop.database.pool.query<{ row: string }>('select k::text as row from api_keys k');
  expect(rows.some(({ row }) => row.includes(key.slice(14)))).toBe(false);
  await revokeKey(shop.ctx, owner, id);
  const changes = await changesOf(shop.ctx.db, { subject: `api-key:${listed?.prefix}` });
  expect(changes.map(({ action }) => action)).toEqual(['api-key.revoke', 'api-key.create']);
  expect(JSON.stringify(changes)).not.toContain(key);
});

test.for<[Parameters<typeof createKey>[2], string]>([
  [{ name: '', scopes: ['orders:read'] }, 'no_name'],
  [{ name: 'x'.repeat(81), scopes: ['orders:read'] }, 'no_name'],
  [{ name: 'ERP', scopes: [] }, 'no_scopes'],
])('creating the key %j is refused: %s', async ([input, reason], { shop }) => {
  expect(await createKey(shop.ctx, owner, input)).toEqual({ ok: false, reason });
});

const shipment = { status: 'shipped', carrier: 'UPS', tracking_number: '1Z999' };

async function report(shop: TestShop, number: string, key: string, body: object = shipment) {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const request = { method: 'POST', headers, body: JSON.stringify(body) };
  const answer = await shop.app.request(`/api/v1/orders/${number}/status`, request);
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}

/** Returns the effects of a report on an order: mails, history, webhooks and audit log. */
async function effectsOf(shop: TestShop, { id, orderNumber }: { id: string; orderNumber: string }) {
  const orderMails = await shop.ctx.db.select().from(mails).where(eq(mails.orderId, id));
  const deliveries = await newestDeliveries(shop.ctx.db, null);
  return {
    mails: orderMails.map(({ kind }) => kind).filter((kind) => kind !== 'order_confirmation'),
    history: (await timelineOf(shop, id)).filter((line) => /^(status|tracking)/.test(line)),
    webhooks: deliveries.filter((one) => one.subject === orderNumber).map(({ type }) => type),
    changes: await changesOf(shop.ctx.db, { subject: `order:${orderNumber}` }),
  };
}

test('a "shipped" report, even repeated, notifies customer, webhook receivers and audit log once', async ({ shop }) => {
  await addEndpoint(shop.ctx, owner, { url: 'https://erp.example/hook', events: ['order.shipped'] });
  const { key } = await givenKey(shop, 'orders:read', 'orders:write');
  const { orderId: id } = await givenPaidOrder(shop);
  const number = ((await get(shop, '/orders?limit=1', key)).body as Listed).orders[0]?.number ?? '';
  const shipped = await report(shop, number.toLowerCase(), key);
  expect(shipped).toMatchObject({ status: 200, body: { number, ...shipment } });
  expect(shipped.body).toEqual((await get(shop, `/orders/${number}`, key)).body);
  expect(await report(shop, number, key)).toEqual(shipped);
  expect(await report(shop, number, key, { status: 'shipped', carrier: ' UPS ' })).toEqual(shipped);
  const effects = await effectsOf(shop, { id, orderNumber: number });
  expect(effects).toMatchObject({ mails: ['order_shipped'], webhooks: ['order.shipped'] });
  expect(effects.history).toEqual(['status: Shipped: UPS 1Z999']);
  expect(effects.changes).toMatchObject([
    { action: 'order.status', actorId: null, actorEmail: `API key ERP (${key.slice(0, 13)}…)` },
  ]);
  expect(effects.changes).toMatchObject([{ before: { status: 'confirmed' }, after: { trackingNumber: '1Z999' } }]);
  expect(JSON.stringify(effects.changes)).not.toContain(key.slice(14));
  expect(await report(shop, number, key, { status: 'delivered' })).toMatchObject({
    status: 200,
    body: { carrier: 'UPS' },
  });
});

test('a report without a tracking number keeps it, and null or an empty text removes it', async ({ shop }) => {
  const { key } = await givenKey(shop, 'orders:write');
  const { orderNumber } = await givenOrderRow(shop);
  await report(shop, orderNumber, key);
  const then = async (body: object) => (await report(shop, orderNumber, key, { status: 'in_transit', ...body })).body;
  expect(await then({})).toMatchObject({ carrier: 'UPS', tracking_number: '1Z999' });
  expect(await then({ carrier: 'FedEx', tracking_number: null })).toMatchObject({
    carrier: 'FedEx',
    tracking_number: null,
  });
  expect(await then({ carrier: '', tracking_number: '' })).toMatchObject({ carrier: null, tracking_number: null });
});

test('twenty identical concurrent reports are all answered 200 and recorded once', async ({ shop }) => {
  const { key } = await givenKey(shop, 'orders:write');
  const order = await givenOrderRow(shop);
  const answers = await Promise.all(Array.from({ length: 20 }, () => report(shop, order.orderNumber, key)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  const { mails: orderMails, history, changes } = await effectsOf(shop, order);
  expect([orderMails.length, history.length, changes.length]).toEqual([1, 1, 1]);
});

test.for([
  [{ status: 'lost' }, 'The status must be one of processing, shipped, in_transit, out_for_delivery, delivered.'],
  [{ status: 'cancelled' }, 'Only an admin can set other statuses.'],
  [{ status: 'confirmed' }, 'The status must be one of'],
  [{}, 'The status must be one of'],
  [{ status: 'shipped', carrier: ' ' }, 'Enter the carrier.'],
  [{ status: 'in_transit', tracking_number: '1Z999' }, 'Enter the carrier.'],
  [{ ...shipment, trackingNumber: '1Z999' }, 'trackingNumber'],
  [{ ...shipment, carrier: 'x'.repeat(401) }, '400'],
] as const)('the report %j is refused with a message', async ([body, words], { shop }) => {
  const { key } = await givenKey(shop, 'orders:write');
  const order = await givenOrderRow(shop);
  const refused = await report(shop, order.orderNumber, key, body);
  expect(refused).toMatchObject({ status: 400, body: { error: 'bad_request' } });
  expect(refused.body.message).toContain(words);
  expect((await effectsOf(shop, order)).changes).toEqual([]);
});

test.for<[Partial<typeof orders.$inferInsert>, string, string]>([
  [{ holdReason: 'dispute' }, 'shipped', 'held'],
  [{ status: 'cancelled' }, 'shipped', 'from_cancelled'],
  [{ paymentStatus: 'refunded' }, 'shipped', 'refunded'],
  [{ status: 'delivered' }, 'shipped', 'backwards'],
  [{ status: 'confirmed' }, 'delivered', 'skips_delivery'],
])('an order with %j refuses a report of %s: %s', async ([input, status, error], { shop }) => {
  const { key } = await givenKey(shop, 'orders:write');
  const order = await givenOrderRow(shop, input);
  const refused = await report(shop, order.orderNumber, key, { ...shipment, status });
  expect(refused).toMatchObject({ status: 409, body: { error } });
  expect(refused.body.message).toMatch(/admin/);
  expect(await effectsOf(shop, order)).toMatchObject({ mails: [], history: [], changes: [] });
});

test('a held order still answers a repeated report and refuses a new one', async ({ shop }) => {
  const { key } = await givenKey(shop, 'orders:write');
  const known = { status: 'shipped', carrierName: 'UPS', trackingNumber: '1Z999', holdReason: 'dispute' } as const;
  const { orderNumber } = await givenOrderRow(shop, known);
  expect(await report(shop, orderNumber, key)).toMatchObject({ status: 200, body: shipment });
  const other = { ...shipment, tracking_number: '1Z000' };
  expect(await report(shop, orderNumber, key, other)).toMatchObject({ status: 409, body: { error: 'held' } });
});

test('an unknown order, a missing scope, a revoked key and a large body are refused', async ({ shop }) => {
  const reader = await givenKey(shop, 'orders:read');
  const { id, key } = await givenKey(shop, 'orders:write');
  const { orderNumber } = await givenOrderRow(shop);
  expect(await report(shop, 'HR-22222222', key)).toEqual({
    status: 404,
    body: { error: 'not_found', message: 'Not found.' },
  });
  const lacking = { error: 'missing_scope', message: 'This key lacks the scope orders:write.' };
  expect(await report(shop, orderNumber, reader.key, {})).toEqual({ status: 403, body: lacking });
  expect((await get(shop, `/orders/${orderNumber}`, key)).body).toMatchObject({ error: 'missing_scope' });
  expect((await report(shop, orderNumber, key, { ...shipment, carrier: 'x'.repeat(11_000) })).status).toBe(413);
  await revokeKey(shop.ctx, owner, id);
  expect(await report(shop, orderNumber, key)).toMatchObject({ status: 401, body: { error: 'unknown_key' } });
});

test('a key may send 600 requests a minute, and twenty wrong keys block their address', async ({ shop }) => {
  const { id, key } = await givenKey(shop, 'products:read');
  const send = async (keyShown = key) => (await get(shop, '/products', keyShown)).status;
  expect(await send()).toBe(200);
  // Simulates 598 more requests. Sending 601 at once would exceed the shop's wait for a connection.
  await shop.ctx.db
    .update(rateLimitPoints)
    .set({ points: sql`${rateLimitPoints.points} + 598` })
    .where(eq(rateLimitPoints.key, `api-key:${id}`));
  expect([await send(), await send()]).toEqual([200, 429]);
  const another = await givenKey(shop, 'products:read');
  expect(await send(another.key)).toBe(200);
  for (let n = 0; n < 20; n += 1) await get(shop, '/orders', `shop_00000000_${'y'.repeat(43)}`);
  expect(await send(another.key)).toBe(429);
});
