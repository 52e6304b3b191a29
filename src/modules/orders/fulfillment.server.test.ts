import { eq } from 'drizzle-orm';
import { beforeEach, expect } from 'vitest';
import { z } from 'zod';

import { mails } from '#modules/email/tables.server.ts';
import { addEndpoint, newestDeliveries } from '#modules/webhooks/webhooks.server.ts';

import { changesOf } from '../../../tests/support/audit-entries.ts';
import { address, givenPaidOrder, givenShipping, timelineOf } from '../../../tests/support/shop-visitor.ts';
import { givenOrderRow, providerDashboard, refundByOwner, stockOf } from '../../../tests/support/orders.ts';
import { testWithShop, type TestShop } from '../../../tests/support/shop-test.ts';
import { correctAddress } from './correct-address.server.ts';
import { cancelOrder, holdOrder, releaseOrder } from './order-actions.server.ts';
import { refundOrder, finishRefunds } from './refunds.server.ts';
import { declineReturn, receiveReturn, refundReturn, requestReturn, sendReturnLabel } from './returns.server.ts';
import { listReturns } from './returns.queries.server.ts';
import { findOrder } from './orders.queries.server.ts';
import { orderItems, orders } from './tables.server.ts';

import { changeStatus, completeDelivered } from './fulfillment.server.ts';

const start = new Date('2026-11-21T10:00:00Z');
const clock = { now: start };
const faults = { tooMany: 0, serverError: 0, responseLost: 0, random: Math.random };

const test = testWithShop({
  now: () => clock.now,
  faults,
  prepare: async (shop) => {
    await givenShipping(shop);
    await addEndpoint(shop.ctx, ada, { url: 'https://erp.example/hook', events: ['order.shipped'] });
  },
});

beforeEach(() => {
  clock.now = start;
});

const ada = { id: null, email: 'ada@shop.example', requestId: 'r-1' };

async function givenOrder(shop: TestShop, quantity = 1) {
  const { orderId } = await givenPaidOrder(shop, { quantity, product: { onHand: 7 } });
  return orderOf(shop, orderId);
}

async function orderOf(shop: TestShop, orderId: string) {
  const order = await findOrder(shop.ctx.db, orderId);
  if (order === null) throw new Error('no order');
  return order;
}

const wands = (order: Awaited<ReturnType<typeof orderOf>>, quantity: number) =>
  order.items.map(({ productId }) => ({ productId, quantity }));

const key = (): string => crypto.randomUUID();

const entriesOf = (shop: TestShop, orderNumber: string) => changesOf(shop.ctx.db, { subject: `order:${orderNumber}` });

async function deliver(shop: TestShop, orderNumber: string): Promise<void> {
  await changeStatus(shop.ctx, ada, { orderNumber, status: 'shipped' });
  await changeStatus(shop.ctx, ada, { orderNumber, status: 'delivered' });
}

/** Requests the return of a number of units. Returns its id. */
async function givenReturn(
  shop: TestShop,
  order: Awaited<ReturnType<typeof orderOf>>,
  quantity: number,
): Promise<string> {
  const request = { reason: 'too bright', lines: wands(order, quantity) };
  expect(await requestReturn(shop.ctx, order, request)).toMatchObject({ ok: true });
  return (await listReturns(shop.ctx.db, order.id)).at(-1)?.id ?? '';
}

/** Lets the bank answer about a refund, and delivers its events. */
async function passDays(shop: TestShop): Promise<void> {
  await shop.ctx.payments.sandbox?.settle(new Date(Date.now() + 60_000));
  await shop.ctx.payments.deliverEvents();
}

test('cancelling an order refunds its $118.00 and restocks both units, once', async ({ shop }) => {
  const { id, orderNumber, version } = await givenOrder(shop, 2);
  expect(await stockOf(shop, id)).toBe(5);
  const answer = await cancelOrder(shop.ctx, ada, { orderNumber, version, reason: 'sold twice' });
  expect(answer).toMatchObject({ ok: true, value: { refund: { ok: true, value: { amountCents: 11_800 } } } });
  expect(await orderOf(shop, id)).toMatchObject({
    status: 'cancelled',
    paymentStatus: 'refunded',
    returnedCents: 11_800,
  });
  expect(await stockOf(shop, id)).toBe(7);
  const again = await cancelOrder(shop.ctx, ada, { orderNumber, reason: '' });
  expect(again).toEqual({ ok: false, reason: 'cancelled_already' });
  expect(await stockOf(shop, id)).toBe(7);
  expect(await timelineOf(shop, id)).toContain('status: Cancelled: sold twice');
  const [entry] = await entriesOf(shop, orderNumber);
  expect(entry).toMatchObject({
    action: 'order.cancel',
    after: { refundCents: 11_800, reason: 'sold twice', restocked: 2 },
  });
});

