import { sandboxEvents, sandboxObjects } from '@halorosa/stripe-sandbox/tables';
import { eq, sql } from 'drizzle-orm';
import { beforeEach, expect } from 'vitest';

import { givenPaidOrder, givenShipping, payWith, timelineOf } from '../../../tests/support/shop-visitor.ts';
import { providerDashboard, refundByOwner } from '../../../tests/support/orders.ts';
import { testWithShop, type TestShop } from '../../../tests/support/shop-test.ts';
import { orderJobs } from './orders.jobs.server.ts';
import { findOrderOfIntent } from './orders.queries.server.ts';
import { orders, refunds } from './tables.server.ts';
import { applyRefund, finishRefunds, importRecentRefunds, refundableCents, listRefunds } from './refunds.server.ts';

const faults = { tooMany: 0, serverError: 0, responseLost: 0, random: Math.random };

const test = testWithShop({ faults, prepare: givenShipping });

beforeEach(() => {
  Object.assign(faults, { tooMany: 0, serverError: 0, responseLost: 0 });
});

const newKey = (): string => crypto.randomUUID();

function refund(shop: TestShop, orderId: string, amountCents: number, key = newKey(), reason = 'damaged in the post') {
  return refundByOwner(shop, { orderId, amountCents, reason, key });
}

async function moneyOf(shop: TestShop, orderId: string) {
  const [order] = await shop.ctx.db.select().from(orders).where(eq(orders.id, orderId));
  return { status: order?.paymentStatus, captured: order?.capturedCents, returned: order?.returnedCents };
}

const rowsOf = (shop: TestShop, intentId: string) =>
  shop.ctx.db.select().from(refunds).where(eq(refunds.paymentIntentId, intentId));

/** Returns how much of a payment the provider refunded, according to its own records. */
async function refundedAtProvider(shop: TestShop, intentId: string): Promise<number> {
  const all = await shop.ctx.db.select().from(sandboxObjects).where(eq(sandboxObjects.intentId, intentId));
  return all.reduce((sum, { body }) => (body.object === 'charge' ? sum + body.amount_refunded : sum), 0);
}

test('a full refund returns everything and makes the order refunded', async ({
  shop,
  paidOrder: { orderId, intentId },
}) => {
  expect(await refund(shop, orderId, 5_900)).toMatchObject({
    ok: true,
    value: { status: 'succeeded', amountCents: 5_900 },
  });
  expect(await moneyOf(shop, orderId)).toEqual({ status: 'refunded', captured: 5_900, returned: 5_900 });
  expect(await refundedAtProvider(shop, intentId)).toBe(5_900);
  expect(await timelineOf(shop, orderId)).toEqual(['placed: Order placed', 'refunded: $59.00 refunded']);
});

test('partial refunds add up to the last cent, and not one more can be refunded', async ({
  shop,
  paidOrder: { orderId, intentId },
}) => {
  expect(await refund(shop, orderId, 1_000)).toMatchObject({ ok: true });
  expect(await moneyOf(shop, orderId)).toEqual({ status: 'partially_refunded', captured: 5_900, returned: 1_000 });
  expect(await refund(shop, orderId, 4_901)).toEqual({ ok: false, reason: 'too_much' });
  expect(await refundableCents(shop.ctx.db, orderId)).toBe(4_900);
  expect(await refund(shop, orderId, 4_899)).toMatchObject({ ok: true });
  expect(await moneyOf(shop, orderId)).toMatchObject({ status: 'partially_refunded', returned: 5_899 });
  expect(await refund(shop, orderId, 1)).toMatchObject({ ok: true });
  const stored = await listRefunds(shop.ctx.db, intentId);
  expect(stored.map(({ amountCents, status }) => [amountCents, status])).toEqual([
    [1_000, 'succeeded'],
    [4_899, 'succeeded'],
    [1, 'succeeded'],
  ]);
  expect(await moneyOf(shop, orderId)).toMatchObject({ status: 'refunded', returned: 5_900 });
  expect(await refund(shop, orderId, 1)).toEqual({ ok: false, reason: 'nothing_to_refund' });
});

