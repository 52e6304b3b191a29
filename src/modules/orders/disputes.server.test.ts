import { sandboxEvents } from '@halorosa/stripe-sandbox/tables';
import { eq } from 'drizzle-orm';
import { expect } from 'vitest';

import {
  givenPaidOrder,
  givenProduct,
  givenReadyCheckout,
  givenShipping,
  payWith,
  timelineOf,
} from '../../../tests/support/shop-visitor.ts';
import { orderNumberOf, providerDashboard, refundByOwner } from '../../../tests/support/orders.ts';
import { testWithShop, type TestShop } from '../../../tests/support/shop-test.ts';
import { refundableCents } from './refunds.server.ts';
import { findOrderDetail } from './orders.server.ts';
import { findOrderOfIntent } from './orders.queries.server.ts';
import { releaseRefusals } from './orders.schema.ts';
import { orders } from './tables.server.ts';
import { applyDispute, importDisputes } from './disputes.server.ts';
import { listDisputes } from './disputes.queries.server.ts';

const fraud = '4000000000000259';
const inquiry = '4000000000001976';

const test = testWithShop({ prepare: givenShipping });

/** Answers the dispute of a payment as the shop's owner does at the provider. */

async function answer(shop: TestShop, intentId: string, evidence: string): Promise<void> {
  const { disputes } = providerDashboard(shop);
  const { data } = await disputes.list({ payment_intent: intentId });
  await disputes.update(data[0]?.id ?? '', { evidence: { uncategorized_text: evidence } });
}

async function stateOf(shop: TestShop, orderId: string) {
  const [order] = await shop.ctx.db.select().from(orders).where(eq(orders.id, orderId));
  return { hold: order?.holdReason, payment: order?.paymentStatus, returned: order?.returnedCents };
}

const deliver = (shop: TestShop) => shop.ctx.payments.deliverEvents();

type Stated = { id?: string; amountCents?: number; status: string; second: number };

/** Applies what the provider says of a dispute about a payment at a second. */
function state(
  shop: TestShop,
  intentId: string,
  { id = 'dp', amountCents = 2_000, status, second }: Stated,
): Promise<void> {
  const dispute = { id: `${id}_${intentId}`, intentId, amountCents, reason: 'general', evidenceDueAt: null };
  const at = { openedAt: new Date(0), providerUpdatedAt: new Date(second * 1_000) };
  return shop.ctx.db.transaction((tx) => applyDispute(tx, { ...dispute, ...at, status }));
}

test('a disputed order is held, and its money is not refunded twice', async ({ shop }) => {
  const { orderId, intentId } = await givenPaidOrder(shop, { card: fraud });
  expect(await stateOf(shop, orderId)).toEqual({ hold: 'dispute', payment: 'paid', returned: 0 });
  expect(await timelineOf(shop, orderId)).toEqual([
    'placed: Order placed',
    'dispute_opened: $59.00 disputed: fraudulent',
  ]);
  expect(await listDisputes(shop.ctx.db, intentId)).toMatchObject([
    { status: 'needs_response', reason: 'fraudulent', amountCents: 5_900, evidenceDueAt: expect.any(Date) as Date },
  ]);
  expect(await refundableCents(shop.ctx.db, orderId)).toBe(0);
  const again = await refundByOwner(shop, { orderId, amountCents: 100 });
  expect(again).toEqual({ ok: false, reason: 'nothing_to_refund' });
});

test('a won dispute lifts the hold', async ({ shop }) => {
  const { orderId, intentId } = await givenPaidOrder(shop, { card: fraud });
  await answer(shop, intentId, 'winning_evidence');
  await deliver(shop);
  expect(await stateOf(shop, orderId)).toEqual({ hold: null, payment: 'paid', returned: 0 });
  expect(await timelineOf(shop, orderId)).toContain('dispute_won: Dispute won: $59.00');
  expect(await refundableCents(shop.ctx.db, orderId)).toBe(5_900);
});

test('a lost dispute counts as returned money, and the order stays held', async ({ shop }) => {
  const { orderId, intentId } = await givenPaidOrder(shop, { card: fraud });
  await answer(shop, intentId, 'losing_evidence');
  await deliver(shop);
  expect(await stateOf(shop, orderId)).toEqual({ hold: 'dispute', payment: 'refunded', returned: 5_900 });
  expect(await timelineOf(shop, orderId)).toContain('dispute_lost: Dispute lost: $59.00');
});

test('an inquiry of the bank holds the order, and a refund is still possible', async ({ shop }) => {
  const { orderId, intentId } = await givenPaidOrder(shop, { card: inquiry });
  expect(await stateOf(shop, orderId)).toMatchObject({ hold: 'dispute' });
  const refund = { orderId, amountCents: 5_900, reason: 'the bank asked', key: 'inquiry' };
  expect(await refundByOwner(shop, refund)).toMatchObject({ ok: true, value: { status: 'succeeded' } });
  await answer(shop, intentId, 'winning_evidence');
  await deliver(shop);
  expect(await stateOf(shop, orderId)).toEqual({ hold: null, payment: 'refunded', returned: 5_900 });
});

