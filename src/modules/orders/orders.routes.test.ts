import { eq } from 'drizzle-orm';
import { expect } from 'vitest';

import { changesOf } from '../../../tests/support/audit-entries.ts';
import { givenPaidOrder, givenShipping, newVisitor, timelineOf } from '../../../tests/support/shop-visitor.ts';
import { givenConfirmed, givenSignedIn } from '../../../tests/support/account.ts';
import { testWithShop, type TestShop } from '../../../tests/support/shop-test.ts';
import { findOrder } from './orders.queries.server.ts';
import { orders } from './tables.server.ts';
import { orderToken } from './order-token.server.ts';

const clock = { now: new Date('2026-11-21T10:00:00Z') };

const test = testWithShop({ now: () => clock.now, prepare: givenShipping });

// Each test gives its orders the same number, which no other order may have.
test.beforeEach(async ({ shop }) => {
  await shop.ctx.db.update(orders).set({ trackingNumber: null });
});

async function givenOrder(shop: TestShop) {
  const { orderId } = await givenPaidOrder(shop);
  const order = await findOrder(shop.ctx.db, orderId);
  if (order === null) throw new Error('no order');
  return order;
}

const ship = (orderNumber: string, change: object = {}) => ({
  orderNumber,
  status: 'shipped',
  carrierName: 'UPS',
  trackingNumber: '1Z999',
  ...change,
});

test.for([
  ['/update-order-status', { orderNumber: 'HR-22222222', status: 'shipped', carrierName: null, trackingNumber: null }],
  ['/update-order-status', {}],
] as const)('%s is refused to a guest and to a customer, whatever they send', async ([path, body], { shop }) => {
  expect(await newVisitor(shop).send('POST', path, body)).toMatchObject({ status: 401 });
  const { visitor } = await givenSignedIn(shop);
  expect(await visitor.send('POST', path, body)).toMatchObject({ status: 403, body: { error: 'not_admin' } });
});

test('the number of the newest order is returned to admins only', async ({ shop }) => {
  expect(await newVisitor(shop).send('GET', '/newest-order')).toMatchObject({ status: 401 });
  const customer = await givenSignedIn(shop);
  expect(await customer.visitor.send('GET', '/newest-order')).toMatchObject({ status: 403 });
  const { visitor } = await givenSignedIn(shop, 'admin');
  const { orderNumber } = await givenOrder(shop);
  expect(await visitor.send('GET', '/newest-order')).toEqual({ status: 200, body: { orderNumber } });
});

test('a call from another site is refused even if an admin is signed in', async ({ admin: { visitor } }) => {
  const elsewhere = { 'sec-fetch-site': 'cross-site' };
  const answer = await visitor.send('POST', '/update-order-status', ship('HR-22222222'), elsewhere);
  expect(answer).toMatchObject({ status: 403, body: { error: 'cross_site' } });
});

test('shipping an order as an admin records dates, tracking, timeline and audit entry', async ({
  shop,
  admin: { email, visitor },
}) => {
  const { id, orderNumber } = await givenOrder(shop);
  const answer = await visitor.send('POST', '/update-order-status', ship(orderNumber.toLowerCase()));
  expect(answer).toMatchObject({
    status: 200,
    body: { success: true, order: { orderNumber, status: 'shipped', carrierName: 'UPS', trackingNumber: '1Z999' } },
  });
  const order = await findOrder(shop.ctx.db, id);
  expect(order).toMatchObject({ shippedAt: clock.now, deliveredAt: null });
  expect(await timelineOf(shop, id)).toContain('status: Shipped: UPS 1Z999');
  const [entry] = await changesOf(shop.ctx.db, { subject: `order:${orderNumber}` });
  expect(entry).toMatchObject({
    action: 'order.status',
    actorEmail: email,
    before: { status: 'confirmed', trackingNumber: null },
    after: { status: 'shipped', trackingNumber: '1Z999' },
  });
});