test.for([0, -1, 0.5, Number.NaN])(
  'a refund of %d cents is refused as nothing to refund',
  async (amountCents, { shop, paidOrder: { orderId, intentId } }) => {
    expect(await refund(shop, orderId, amountCents)).toEqual({ ok: false, reason: 'nothing_to_refund' });
    expect(await rowsOf(shop, intentId)).toEqual([]);
  },
);

test('a refund of an order that cost nothing is refused as not paid', async ({ shop, paidOrder: { orderId } }) => {
  await shop.ctx.db
    .update(orders)
    .set({ paymentIntentId: null, paymentStatus: 'not_required', capturedCents: 0 })
    .where(eq(orders.id, orderId));
  expect(await refund(shop, orderId, 100)).toEqual({ ok: false, reason: 'not_paid' });
});

test('the same key is the same refund, however often and with whatever amount it is sent', async ({
  shop,
  paidOrder: { orderId, intentId },
}) => {
  const first = await refund(shop, orderId, 1_000, 'once');
  expect(first).toMatchObject({ ok: true, value: { amountCents: 1_000 } });
  expect(await refund(shop, orderId, 1_000, 'once')).toEqual(first);
  expect(await refund(shop, orderId, 2_000, 'once')).toEqual(first);
  expect(await rowsOf(shop, intentId)).toHaveLength(1);
  expect(await refundedAtProvider(shop, intentId)).toBe(1_000);
});

test('a lost response leaves the refund pending, and the reconciler finds it made, once', async ({
  shop,
  paidOrder: { orderId, intentId },
}) => {
  faults.responseLost = 1;
  expect(await refund(shop, orderId, 2_500, 'lost')).toMatchObject({ ok: true, value: { status: 'pending' } });
  expect(await moneyOf(shop, orderId)).toMatchObject({ status: 'paid', returned: 0 });
  expect(await refund(shop, orderId, 3_401)).toEqual({ ok: false, reason: 'too_much' });
  faults.responseLost = 0;
  await finishRefunds(shop.ctx);
  await finishRefunds(shop.ctx);
  expect(await moneyOf(shop, orderId)).toMatchObject({ status: 'partially_refunded', returned: 2_500 });
  expect(await refund(shop, orderId, 2_500, 'lost')).toMatchObject({ ok: true, value: { status: 'succeeded' } });
  expect(await refundedAtProvider(shop, intentId)).toBe(2_500);
});

test('a crash before the provider call is repaired by making the call', async ({
  shop,
  paidOrder: { orderId, intentId },
}) => {
  await shop.ctx.db.insert(refunds).values({ paymentIntentId: intentId, key: newKey(), amountCents: 700 });
  await finishRefunds(shop.ctx);
  expect(await moneyOf(shop, orderId)).toMatchObject({ status: 'partially_refunded', returned: 700 });
  expect(await refundedAtProvider(shop, intentId)).toBe(700);
});

test('a crash after the provider refunded is repaired without a second refund', async ({
  shop,
  paidOrder: { orderId, intentId },
}) => {
  const [row] = await shop.ctx.db
    .insert(refunds)
    .values({ paymentIntentId: intentId, key: newKey(), amountCents: 700 })
    .returning();
  // Another attempt. The next process does not know its idempotency key.
  const unknown = { intentId, refundId: row?.id ?? '', amountCents: 700, reason: '', attempt: 9 };
  await shop.ctx.payments.createRefund(unknown);
  await finishRefunds(shop.ctx);
  expect(await moneyOf(shop, orderId)).toMatchObject({ returned: 700 });
  expect(await refundedAtProvider(shop, intentId)).toBe(700);
});

test('a run in which one refund fails finishes the others, then fails', async ({ shop }) => {
  const [bad, good] = [await givenPaidOrder(shop), await givenPaidOrder(shop)];
  for (const { intentId } of [bad, good])
    await shop.ctx.db.insert(refunds).values({ paymentIntentId: intentId, key: newKey(), amountCents: 700 });
  const { listRefunds: list } = shop.ctx.payments;
  const failing: typeof list = (id) => (id === bad.intentId ? Promise.reject(new TypeError('a bug')) : list(id));
  const ctx = { ...shop.ctx, payments: { ...shop.ctx.payments, listRefunds: failing } };
  await expect(finishRefunds(ctx)).rejects.toThrow('1 refunds could not be finished');
  expect(await moneyOf(shop, good.orderId)).toMatchObject({ status: 'partially_refunded', returned: 700 });
  await finishRefunds(shop.ctx);
  expect(await moneyOf(shop, bad.orderId)).toMatchObject({ returned: 700 });
});

