import { afterAll, beforeAll, expect, test } from 'vitest';

import { changesOf } from '../../../tests/support/audit-entries.ts';
import { givenPaidOrder, givenShipping, timelineOf } from '../../../tests/support/shop-visitor.ts';
import { stockOf } from '../../../tests/support/orders.ts';
import { openTestShop, type TestShop } from '../../../tests/support/shop.ts';
import { refundOrder, listRefunds } from './refunds.server.ts';
import { requestReturn } from './returns.server.ts';
import { listReturns } from './returns.queries.server.ts';
import { findOrder } from './orders.server.ts';
import { cancelOrder } from './order-actions.server.ts';
import { adminStatuses } from './order-status.ts';
import { changeStatus } from './fulfillment.server.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
  await givenShipping(shop);
});
afterAll(() => shop.close());

const admin = (name: string) => ({ id: null, email: `${name}@shop.example`, requestId: name });

async function orderOf(orderId: string) {
  const order = await findOrder(shop.ctx.db, orderId);
  if (order === null) throw new Error('no order');
  return order;
}

async function givenOrder(quantity = 1) {
  const { orderId, intentId } = await givenPaidOrder(shop, { quantity, product: { onHand: 7 } });
  return { ...(await orderOf(orderId)), intentId };
}

test('concurrent changes of one order: one of twelve succeeds, eleven get "changed meanwhile"', async () => {
  const { id, orderNumber, version } = await givenOrder();
  const ways = ['processing', 'shipped', 'in_transit'] as const;
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, index) =>
      changeStatus(shop.ctx, admin(`a${index}`), { orderNumber, version, status: ways[index % 3] ?? 'shipped' }),
    ),
  );
  expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
  expect(answers.flatMap((one) => (one.ok ? [] : [one.reason]))).toEqual(
    Array.from({ length: 11 }, () => 'changed_meanwhile'),
  );
  expect(await changesOf(shop.ctx.db, { subject: `order:${orderNumber}` })).toHaveLength(1);
  expect((await timelineOf(shop, id)).filter((line) => line.startsWith('status'))).toHaveLength(1);
});

test('concurrent refunds with restock and a cancellation return all money and all stock, and no more', async () => {
  for (let round = 0; round < 4; round += 1) {
    const order = await givenOrder(2);
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
    expect(await orderOf(id)).toMatchObject({ status: 'cancelled', paymentStatus: 'refunded', returnedCents: 11_800 });
    expect(await stockOf(shop, id)).toBe(7);
  }
});

test('an order that is shipped and cancelled at once becomes one or the other', async () => {
  for (let round = 0; round < 6; round += 1) {
    const { id, orderNumber, version } = await givenOrder();
    const [cancelled, shipped] = await Promise.all([
      cancelOrder(shop.ctx, admin('c'), { orderNumber, version, reason: '' }),
      changeStatus(shop.ctx, admin('s'), { orderNumber, version, status: 'shipped' }),
    ]);
    expect([cancelled.ok, shipped.ok].filter(Boolean)).toHaveLength(1);
    const order = await orderOf(id);
    const facts = [order.status, order.returnedCents, await stockOf(shop, id)];
    expect(facts).toEqual(cancelled.ok ? ['cancelled', 5_900, 7] : ['shipped', 0, 6]);
  }
});

test('ten concurrent return requests open one return', async () => {
  const order = await givenOrder();
  await changeStatus(shop.ctx, admin('s'), { orderNumber: order.orderNumber, status: adminStatuses[2] });
  const lines = order.items.map(({ productId }) => ({ productId, quantity: 1 }));
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => requestReturn(shop.ctx, order, { reason: 'no', lines })),
  );
  expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
  expect(await listReturns(shop.ctx.db, order.id)).toHaveLength(1);
});