test('a later status without tracking keeps the tracking number, and a repeated call writes one audit entry', async ({
  shop,
  admin: { visitor },
}) => {
  const { id, orderNumber } = await givenOrder(shop);
  await visitor.send('POST', '/update-order-status', ship(orderNumber));
  const later = { orderNumber, status: 'delivered' };
  await visitor.send('POST', '/update-order-status', later);
  await visitor.send('POST', '/update-order-status', later);
  const order = await findOrder(shop.ctx.db, id);
  expect(order).toMatchObject({ status: 'delivered', trackingNumber: '1Z999', deliveredAt: clock.now });
  expect(await changesOf(shop.ctx.db, { subject: `order:${orderNumber}` })).toHaveLength(2);
});

test.for([null, '', ' '])(
  'the tracking number %j removes the stored one, also from the tracking page',
  async (none, { shop, admin: { visitor } }) => {
    const { id, orderNumber } = await givenOrder(shop);
    await visitor.send('POST', '/update-order-status', ship(orderNumber));
    const corrected = { orderNumber, status: 'shipped', carrierName: 'UPS', trackingNumber: none };
    const answer = await visitor.send('POST', '/update-order-status', corrected);
    expect(answer).toMatchObject({ status: 200, body: { order: { carrierName: 'UPS', trackingNumber: null } } });
    await visitor.send('POST', '/update-order-status', { ...corrected, carrierName: none });
    expect(await findOrder(shop.ctx.db, id)).toMatchObject({ carrierName: null, trackingNumber: null });
    const changes = (await timelineOf(shop, id)).filter((line) => line.startsWith('tracking'));
    expect(changes).toEqual(['tracking: Shipped: UPS', 'tracking: Tracking removed']);
    const { email = '' } = (await findOrder(shop.ctx.db, id)) ?? {};
    const { body } = await visitor.send('POST', '/track-order', { orderNumber, email });
    expect(body.trackingInfo).toMatchObject({ carrier: null, trackingNumber: null, trackingUrl: null });
  },
);

test.for([
  ['delivered', 'skips_delivery'],
  ['cancelled', 'to_cancelled'],
] as const)(
  'an unusual change to %s asks for confirmation (%s), and succeeds once confirmed',
  async ([status, error], { shop, admin: { visitor } }) => {
    const { orderNumber } = await givenOrder(shop);
    const change = { orderNumber, status, carrierName: null, trackingNumber: null };
    expect(await visitor.send('POST', '/update-order-status', change)).toMatchObject({ status: 422, body: { error } });
    const confirmed = await visitor.send('POST', '/update-order-status', { ...change, confirm: true });
    expect(confirmed).toMatchObject({ status: 200, body: { order: { status } } });
  },
);

test('a change of an outdated version is refused with a message', async ({ shop, admin: { visitor } }) => {
  const { orderNumber, version } = await givenOrder(shop);
  await visitor.send('POST', '/update-order-status', ship(orderNumber, { version }));
  const late = await visitor.send('POST', '/update-order-status', ship(orderNumber, { version, status: 'delivered' }));
  const message = 'This order changed after you opened it. Review it, then make your change again.';
  expect(late).toEqual({ status: 422, body: { error: 'changed_meanwhile', message } });
});

test('a held order cannot be shipped', async ({ shop, admin: { visitor } }) => {
  const { id, orderNumber } = await givenOrder(shop);
  await shop.ctx.db.update(orders).set({ holdReason: 'amount_mismatch' }).where(eq(orders.id, id));
  const answer = await visitor.send('POST', '/update-order-status', ship(orderNumber));
  expect(answer).toMatchObject({ status: 422, body: { error: 'held' } });
});

