import { sandboxEvents, sandboxObjects } from '@halorosa/stripe-sandbox/tables';
import { eq } from 'drizzle-orm';
import { expect } from 'vitest';

import { inTransaction } from '#platform/db/transaction.server.ts';

import { givenShipping, timelineOf } from '../../../tests/support/shop-visitor.ts';
import { orderNumberOf, owner, refundByOwner } from '../../../tests/support/orders.ts';
import { testWithShop, type TestShop } from '../../../tests/support/shop-test.ts';
import { applyDispute } from './disputes.server.ts';
import { cancelOrder } from './order-actions.server.ts';
import { orders, refunds } from './tables.server.ts';
import { finishRefunds } from './refunds.server.ts';

const test = testWithShop({ prepare: givenShipping });

const ask = (shop: TestShop, orderId: string, amountCents: number, key?: string) =>
  refundByOwner(shop, { orderId, amountCents, reason: 'changed their mind', key });

async function booksOf(shop: TestShop, orderId: string, intentId: string) {
  const [order] = await shop.ctx.db.select().from(orders).where(eq(orders.id, orderId));
  const rows = await shop.ctx.db.select().from(refunds).where(eq(refunds.paymentIntentId, intentId));
  const objects = await shop.ctx.db.select().from(sandboxObjects).where(eq(sandboxObjects.intentId, intentId));
  return {
    rows: rows.length,
    status: order?.paymentStatus,
    returned: order?.returnedCents,
    atProvider: objects.filter(({ kind }) => kind === 'refund').length,
  };
}

test('twenty concurrent full refunds: one succeeds, nineteen get "nothing to refund"', async ({
  shop,
  paidOrder: { orderId, intentId },
}) => {
  const answers = await Promise.all(Array.from({ length: 20 }, () => ask(shop, orderId, 5_900)));
  const refused = answers.flatMap((answer) => (answer.ok ? [] : [answer.reason]));
  expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
  expect(refused).toEqual(Array.from({ length: 19 }, () => 'nothing_to_refund'));
  expect(await booksOf(shop, orderId, intentId)).toEqual({
    rows: 1,
    status: 'refunded',
    returned: 5_900,
    atProvider: 1,
  });
});

test('twenty concurrent refunds of $10 from $59: five succeed, fifteen get "too much"', async ({
  shop,
  paidOrder: { orderId, intentId },
}) => {
  const answers = await Promise.all(Array.from({ length: 20 }, () => ask(shop, orderId, 1_000)));
  const refused = answers.flatMap((answer) => (answer.ok ? [] : [answer.reason]));
  expect(refused).toEqual(Array.from({ length: 15 }, () => 'too_much'));
  expect(await booksOf(shop, orderId, intentId)).toEqual({
    rows: 5,
    status: 'partially_refunded',
    returned: 5_000,
    atProvider: 5,
  });
});

test('one refund requested twenty times at once, during reconciliation and event delivery, is made once', async ({
  shop,
  paidOrder: { orderId, intentId },
}) => {
  const requests = Array.from({ length: 20 }, () => ask(shop, orderId, 2_000, 'one click'));
  const work = [finishRefunds(shop.ctx), shop.ctx.payments.deliverEvents(), finishRefunds(shop.ctx)];
  const answers = await Promise.all(requests);
  await Promise.all(work);
  await shop.ctx.payments.deliverEvents();
  expect(new Set(answers.map((answer) => (answer.ok ? answer.value.id : answer.reason))).size).toBe(1);
  expect(await booksOf(shop, orderId, intentId)).toEqual({
    rows: 1,
    status: 'partially_refunded',
    returned: 2_000,
    atProvider: 1,
  });
  expect(await timelineOf(shop, orderId)).toEqual(['placed: Order placed', 'refunded: $20.00 refunded']);
  const late = await shop.ctx.db.select().from(sandboxEvents);
  expect(late.filter(({ deliveredAt }) => deliveredAt === null)).toEqual([]);
});

test('twenty concurrent refunds of $10 from $59, with a lost dispute of $20 and cancellations, return $39 and not a cent more', async ({
  shop,
  paidOrder: { orderId, intentId },
}) => {
  const orderNumber = await orderNumberOf(shop, orderId);
  const dispute = { id: `dp_${intentId}`, intentId, amountCents: 2_000, reason: 'general', evidenceDueAt: null };
  const applyUpdate = (status: string, second: number) =>
    inTransaction(shop.ctx.db, (tx) =>
      applyDispute(tx, { ...dispute, status, openedAt: new Date(0), providerUpdatedAt: new Date(second * 1_000) }),
    );
  await applyUpdate('needs_response', 1);
  const cancel = () => cancelOrder(shop.ctx, owner, { orderNumber, reason: '' });
  const refundTen = () => ask(shop, orderId, 1_000);
  const ten = Array.from({ length: 10 });
  const [refunded, cancelled] = await Promise.all([
    Promise.all([...ten.map(refundTen), ...ten.map(refundTen)]),
    Promise.all([cancel(), cancel()]),
    applyUpdate('lost', 2),
    finishRefunds(shop.ctx),
  ]);
  await finishRefunds(shop.ctx);
  await shop.ctx.payments.deliverEvents();
  const rows = await shop.ctx.db.select().from(refunds).where(eq(refunds.paymentIntentId, intentId));
  expect(rows.reduce((sum, { amountCents }) => sum + amountCents, 0)).toBe(3_900);
  expect(refunded.filter(({ ok }) => ok).length).toBeLessThanOrEqual(3);
  expect(cancelled.flatMap((one) => (one.ok ? [] : [one.reason]))).toEqual(['cancelled_already']);
  const status = { status: 'refunded', returned: 5_900 };
  expect(await booksOf(shop, orderId, intentId)).toEqual({ ...status, rows: rows.length, atProvider: rows.length });
});