test('winning a dispute restores the hold that the order had before it', async ({
  shop,
  paidOrder: { orderId, intentId },
}) => {
  await shop.ctx.db.update(orders).set({ holdReason: 'stock_gone' }).where(eq(orders.id, orderId));
  const applyUpdate = (status: string, second: number) => state(shop, intentId, { amountCents: 5_900, status, second });
  await applyUpdate('needs_response', 1);
  expect(await stateOf(shop, orderId)).toMatchObject({ hold: 'dispute' });
  await applyUpdate('won', 2);
  expect(await stateOf(shop, orderId)).toMatchObject({ hold: 'stock_gone' });
  await applyUpdate('needs_response', 1);
  await applyUpdate('won', 2);
  expect(await stateOf(shop, orderId)).toMatchObject({ hold: 'stock_gone' });
  expect((await timelineOf(shop, orderId)).slice(1)).toEqual([
    'dispute_opened: $59.00 disputed: general',
    'dispute_won: Dispute won: $59.00',
  ]);
});

test('a hold that a person lifted is not restored by a later dispute', async ({
  shop,
  paidOrder: { orderId, intentId },
}) => {
  const setHold = (holdReason: string | null) =>
    shop.ctx.db.update(orders).set({ holdReason }).where(eq(orders.id, orderId));
  const applyUpdate = (id: string, status: string, second: number) => state(shop, intentId, { id, status, second });
  await setHold('stock_gone');
  await applyUpdate('dp_1', 'needs_response', 1);
  await applyUpdate('dp_1', 'won', 2);
  await setHold(null);
  await applyUpdate('dp_2', 'needs_response', 3);
  await applyUpdate('dp_3', 'needs_response', 3);
  await applyUpdate('dp_2', 'won', 4);
  expect(await stateOf(shop, orderId)).toMatchObject({ hold: 'dispute' });
  await applyUpdate('dp_3', 'won', 4);
  expect(await stateOf(shop, orderId)).toEqual({ hold: null, payment: 'paid', returned: 0 });
});

test('dispute events in reverse order lead to the same result', async ({ shop, paidOrder: { orderId, intentId } }) => {
  await state(shop, intentId, { status: 'lost', second: 3 });
  await state(shop, intentId, { status: 'under_review', second: 2 });
  await state(shop, intentId, { status: 'needs_response', second: 1 });
  expect(await stateOf(shop, orderId)).toEqual({ hold: 'dispute', payment: 'partially_refunded', returned: 2_000 });
});

test('a dispute and a refund that arrive before their order are applied when it is placed', async ({ shop }) => {
  const { intentId, secret } = await givenReadyCheckout(shop, await givenProduct(shop));
  await payWith(shop, secret, inquiry);
  await providerDashboard(shop).refunds.create({ payment_intent: intentId, amount: 900 });
  const events = await shop.ctx.db.select().from(sandboxEvents);
  const paid = events.find(({ body }) => body.includes(intentId) && body.includes('payment_intent.succeeded'));
  const delay = (nextAt: Date) =>
    shop.ctx.db
      .update(sandboxEvents)
      .set({ nextAt })
      .where(eq(sandboxEvents.id, paid?.id ?? ''));
  await delay(new Date(Date.now() + 60_000));
  await deliver(shop);
  expect(await findOrderOfIntent(shop.ctx.db, intentId)).toBeNull();
  expect(await listDisputes(shop.ctx.db, intentId)).toHaveLength(1);
  await delay(new Date(0));
  await deliver(shop);
  const order = await findOrderOfIntent(shop.ctx.db, intentId);
  expect(order).toMatchObject({ holdReason: 'dispute', paymentStatus: 'partially_refunded', returnedCents: 900 });
  expect(order?.events.map(({ type }) => type)).toEqual(['placed', 'refunded', 'dispute_opened']);
});

test('disputes whose events were lost are read from the provider', async ({
  shop,
  paidOrder: { orderId, intentId },
}) => {
  const lost = await givenPaidOrder(shop, { card: fraud });
  await answer(shop, lost.intentId, 'losing_evidence');
  await importDisputes(shop.ctx);
  expect(await stateOf(shop, lost.orderId)).toMatchObject({ payment: 'refunded' });
  expect(await stateOf(shop, orderId)).toEqual({ hold: null, payment: 'paid', returned: 0 });
  expect(await listDisputes(shop.ctx.db, intentId)).toEqual([]);
  await deliver(shop);
  expect(await stateOf(shop, lost.orderId)).toEqual({ hold: 'dispute', payment: 'refunded', returned: 5_900 });
});

test('an undecided dispute is part of its hold, and a lost one is not and explains what is left to do', async ({
  shop,
}) => {
  const { orderId, intentId } = await givenPaidOrder(shop, { card: fraud });
  const number = await orderNumberOf(shop, orderId);
  const hold = async () => (await findOrderDetail(shop.ctx.db, number))?.hold;
  expect(await hold()).toMatchObject({
    unreleasable: releaseRefusals.dispute_open,
    disputes: [{ amountCents: 5_900 }],
  });
  await answer(shop, intentId, 'losing_evidence');
  await deliver(shop);
  expect(await hold()).toMatchObject({
    why: 'The bank decided the dispute in the customer’s favor.',
    unreleasable: releaseRefusals.refunded_already,
    disputes: [],
  });
});