test('cancelling after a partial refund with restock returns the rest of the money and the units', async ({ shop }) => {
  const order = await givenOrder(shop, 2);
  const { id, orderNumber } = order;
  const part = { orderNumber, amountCents: 5_900, reason: '', restock: wands(order, 1), key: key() };
  expect(await refundOrder(shop.ctx, ada, part)).toMatchObject({ ok: true, value: { status: 'succeeded' } });
  expect(await stockOf(shop, id)).toBe(6);
  await cancelOrder(shop.ctx, ada, { orderNumber, reason: '' });
  expect(await orderOf(shop, id)).toMatchObject({ paymentStatus: 'refunded', returnedCents: 11_800 });
  expect(await stockOf(shop, id)).toBe(7);
});

test('a cancellation whose provider response is lost leaves its refund pending', async ({ shop }) => {
  const { id, orderNumber } = await givenOrder(shop);
  faults.responseLost = 1;
  const answer = await cancelOrder(shop.ctx, ada, { orderNumber, reason: '' });
  faults.responseLost = 0;
  expect(answer).toMatchObject({ ok: true, value: { refund: { ok: true, value: { status: 'pending' } } } });
  expect(await orderOf(shop, id)).toMatchObject({ status: 'cancelled', returnedCents: 0 });
});

test('a shipped order refuses a cancellation and a new address', async ({ shop }) => {
  const { id, orderNumber } = await givenOrder(shop);
  await changeStatus(shop.ctx, ada, { orderNumber, status: 'shipped' });
  const refused = { ok: false, reason: 'shipped_already' };
  expect(await cancelOrder(shop.ctx, ada, { orderNumber, reason: '' })).toEqual(refused);
  const correction = {
    orderNumber,
    address: { ...address, city: 'Reno' },
    deliveryInstructions: '',
    agreedTaxCents: null,
  };
  expect(await correctAddress(shop.ctx, ada, correction)).toEqual(refused);
  expect(await orderOf(shop, id)).toMatchObject({ returnedCents: 0, shippingAddress: { city: 'San Francisco' } });
  expect(await stockOf(shop, id)).toBe(6);
});

test('a corrected address is stored, a stale correction is refused, and an unchanged one writes no audit entry', async ({
  shop,
}) => {
  const { id, orderNumber, version } = await givenOrder(shop);
  const correction = {
    orderNumber,
    version,
    address: { ...address, city: 'Reno' },
    deliveryInstructions: 'Ring twice',
    agreedTaxCents: null,
  };
  expect(await correctAddress(shop.ctx, ada, correction)).toEqual({ ok: true, value: null });
  const changed = { ok: false, reason: 'changed_meanwhile' };
  expect(await correctAddress(shop.ctx, ada, correction)).toEqual(changed);
  expect(await orderOf(shop, id)).toMatchObject({
    shippingAddress: { city: 'Reno' },
    deliveryInstructions: 'Ring twice',
  });
  const again = await correctAddress(shop.ctx, ada, { ...correction, version: version + 1 });
  expect(again).toEqual({ ok: true, value: null });
  expect((await entriesOf(shop, orderNumber)).map(({ after }) => after)).toEqual([
    { address: { ...address, city: 'Reno' }, instructionsChanged: true },
  ]);
});

test('restocking more units than were sold is refused, and no money is refunded', async ({ shop }) => {
  const order = await givenOrder(shop, 2);
  const { id, orderNumber } = order;
  const form = { orderNumber, amountCents: 100, reason: '' };
  const refund = (quantity: number) =>
    refundOrder(shop.ctx, ada, { ...form, restock: wands(order, quantity), key: key() });
  expect(await refund(3)).toEqual({ ok: false, reason: 'more_than_sold' });
  expect(await refund(1)).toMatchObject({ ok: true });
  expect(await refund(2)).toEqual({ ok: false, reason: 'more_than_sold' });
  expect(await stockOf(shop, id)).toBe(6);
  expect(await orderOf(shop, id)).toMatchObject({ returnedCents: 100 });
});