test('retrying a refund after a failure that hid its success does not refund twice', async ({
  shop,
  paidOrder: { orderId, intentId },
}) => {
  faults.serverError = 1;
  await refund(shop, orderId, 900, 'again');
  faults.serverError = 0;
  const [row] = await rowsOf(shop, intentId);
  const hidden = { intentId, refundId: row?.id ?? '', amountCents: 900, reason: '', attempt: 99 };
  await shop.ctx.payments.createRefund(hidden);
  expect(await refund(shop, orderId, 900, 'again')).toMatchObject({ ok: true, value: { status: 'succeeded' } });
  expect(await refundedAtProvider(shop, intentId)).toBe(900);
});

test('a failure that the provider repeats for its key is followed by another attempt', async ({
  shop,
  paidOrder: { orderId, intentId },
}) => {
  faults.serverError = 1;
  expect(await refund(shop, orderId, 900)).toMatchObject({ ok: true, value: { status: 'pending' } });
  faults.serverError = 0;
  await finishRefunds(shop.ctx);
  expect(await moneyOf(shop, orderId)).toMatchObject({ status: 'partially_refunded', returned: 900 });
  expect(await refundedAtProvider(shop, intentId)).toBe(900);
});

test('a refund that the provider refuses leaves its money refundable', async ({
  shop,
  paidOrder: { orderId, intentId },
}) => {
  await providerDashboard(shop).refunds.create({ payment_intent: intentId, amount: 5_000 });
  expect(await refund(shop, orderId, 1_000)).toEqual({ ok: false, reason: 'provider_refused' });
  expect(await rowsOf(shop, intentId)).toMatchObject([{ status: 'failed', failure: 'invalid_request_error' }]);
  expect(await refundableCents(shop.ctx.db, orderId)).toBe(5_900);
  expect(await timelineOf(shop, orderId)).toContain('refund_failed: The refund of $10.00 failed');
});

test('a refused refund that the provider then reports as failed adds no second event', async ({
  shop,
  paidOrder: { orderId, intentId },
}) => {
  const [row] = await shop.ctx.db
    .insert(refunds)
    .values({ paymentIntentId: intentId, key: newKey(), amountCents: 700, status: 'failed', failure: 'api_error' })
    .returning();
  const update = { id: `re_${intentId}`, intentId, refundId: row?.id ?? '', amountCents: 700, reason: '' };
  await shop.ctx.db.transaction((tx) => applyRefund(tx, { ...update, status: 'failed', failure: 'declined' }));
  expect(await rowsOf(shop, intentId)).toMatchObject([
    { status: 'failed', failure: 'declined', providerId: update.id },
  ]);
  expect(await timelineOf(shop, orderId)).toEqual(['placed: Order placed']);
});

/**
 * Delivers one kind of event of a payment. The others are marked as delivered, so they never
 * arrive.
 */
async function deliverOnly(shop: TestShop, type: string, intentId: string): Promise<void> {
  const { db, payments } = shop.ctx;
  for (const { id, body } of await db.select().from(sandboxEvents)) {
    if (!body.includes(intentId) || body.includes(`"type":"${type}"`)) continue;
    await db.update(sandboxEvents).set({ deliveredAt: new Date() }).where(eq(sandboxEvents.id, id));
  }
  await payments.deliverEvents();
}

/** Runs the pending job of a payment. */
async function workOff(shop: TestShop, intentId: string): Promise<void> {
  const { rows } = await shop.ctx.db.execute<{ data: object }>(
    sql`select data from pgboss.job where name = 'read-refunds' and data->>'intentId' = ${intentId}`,
  );
  expect(rows).toHaveLength(1);
  await orderJobs.find(({ name }) => name === 'read-refunds')?.work(shop.ctx, rows[0]?.data);
}

