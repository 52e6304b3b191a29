import { expect } from 'vitest';

import { changesOf } from '../../../tests/support/audit-entries.ts';
import { givenPaidOrder, givenShipping, timelineOf } from '../../../tests/support/shop-visitor.ts';
import { stockOf } from '../../../tests/support/orders.ts';
import { testWithShop, type TestShop } from '../../../tests/support/shop-test.ts';
import { refundOrder, listRefunds } from './refunds.server.ts';
import { requestReturn } from './returns.server.ts';
import { listReturns } from './returns.queries.server.ts';
import { findOrder } from './orders.queries.server.ts';
import { cancelOrder } from './order-actions.server.ts';
import { adminStatuses } from './order-status.ts';
import { changeStatus } from './fulfillment.server.ts';

const test = testWithShop({ prepare: givenShipping });

const admin = (name: string) => ({ id: null, email: `${name}@shop.example`, requestId: name });

async function orderOf(shop: TestShop, orderId: string) {
  const order = await findOrder(shop.ctx.db, orderId);
  if (order === null) throw new Error('no order');
  return order;
}

async function givenOrder(shop: TestShop, quantity = 1) {
  const { orderId, intentId } = await givenPaidOrder(shop, { quantity, product: { onHand: 7 } });
  return { ...(await orderOf(shop, orderId)), intentId };
}

test('concurrent changes of one order: one of twelve is made, and other changes get "changed meanwhile"', async ({
  shop,
}) => {
  const { id, orderNumber, version } = await givenOrder(shop);
  const ways = ['processing', 'shipped', 'in_transit'] as const;
  const answers = await Promise.all(
    Array.from({ length: 12 }, async (_, index) => {
      const status = ways[index % 3] ?? 'shipped';
      const answer = await changeStatus(shop.ctx, admin(`a${index}`), { orderNumber, version, status });
      return { status, answer };
    }),
  );
  const made = answers.filter(({ answer }) => answer.ok && answer.value.isChanged);
  expect(made).toHaveLength(1);
  // A change to the status that the order has by now is no conflict.
  for (const { status, answer } of answers)
    expect(answer.ok ? 'ok' : answer.reason).toBe(status === made[0]?.status ? 'ok' : 'changed_meanwhile');
  expect(await changesOf(shop.ctx.db, { subject: `order:${orderNumber}` })).toHaveLength(1);
  expect((await timelineOf(shop, id)).filter((line) => line.startsWith('status'))).toHaveLength(1);
});

test('concurrent refunds with restock and a cancellation return all money and all stock, and no more', async ({
  shop,
}) => {
  for (let round = 0; round < 4; round += 1) {
    const order = await givenOrder(shop, 2);
    const { id, orderNumber, intentId } = order;
    const restock = order.items.map(({ productId }) => ({ productId, quantity: 1 }));
    const refund = (index: number) => {
      const request = { orderNumber, amountCents: 4_000, reason: '', restock, key: `${round} ${index}` };
      return refundOrder(shop.ctx, admin(`r${index}`), request);
    };
    const cancel = (index: number) => cancelOrder(shop.ctx, admin(`c${index}`), { orderNumber, reason: '' });
    const [, first, second] = await Promise.all([refund(0), cancel(0), cancel(1), refund(1), refund(2)]);
    expect([first.ok, second.ok].filter(Boolean)).toHaveLength(1);
    const refunded = (await listRefunds(shop.ctx.db, intentId)).filter(({ status }) => status === 'succeeded');
    expect(refunded.reduce((sum, { amountCents }) => sum + amountCents, 0)).toBe(11_800);
    expect(await orderOf(shop, id)).toMatchObject({
      status: 'cancelled',
      paymentStatus: 'refunded',
      returnedCents: 11_800,
    });
    expect(await stockOf(shop, id)).toBe(7);
  }
});

test('an order that is shipped and cancelled at once becomes one or the other', async ({ shop }) => {
  for (let round = 0; round < 6; round += 1) {
    const { id, orderNumber, version } = await givenOrder(shop);
    const [cancelled, shipped] = await Promise.all([
      cancelOrder(shop.ctx, admin('c'), { orderNumber, version, reason: '' }),
      changeStatus(shop.ctx, admin('s'), { orderNumber, version, status: 'shipped' }),
    ]);
    expect([cancelled.ok, shipped.ok].filter(Boolean)).toHaveLength(1);
    const order = await orderOf(shop, id);
    const facts = [order.status, order.returnedCents, await stockOf(shop, id)];
    expect(facts).toEqual(cancelled.ok ? ['cancelled', 5_900, 7] : ['shipped', 0, 6]);
  }
});

test('ten concurrent return requests open one return', async ({ shop }) => {
  const order = await givenOrder(shop);
  await changeStatus(shop.ctx, admin('s'), { orderNumber: order.orderNumber, status: adminStatuses[2] });
  const lines = order.items.map(({ productId }) => ({ productId, quantity: 1 }));
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => requestReturn(shop.ctx, order, { reason: 'no', lines })),
  );
  expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
  expect(await listReturns(shop.ctx.db, order.id)).toHaveLength(1);
});