test('the same refund form sent twice refunds and restocks once', async ({ shop }) => {
  const order = await givenOrder(shop);
  const { id, orderNumber, version } = order;
  const form = { orderNumber, version, amountCents: 2_000, reason: 'late', restock: wands(order, 1), key: key() };
  expect(await refundOrder(shop.ctx, ada, form)).toMatchObject({ ok: true });
  expect(await refundOrder(shop.ctx, ada, form)).toMatchObject({ ok: true });
  expect(await orderOf(shop, id)).toMatchObject({ returnedCents: 2_000 });
  expect(await stockOf(shop, id)).toBe(7);
  expect(await refundOrder(shop.ctx, ada, { ...form, key: key() })).toEqual({ ok: false, reason: 'changed_meanwhile' });
});

const numberIn = z.object({ trackingNumber: z.string().nullable() });
const shippedMails = async (shop: TestShop, orderId: string) =>
  (await shop.ctx.db.select().from(mails).where(eq(mails.orderId, orderId)))
    .filter(({ kind }) => kind === 'order_shipped')
    .map(({ content }) => numberIn.parse(content?.data).trackingNumber ?? 'none')
    .toSorted();

test('a tracking number added after Shipped is emailed once per number, and never after the delivery', async ({
  shop,
}) => {
  const { id, orderNumber } = await givenOrder(shop);
  const change = (status: 'shipped' | 'in_transit' | 'out_for_delivery' | 'delivered', trackingNumber?: string) =>
    changeStatus(shop.ctx, ada, { orderNumber, status, carrierName: 'UPS', trackingNumber });
  await change('shipped');
  expect(await shippedMails(shop, id)).toEqual(['none']);
  await change('shipped', '1Z10');
  await change('shipped', '1Z10');
  expect(await shippedMails(shop, id)).toEqual(['1Z10', 'none']);
  await change('in_transit', '1Z20');
  await change('out_for_delivery', '1Z30');
  expect(await shippedMails(shop, id)).toEqual(['1Z10', '1Z20', 'none']);
  await change('delivered', '1Z40');
  expect(await shippedMails(shop, id)).toEqual(['1Z10', '1Z20', 'none']);
});

const shippedEvents = async (shop: TestShop, orderNumber: string) =>
  (await newestDeliveries(shop.ctx.db, null)).filter(
    ({ subject, type }) => subject === orderNumber && type === 'order.shipped',
  );

test.for(['shipped', 'in_transit', 'out_for_delivery', 'delivered'] as const)(
  'an order that ships as %s sends one order.shipped event and one email about it',
  async (status, { shop }) => {
    const { id, orderNumber } = await givenOrder(shop);
    await changeStatus(shop.ctx, ada, { orderNumber, status, confirm: true });
    await changeStatus(shop.ctx, ada, { orderNumber, status: 'delivered' });
    expect(await shippedEvents(shop, orderNumber)).toHaveLength(1);
    const kinds = (await shop.ctx.db.select().from(mails).where(eq(mails.orderId, id))).map(({ kind }) => kind);
    const mailKinds = { shipped: 'order_shipped', in_transit: 'order_shipped', delivered: 'order_delivered' };
    const first = status === 'out_for_delivery' ? 'order_out_for_delivery' : mailKinds[status];
    expect(kinds.toSorted()).toEqual([...new Set(['order_confirmation', 'order_delivered', first])].toSorted());
  },
);

