import { eq } from 'drizzle-orm';
import { expect } from 'vitest';

import { orderNumber } from './order-number.ts';
import { placeOrder } from './orders.server.ts';
import { orders as ordersTable } from './tables.server.ts';
import { orderToken } from './order-token.server.ts';
import { rateLimitPoints } from '#platform/limits/tables.server.ts';

import { address, contact, newVisitor } from '../../../tests/support/shop-visitor.ts';
import { testWithShop, type TestShop } from '../../../tests/support/shop-test.ts';
import { reloadOrder, findOrderByToken, trackingOf, trackOrder } from './tracking.server.ts';
const now = new Date('2026-11-20T19:00:00Z');

const test = testWithShop({ now: () => now, settings: { RATE_LIMITS: 'on', TRUST_PROXY: 'true' } });

let orders = 0;

/** Places a paid order of two wands at $59.00, on Friday, November 20. */
function givenOrder(shop: TestShop) {
  orders += 1;
  return placeOrder(shop.ctx.db, {
    orderNumber: orderNumber('HR', Uint8Array.of(5, 1, 15, 22, 29, 7, orders >> 5, orders)),
    checkoutId: crypto.randomUUID(),
    email: 'mia@example.com',
    status: 'shipped',
    paymentStatus: 'paid',
    customer: contact,
    shippingAddress: { ...address, line2: 'Suite 5' },
    billingAddress: address,
    shippingOption: { id: 's', name: 'Standard', description: '', priceCents: 0, daysMin: 1, daysMax: 2 },
    subtotalCents: 11_800,
    discountCents: 0,
    shippingCents: 0,
    taxCents: 0,
    totalCents: 11_800,
    carrierName: 'UPS',
    trackingNumber: '1Z999',
    placedAt: new Date('2026-11-20T12:00:00Z'),
    items: [
      {
        productId: crypto.randomUUID(),
        name: 'Wand',
        imageUrl: '/media/hero',
        quantity: 2,
        unitPriceCents: 5_900,
        discountCents: 0,
        taxCents: 0,
        totalCents: 11_800,
      },
    ],
    events: [{ type: 'shipped', message: 'Handed to UPS' }],
  });
}

let visitors = 0;

/** Returns a function that looks orders up from an IP address of its own. */
function givenVisitor(shop: TestShop) {
  visitors += 1;
  const from = { 'x-forwarded-for': `203.0.113.${visitors}` };
  const visitor = newVisitor(shop);
  return (orderNumber: string, email = 'mia@example.com', headers: Record<string, string> = from) =>
    visitor.send('POST', '/track-order', { orderNumber, email }, headers);
}

const notFound = { status: 422, body: { success: false, error: 'Order not found' } };
const tooMany = { status: 429, body: { success: false, error: 'Too many lookups. Please try again later.' } };

test('the right number and email return the tracking info, in any case', async ({ shop }) => {
  const { orderNumber } = await givenOrder(shop);
  const { status, body } = await givenVisitor(shop)(` ${orderNumber.toLowerCase()} `, ' MIA@example.com ');
  expect(status).toBe(200);
  expect(body).toMatchObject({
    success: true,
    trackingInfo: {
      orderNumber,
      status: 'Shipped',
      carrier: 'UPS',
      trackingNumber: '1Z999',
      trackingUrl: 'https://www.ups.com/track?tracknum=1Z999',
      estimatedDelivery: 'Mon, Nov 23 – Tue, Nov 24',
      shippingAddress: {
        street: '1 Market Street, Suite 5',
        city: 'San Francisco',
        state: 'CA',
        zip: '94103',
      },
      items: [{ name: 'Wand', quantity: 2, price: 59 }],
    },
  });
});

test('an order out for delivery is expected on the day on which it went out, not later', async ({ shop }) => {
  const order = await givenOrder(shop);
  const at = new Date('2026-11-20T18:00:00Z');
  const event = { type: 'status', status: 'out_for_delivery' as const, message: '', location: null, at };
  const out = { ...order, status: event.status, events: [...order.events, event] };
  expect(trackingOf(out, now).estimatedDelivery).toBe('Fri, Nov 20');
});

test('delivery days are shown until they are over, and not after that', async ({ shop }) => {
  const order = await givenOrder(shop);
  const estimateAt = (at: string) => trackingOf(order, new Date(at)).estimatedDelivery;
  expect(estimateAt('2026-11-24T23:59:59Z')).toBe('Mon, Nov 23 – Tue, Nov 24');
  expect(estimateAt('2026-11-25T00:00:00Z')).toBeNull();
});