test('a missing order or status, or a status that no admin can set, is refused', async ({ admin: { visitor } }) => {
  const nothing = { status: 400, body: { message: 'Please select an order and status' } };
  for (const body of [
    {},
    { orderNumber: '', status: 'shipped' },
    { orderNumber: 'HR-1' },
    ship('HR-1', { status: 'lost' }),
  ]) {
    expect(await visitor.send('POST', '/update-order-status', body)).toMatchObject(nothing);
  }
  for (const [status, name] of [
    ['completed', 'Completed'],
    ['pending', 'Pending'],
  ] as const) {
    const { body } = await visitor.send('POST', '/update-order-status', ship('HR-1', { status }));
    expect(body).toMatchObject({ message: expect.stringContaining(`The shop sets “${name}” itself`) as string });
  }
  expect(await visitor.send('POST', '/update-order-status', ship('HR-22222222'))).toMatchObject({ status: 404 });
});

async function givenShipped(shop: TestShop) {
  const order = await givenOrder(shop);
  const { visitor } = await givenSignedIn(shop, 'admin');
  await visitor.send('POST', '/update-order-status', ship(order.orderNumber));
  const token = orderToken(shop.ctx.settings.sessionSecret, order);
  const items = order.items.map(({ productId, quantity }) => ({ productId, quantity }));
  return { order, ask: { token, reason: 'It is not for me', items } };
}

test('the link in an email opens a return once, and only of its own order', async ({ shop }) => {
  const { order, ask } = await givenShipped(shop);
  const visitor = newVisitor(shop);
  const request = (token: string) => visitor.send('POST', '/request-return', { ...ask, token });
  expect(await request(`${ask.token}x`)).toMatchObject({ status: 404 });
  expect(await request(ask.token)).toEqual({ status: 200, body: { success: true, status: 'requested' } });
  expect(await request(ask.token)).toMatchObject({ status: 422, body: { error: 'return_open' } });
  expect(await timelineOf(shop, order.id)).toContain('return_requested: Return of 1 unit requested');
});

test('a return needs no reason, as the policy promises', async ({ shop }) => {
  const { ask } = await givenShipped(shop);
  const { reason: _reason, ...without } = ask;
  expect(await newVisitor(shop).send('POST', '/request-return', without)).toMatchObject({ status: 200 });
});

test('a signed-in customer can open a return only of their own order', async ({ shop }) => {
  const { order, ask } = await givenShipped(shop);
  const { token: _token, ...named } = { ...ask, orderNumber: order.orderNumber };
  expect(await newVisitor(shop).send('POST', '/request-return', named)).toMatchObject({ status: 401 });
  const other = await givenConfirmed(shop, 'returner@shop.example');
  expect(await other.send('POST', '/request-return', named)).toMatchObject({ status: 404 });
  const boughtBy = (customerId: string | null) =>
    shop.ctx.db.update(orders).set({ email: 'returner@shop.example', customerId }).where(eq(orders.id, order.id));
  await boughtBy('another account');
  expect(await other.send('POST', '/request-return', named)).toMatchObject({ status: 404 });
  await boughtBy(null);
  expect(await other.send('POST', '/request-return', named)).toMatchObject({ status: 200 });
});

test.for([
  [{ reason: 'x'.repeat(501) }, 400],
  [{ items: [] }, 422],
  [{ items: [{ productId: 'x', quantity: 1 }] }, 400],
  [{ token: undefined }, 400],
] as const)('a return with %j is answered with status %i', async ([change, status], { shop }) => {
  const { ask } = await givenShipped(shop);
  expect(await newVisitor(shop).send('POST', '/request-return', { ...ask, ...change })).toMatchObject({ status });
});

test('an order that has not shipped cannot be returned', async ({ shop }) => {
  const order = await givenOrder(shop);
  const token = orderToken(shop.ctx.settings.sessionSecret, order);
  const items = order.items.map(({ productId }) => ({ productId, quantity: 1 }));
  const answer = await newVisitor(shop).send('POST', '/request-return', { token, reason: 'no', items });
  expect(answer).toMatchObject({ status: 422, body: { error: 'not_shipped' } });
});