test('releasing an order held without stock takes the stock, makes it paid and confirmed, and emails the customer', async ({
  shop,
}) => {
  const { id, orderNumber } = await givenOrder(shop);
  await shop.ctx.db.delete(mails);
  const doubtful = { status: 'pending', paymentStatus: 'pending', stockDeducted: false } as const;
  await shop.ctx.db
    .update(orders)
    .set({ ...doubtful, holdReason: 'amount_mismatch' })
    .where(eq(orders.id, id));
  const reason = 'the amount is fine';
  expect(await releaseOrder(shop.ctx, ada, { orderNumber, reason })).toEqual({ ok: true, value: null });
  expect(await orderOf(shop, id)).toMatchObject({ status: 'confirmed', paymentStatus: 'paid', holdReason: null });
  expect(await stockOf(shop, id)).toBe(5);
  expect((await shop.ctx.db.select().from(mails)).map(({ kind }) => kind)).toEqual(['order_confirmation']);
  expect(await releaseOrder(shop.ctx, ada, { orderNumber, reason })).toEqual({ ok: false, reason: 'not_held' });
});

test('a release without stock is refused, and a cancellation then restocks nothing', async ({ shop }) => {
  const { orderId } = await givenPaidOrder(shop, { quantity: 4, product: { onHand: 6 } });
  const { orderNumber } = await orderOf(shop, orderId);
  await shop.ctx.db
    .update(orders)
    .set({ holdReason: 'stock_gone', stockDeducted: false })
    .where(eq(orders.id, orderId));
  const release = { orderNumber, reason: 'stock came' };
  expect(await releaseOrder(shop.ctx, ada, release)).toEqual({ ok: false, reason: 'out_of_stock' });
  await cancelOrder(shop.ctx, ada, { orderNumber, reason: '' });
  expect(await stockOf(shop, orderId)).toBe(2);
  // One of the four units was free.
  expect(await orderOf(shop, orderId)).toMatchObject({ status: 'cancelled', holdReason: null, returnedCents: 17_700 });
});

test('releasing a cancelled order only ends the hold: it takes no stock and sends no email', async ({ shop }) => {
  const { id, orderNumber } = await givenOrder(shop);
  await shop.ctx.db.update(orders).set({ holdReason: 'stock_gone', stockDeducted: false }).where(eq(orders.id, id));
  await shop.ctx.db.update(orders).set({ status: 'cancelled' }).where(eq(orders.id, id));
  await shop.ctx.db.delete(mails);
  const before = await stockOf(shop, id);
  expect(await releaseOrder(shop.ctx, ada, { orderNumber, reason: 'given up' })).toEqual({ ok: true, value: null });
  expect(await orderOf(shop, id)).toMatchObject({ status: 'cancelled', holdReason: null });
  expect(await stockOf(shop, id)).toBe(before);
  expect(await shop.ctx.db.select().from(mails)).toEqual([]);
});

test('a manual hold and its release each need a reason, which the timeline and the audit log record', async ({
  shop,
}) => {
  const { id, orderNumber } = await givenOrder(shop);
  for (const [reason, refusal] of [
    [' ', 'reason_missing'],
    ['x'.repeat(301), 'reason_too_long'],
  ] as const) {
    expect(await holdOrder(shop.ctx, ada, { orderNumber, reason })).toEqual({ ok: false, reason: refusal });
    expect(await releaseOrder(shop.ctx, ada, { orderNumber, reason })).toEqual({ ok: false, reason: refusal });
  }
  await holdOrder(shop.ctx, ada, { orderNumber, reason: ' call first ' });
  expect(await changeStatus(shop.ctx, ada, { orderNumber, status: 'shipped' })).toEqual({ ok: false, reason: 'held' });
  await releaseOrder(shop.ctx, ada, { orderNumber, reason: 'called, all is well' });
  expect(await timelineOf(shop, id)).toEqual(
    expect.arrayContaining(['held: Put on hold: call first', 'released: Released: called, all is well']),
  );
  const changes = await entriesOf(shop, orderNumber);
  expect(changes.map(({ action, after }) => [action, after?.reason])).toEqual([
    ['order.release', 'called, all is well'],
    ['order.hold', 'call first'],
  ]);
  expect(await changeStatus(shop.ctx, ada, { orderNumber, status: 'shipped' })).toMatchObject({ ok: true });
});