test.for(['refund.created', 'charge.refunded', 'no event'])(
  'a refund made in the dashboard is imported by %s',
  async (how, { shop, paidOrder: { orderId, intentId } }) => {
    await providerDashboard(shop).refunds.create({ payment_intent: intentId, amount: 1_500, reason: 'duplicate' });
    await deliverOnly(shop, how, intentId);
    if (how === 'charge.refunded') await workOff(shop, intentId);
    if (how === 'no event') await importRecentRefunds(shop.ctx);
    expect(await moneyOf(shop, orderId)).toMatchObject({ status: 'partially_refunded', returned: 1_500 });
    expect(await rowsOf(shop, intentId)).toMatchObject([
      { status: 'succeeded', reason: 'duplicate', amountCents: 1_500 },
    ]);
    expect(await refund(shop, orderId, 4_401)).toEqual({ ok: false, reason: 'too_much' });
  },
);

test('a pending refund is finished by the event of its charge alone', async ({
  shop,
  paidOrder: { orderId, intentId },
}) => {
  faults.responseLost = 1;
  await refund(shop, orderId, 2_500);
  faults.responseLost = 0;
  await deliverOnly(shop, 'charge.refunded', intentId);
  await workOff(shop, intentId);
  expect(await moneyOf(shop, orderId)).toMatchObject({ status: 'partially_refunded', returned: 2_500 });
  expect(await rowsOf(shop, intentId)).toHaveLength(1);
});

test('a payment that is held because it matches no checkout can be refunded', async ({ shop }) => {
  const { payments, db } = shop.ctx;
  const stray = { amountCents: 4_200, checkoutId: crypto.randomUUID(), quoteVersion: 1, attempt: 1 };
  const intent = await payments.createIntent(stray);
  await payWith(shop, intent.clientSecret);
  await payments.deliverEvents();
  const held = await findOrderOfIntent(db, intent.id);
  expect(held).toMatchObject({ paymentStatus: 'pending', holdReason: 'unknown_checkout', capturedCents: 4_200 });
  const orderId = held?.id ?? '';
  await refund(shop, orderId, 200);
  expect(await moneyOf(shop, orderId)).toEqual({ status: 'pending', captured: 4_200, returned: 200 });
  await refund(shop, orderId, 4_000);
  expect(await moneyOf(shop, orderId)).toEqual({ status: 'refunded', captured: 4_200, returned: 4_200 });
});

test('a refund that takes time at the bank is pending, and counts once it succeeds', async ({ shop }) => {
  const { orderId } = await givenPaidOrder(shop, { card: '4000000000007726' });
  expect(await refund(shop, orderId, 5_900)).toMatchObject({ ok: true, value: { status: 'pending' } });
  expect(await moneyOf(shop, orderId)).toMatchObject({ status: 'paid', returned: 0 });
  expect(await refund(shop, orderId, 1)).toEqual({ ok: false, reason: 'nothing_to_refund' });
  await shop.ctx.payments.sandbox?.settle(new Date(Date.now() + 60_000));
  await finishRefunds(shop.ctx);
  expect(await moneyOf(shop, orderId)).toMatchObject({ status: 'refunded', returned: 5_900 });
  await shop.ctx.payments.deliverEvents();
  expect(await moneyOf(shop, orderId)).toMatchObject({ status: 'refunded', returned: 5_900 });
});

test('a refund that fails at the bank later is reverted, and can be made again', async ({ shop }) => {
  const { orderId, intentId } = await givenPaidOrder(shop, { card: '4000000000005126' });
  expect(await refund(shop, orderId, 5_900)).toMatchObject({ ok: true, value: { status: 'succeeded' } });
  expect(await moneyOf(shop, orderId)).toMatchObject({ status: 'refunded' });
  await shop.ctx.payments.sandbox?.settle(new Date(Date.now() + 60_000));
  await shop.ctx.payments.deliverEvents();
  expect(await moneyOf(shop, orderId)).toMatchObject({ status: 'paid', returned: 0 });
  expect(await rowsOf(shop, intentId)).toMatchObject([{ status: 'failed', failure: 'expired_or_canceled_card' }]);
  expect(await refundableCents(shop.ctx.db, orderId)).toBe(5_900);
});