test('the tracking info contains no email, phone, payment or ids', async ({ shop }) => {
  const { id, orderNumber } = await givenOrder(shop);
  const { body } = await givenVisitor(shop)(orderNumber);
  expect(Object.keys(body.trackingInfo as object).toSorted()).toEqual([
    'carrier',
    'estimatedDelivery',
    'items',
    'lastUpdate',
    'orderNumber',
    'packages',
    'shippingAddress',
    'status',
    'timeline',
    'trackingNumber',
    'trackingUrl',
  ]);
  const shown = JSON.stringify(body);
  for (const secret of [id, 'mia@example.com', '415 555 0132']) expect(shown).not.toContain(secret);
});

test('a wrong email, a wrong number and an impossible number get the same response', async ({ shop }) => {
  const { orderNumber } = await givenOrder(shop);
  const lookUp = givenVisitor(shop);
  expect(await lookUp(orderNumber, 'eve@example.com')).toEqual(notFound);
  expect(await lookUp('HR-22222222')).toEqual(notFound);
  expect(await lookUp('HR-?')).toEqual(notFound);
});

test('number and email are both required, and a lookup without them does not count as a try', async ({ shop }) => {
  const { orderNumber } = await givenOrder(shop);
  const lookUp = givenVisitor(shop);
  const incomplete = { success: false, error: 'Please enter both order number and email address' };
  for (const [number, email] of [
    ['', 'mia@example.com'],
    [orderNumber, ' '],
    ['', ''],
    [' ', 'a'],
    ['', 'b'],
  ] as const) {
    expect(await lookUp(number, email)).toEqual({ status: 422, body: incomplete });
  }
  expect(await lookUp(orderNumber)).toMatchObject({ status: 200 });
});

test('a text that is no order number does not count as a try', async ({ shop }) => {
  const { orderNumber } = await givenOrder(shop);
  const lookUp = givenVisitor(shop);
  for (let time = 1; time <= 12; time += 1) expect(await lookUp(orderNumber.slice(4))).toEqual(notFound);
  expect((await lookUp(`Order #${orderNumber}`)).status).toBe(200);
});

test('the sixth lookup with one email in 10 minutes is refused, even with a forged X-Forwarded-For', async ({
  shop,
}) => {
  const { orderNumber } = await givenOrder(shop);
  const lookUp = givenVisitor(shop);
  for (let index = 1; index <= 5; index += 1) expect(await lookUp('HR-22222222')).toEqual(notFound);
  expect(await lookUp(orderNumber)).toEqual(tooMany);
  const forged = { 'x-forwarded-for': `198.51.100.9, 203.0.113.${visitors}` };
  expect(await lookUp(orderNumber, 'mia@example.com', forged)).toEqual(tooMany);
});

test('wrong lookups block nobody else behind the same address, until there are sixty of them', async ({ shop }) => {
  const { orderNumber } = await givenOrder(shop);
  const lookUp = givenVisitor(shop);
  for (let one = 1; one <= 6; one += 1) {
    expect(await lookUp(`HR-2222222${one}`, `mistaken-${one}@example.com`)).toEqual(notFound);
  }
  expect((await lookUp(orderNumber)).status).toBe(200);
  const key = `track-ip:203.0.113.${visitors}`;
  await shop.ctx.db.update(rateLimitPoints).set({ points: 60 }).where(eq(rateLimitPoints.key, key));
  expect(await lookUp(orderNumber)).toEqual(tooMany);
});

test('the eleventh lookup of one number in an hour is refused, from any address', async ({ shop }) => {
  const { orderNumber } = await givenOrder(shop);
  for (let index = 1; index <= 10; index += 1) {
    expect(await givenVisitor(shop)(orderNumber, `guess-${index}@example.com`)).toEqual(notFound);
  }
  expect(await givenVisitor(shop)(orderNumber)).toEqual(tooMany);
});

test('thirty customers behind one address find their orders, and guesses from there stay limited', async ({ shop }) => {
  const look = givenVisitor(shop);
  for (let one = 1; one <= 30; one += 1) {
    const { orderNumber } = await givenOrder(shop);
    expect((await look(orderNumber)).status).toBe(200);
  }
  for (let guess = 1; guess <= 5; guess += 1) expect(await look(`HR-3333333${guess}`)).toEqual(notFound);
  expect(await look('HR-33333336')).toEqual(tooMany);
});