test('a return is requested, received into stock and refunded, each once', async ({ shop }) => {
  const order = await givenOrder(shop, 2);
  const { id, orderNumber } = order;
  await deliver(shop, orderNumber);
  const step = { orderNumber, returnId: await givenReturn(shop, order, 1) };
  const early = { ...step, amountCents: 5_900, key: key() };
  expect(await refundReturn(shop.ctx, ada, early)).toEqual({ ok: false, reason: 'not_open' });
  expect(await receiveReturn(shop.ctx, ada, { ...step, restocks: true })).toMatchObject({ ok: true });
  expect(await receiveReturn(shop.ctx, ada, { ...step, restocks: true })).toEqual({ ok: false, reason: 'not_open' });
  expect(await stockOf(shop, id)).toBe(6);
  // Two forms of a page that was opened once share their key.
  const goodwill = { orderNumber, amountCents: 1_000, reason: '', restock: [], key: early.key };
  expect(await refundOrder(shop.ctx, ada, goodwill)).toMatchObject({ ok: true });
  expect(await refundReturn(shop.ctx, ada, early)).toMatchObject({ ok: true, value: { amountCents: 5_900 } });
  expect(await refundReturn(shop.ctx, ada, { ...early, key: key() })).toEqual({ ok: false, reason: 'not_open' });
  expect(await orderOf(shop, id)).toMatchObject({ paymentStatus: 'partially_refunded', returnedCents: 6_900 });
});

test('a fully refunded order refuses a return, even from a page opened before the refund', async ({ shop }) => {
  const order = await givenOrder(shop, 2);
  const { id, orderNumber } = order;
  await changeStatus(shop.ctx, ada, { orderNumber, status: 'shipped' });
  await refundByOwner(shop, { orderId: id, amountCents: order.capturedCents });
  const late = { reason: 'too bright', lines: wands(order, 1) };
  expect(await requestReturn(shop.ctx, order, late)).toEqual({ ok: false, reason: 'refunded' });
  expect(await listReturns(shop.ctx.db, id)).toEqual([]);
});

/**
 * Creates a delivered order with an arrived return of one unit. `refund` requests its $59.00, with
 * a new key each time.
 */
async function givenArrivedReturn(shop: TestShop, card?: string) {
  const { orderId, intentId } = await givenPaidOrder(shop, { quantity: 2, product: { onHand: 7 }, card });
  const order = await orderOf(shop, orderId);
  const { orderNumber } = order;
  await deliver(shop, orderNumber);
  const step = { orderNumber, returnId: await givenReturn(shop, order, 1) };
  await receiveReturn(shop.ctx, ada, { ...step, restocks: true });
  return {
    orderId,
    intentId,
    refund: () => refundReturn(shop.ctx, ada, { ...step, amountCents: 5_900, key: key() }),
    returns: async () => (await listReturns(shop.ctx.db, orderId)).map(({ status }) => status),
  };
}

test('a return whose refund fails at the bank days later is open again and can be refunded again', async ({ shop }) => {
  const { orderId, refund, returns } = await givenArrivedReturn(shop, '4000000000005126');
  expect(await refund()).toMatchObject({ ok: true, value: { status: 'succeeded' } });
  expect(await returns()).toEqual(['refunded']);
  await passDays(shop);
  expect(await returns()).toEqual(['received']);
  expect(await timelineOf(shop, orderId)).toContain('refund_failed: The refund of $59.00 failed');
  expect(await refund()).toMatchObject({ ok: true });
  expect(await returns()).toEqual(['refunded']);
});

test('a return is open again if the provider refuses its refund after an outage', async ({ shop }) => {
  const { intentId, refund, returns } = await givenArrivedReturn(shop);
  faults.serverError = 1;
  expect(await refund()).toMatchObject({ ok: true, value: { status: 'pending' } });
  expect(await returns()).toEqual(['refunded']);
  faults.serverError = 0;
  await providerDashboard(shop).refunds.create({ payment_intent: intentId, amount: 9_000 });
  await finishRefunds(shop.ctx);
  expect(await returns()).toEqual(['received']);
});

test('a return whose refund failed stays closed while its order has another open return', async ({ shop }) => {
  const { orderId, refund, returns } = await givenArrivedReturn(shop, '4000000000005126');
  await refund();
  await givenReturn(shop, await orderOf(shop, orderId), 1);
  await passDays(shop);
  expect(await returns()).toEqual(['refunded', 'requested']);
  expect(await timelineOf(shop, orderId)).toContain('refund_failed: The refund of $59.00 failed');
});

test('each step of a return that the shop opened is emailed: announced, label, label again, arrived, declined with a reason', async ({
  shop,
}) => {
  const order = await givenOrder(shop, 2);
  const { id, orderNumber } = order;
  await changeStatus(shop.ctx, ada, { orderNumber, status: 'shipped' });
  const opened = { reason: 'wrote to us', lines: wands(order, 2), actor: ada };
  expect(await requestReturn(shop.ctx, order, opened)).toMatchObject({ ok: true });
  const [{ id: returnId } = { id: '' }] = await listReturns(shop.ctx.db, id);
  const step = { orderNumber, returnId };
  const labelUrl = 'https://labels.example.com/1Z999';
  const { version } = await orderOf(shop, id);
  const label = { ...step, labelUrl, version };
  expect(await sendReturnLabel(shop.ctx, ada, label)).toMatchObject({ ok: true });
  // Another admin, or the same form sent again, still has the old version.
  expect(await sendReturnLabel(shop.ctx, ada, label)).toEqual({ ok: false, reason: 'changed_meanwhile' });
  clock.now = new Date(start.getTime() + 1_000);
  expect(await sendReturnLabel(shop.ctx, ada, { ...label, version: version + 1 })).toMatchObject({ ok: true });
  expect(await receiveReturn(shop.ctx, ada, { ...step, restocks: false })).toMatchObject({ ok: true });
  expect(await sendReturnLabel(shop.ctx, ada, { ...step, labelUrl })).toEqual({ ok: false, reason: 'not_open' });
  expect(await declineReturn(shop.ctx, ada, { ...step, reason: 'not our wand' })).toMatchObject({ ok: true });
  const rows = await shop.ctx.db.select().from(mails).where(eq(mails.orderId, id));
  const contents = rows.flatMap(({ content }) => (content !== null && 'slipUrl' in content.data ? [content] : []));
  expect(contents.map(({ kind }) => kind).toSorted()).toEqual([
    'return_declined',
    'return_label',
    'return_label',
    'return_opened',
    'return_received',
  ]);
  const code = `R-${returnId.slice(0, 8).toUpperCase()}`;
  const of = (kind: string) => contents.find((one) => one.kind === kind)?.data;
  expect(of('return_label')).toMatchObject({ code, labelUrl, items: [{ quantity: 2 }] });
  expect(of('return_declined')).toMatchObject({ code, reason: 'not our wand' });
  const changes = await entriesOf(shop, orderNumber);
  expect(changes.map(({ action }) => action).filter((action) => action.startsWith('return.'))).toEqual([
    'return.declined',
    'return.received',
    'return.label',
    'return.label',
    'return.opened',
  ]);
});

const dayMs = 24 * 60 * 60 * 1000;

test('a delivered order is completed after 60 days, unless it has an open return', async ({ shop }) => {
  const deliveredAt = new Date(start.getTime() - 61 * dayMs);
  const due = { status: 'delivered' as const, shippedAt: deliveredAt, deliveredAt };
  const done = await givenOrderRow(shop, due);
  const back = await givenOrderRow(shop, due);
  const young = await givenOrderRow(shop, { ...due, deliveredAt: new Date(start.getTime() - 60 * dayMs) });
  clock.now = new Date(start.getTime() - 2 * dayMs);
  const cents = { unitPriceCents: 1, discountCents: 0, taxCents: 0, totalCents: 1 };
  const item = { ...cents, orderId: back.id, productId: crypto.randomUUID(), name: 'Wand', imageUrl: '', quantity: 1 };
  await shop.ctx.db.insert(orderItems).values(item);
  await givenReturn(shop, await orderOf(shop, back.id), 1);
  clock.now = start;
  await completeDelivered(shop.ctx);
  const statuses = await Promise.all([done, back, young].map(async ({ id }) => (await orderOf(shop, id)).status));
  expect(statuses).toEqual(['completed', 'delivered', 'delivered']);
});

test('a refund makes a change of the older version stale', async ({ shop }) => {
  const { id, orderNumber, version } = await givenOrder(shop);
  await refundByOwner(shop, { orderId: id, amountCents: 100 });
  const stale = await changeStatus(shop.ctx, ada, { orderNumber, version, status: 'shipped' });
  expect(stale).toEqual({ ok: false, reason: 'changed_meanwhile' });
});