test('repeated lookups of the same order with the right email, from any address, are never refused', async ({
  shop,
}) => {
  const { orderNumber } = await givenOrder(shop);
  for (let index = 1; index <= 12; index += 1) expect((await givenVisitor(shop)(orderNumber)).status).toBe(200);
});

test('tracking responses are never cached', async ({ shop }) => {
  const answer = await shop.app.request('/api/track-order', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
    body: JSON.stringify({ orderNumber: 'HR-22222222', email: 'mia@example.com' }),
  });
  expect(answer.headers.get('cache-control')).toBe('no-store');
});

test.for([
  [{}],
  [{ orderNumber: 1, email: 'a' }],
  [{ orderNumber: 'H'.repeat(201), email: 'a' }],
  [null],
  [[]],
] as const)('a request that does not match the schema is answered 400: %j', async ([body], { shop }) => {
  expect(await newVisitor(shop).send('POST', '/track-order', body)).toMatchObject({ status: 400 });
});

test('the link in an email opens its own order and no other', async ({ shop }) => {
  const mine = await givenOrder(shop);
  const other = await givenOrder(shop);
  const token = orderToken(shop.ctx.settings.sessionSecret, mine);
  expect(await findOrderByToken(shop.ctx, token)).toMatchObject({ orderNumber: mine.orderNumber });
  expect(await findOrderByToken(shop.ctx, token.replace(mine.id, other.id))).toBeNull();
  for (const wrong of ['', '.', mine.id, `${mine.id}.`, `${token}x`]) {
    expect([wrong, await findOrderByToken(shop.ctx, wrong)]).toEqual([wrong, null]);
  }
});

test('the link in an email opens its order for 180 days after the purchase and not a moment longer', async ({
  shop,
}) => {
  const order = await givenOrder(shop);
  const token = orderToken(shop.ctx.settings.sessionSecret, order);
  const end = order.placedAt.getTime() + 180 * 24 * 3_600_000;
  const openedAt = (ms: number) => findOrderByToken({ ...shop.ctx, now: () => new Date(ms) }, token);
  expect(await openedAt(end - 1)).toMatchObject({ orderNumber: order.orderNumber });
  expect(await openedAt(end)).toBeNull();
  const [id = '', , signature = ''] = token.split('.');
  expect(await openedAt(end)).toBe(await findOrderByToken(shop.ctx, `${id}.zzzzzzzzz.${signature}`));
});

test('a page that shows an order can reload it without number and email', async ({ shop }) => {
  const order = await givenOrder(shop);
  const watch = orderToken(shop.ctx.settings.sessionSecret, order);
  await shop.ctx.db.update(ordersTable).set({ status: 'delivered' }).where(eq(ordersTable.id, order.id));
  const answer = await newVisitor(shop).send('POST', '/track-order/again', { watch });
  expect(answer).toMatchObject({ status: 200, body: { trackingInfo: { status: 'Delivered' } } });
});

test('an order that was not shown cannot be reloaded', async ({ shop }) => {
  const { id } = await givenOrder(shop);
  const visitor = newVisitor(shop);
  for (const watch of [id, `${id}.`, `${id}.${'A'.repeat(43)}`, '']) {
    expect(await visitor.send('POST', '/track-order/again', { watch })).toEqual(notFound);
  }
});

test('a page can reload an order 120 times in 10 minutes and no more often', async ({ shop }) => {
  const order = await givenOrder(shop);
  const watch = orderToken(shop.ctx.settings.sessionSecret, order);
  for (let index = 1; index <= 120; index += 1) {
    expect(await reloadOrder(shop.ctx, shop.limits, watch)).toMatchObject({ ok: true });
  }
  expect(await newVisitor(shop).send('POST', '/track-order/again', { watch })).toEqual(tooMany);
});

const median = (times: number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;

test('a wrong number and a wrong email take equally long: medians differ by less than 10 ms', async ({ shop }) => {
  const { orderNumber } = await givenOrder(shop);
  const free = { ...shop.limits, take: async () => true };
  const times: Record<string, number[]> = { number: [], email: [] };
  for (let index = 0; index < 40; index += 1) {
    for (const [wrong, key] of [
      ['number', { orderNumber: 'HR-22222222', email: 'mia@example.com' }],
      ['email', { orderNumber, email: 'eve@example.com' }],
    ] as const) {
      const before = performance.now();
      await trackOrder(shop.ctx, free, { ...key, ip: 'local' });
      times[wrong]?.push(performance.now() - before);
    }
  }
  expect(Math.abs(median(times['number'] ?? []) - median(times['email'] ?? []))).toBeLessThan(10);
});
