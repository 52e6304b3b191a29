import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';

import { mailsOfOrder } from '#modules/email/send-mail.server.ts';
import { mails } from '#modules/email/tables.server.ts';

import { givenPaidOrder } from '../../../tests/support/browser-like.ts';
import { refundByOwner } from '../../../tests/support/orders.ts';
import { openTestShop, type TestShop } from '../../../tests/support/shop.ts';
import { inTransaction } from '#platform/db/transaction.server.ts';

import { orderMail, queueRefundMails, queueReturnMail, queueStatusMail } from './order-mails.server.ts';
import { cancelledWords, returnWords, type CancelledMail, type ReturnMail } from './order-mails.ts';

import { cancelOrder } from './cancel-order.server.ts';
import type { ReturnView } from './returns.ts';
import type { OrderStatus } from './order.ts';
import { orderById } from './orders.server.ts';
import { orders } from './tables.server.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop({ settings: { PUBLIC_URL: 'https://halorosa.example' } });
});
afterAll(() => shop.close());

async function givenOrder() {
  const { orderId } = await givenPaidOrder(shop, { product: { onHand: null } });
  const order = await orderById(shop.ctx.db, orderId);
  if (order === null) throw new Error('no order');
  return order;
}

type Order = Awaited<ReturnType<typeof givenOrder>>;

async function kindsOf({ id }: Order): Promise<string[]> {
  return (await mailsOfOrder(shop.ctx.db, id)).map(({ kind }) => kind).slice(1);
}

const parcel = { carrierName: 'UPS', trackingNumber: '1Z999' };

const tell = (order: Order, status: OrderStatus) => queueStatusMail(shop.ctx.db, shop.ctx, { order, status });

test.each<[OrderStatus, string[]]>([
  ['confirmed', []],
  ['processing', []],
  ['shipped', ['order_shipped']],
  ['in_transit', []],
  ['out_for_delivery', ['order_out_for_delivery']],
  ['delivered', ['order_delivered']],
  ['completed', []],
  ['cancelled', ['order_cancelled']],
])('an order that becomes %s owes %j, however often it is set', async (status, kinds) => {
  const order = { ...(await givenOrder()), ...parcel };
  await tell(order, status);
  await tell(order, status);
  expect(await kindsOf(order)).toEqual(kinds);
});

test('a corrected tracking number is told again, with its own link', async () => {
  const order = await givenOrder();
  await tell({ ...order, ...parcel }, 'shipped');
  await tell({ ...order, ...parcel, trackingNumber: '1Z888' }, 'shipped');
  const rows = await shop.ctx.db.select().from(mails).where(eq(mails.orderId, order.id));
  const shipped = rows.filter(({ kind }) => kind === 'order_shipped');
  const links = shipped.map(({ content }) => z.object({ carrierUrl: z.string() }).parse(content?.data).carrierUrl);
  const expected = ['1Z999', '1Z888'].map((number) => `https://www.ups.com/track?tracknum=${number}`);
  expect(new Set(links)).toEqual(new Set(expected));
  expect(new Set(rows.map(({ messageId }) => messageId)).size).toBe(3);
});

test('every refund is told once, with its own amount', async () => {
  const order = await givenOrder();
  for (const [key, amountCents] of [
    ['a', 1_000],
    ['b', 4_900],
  ] as const) {
    await refundByOwner(shop, { orderId: order.id, amountCents, key });
  }
  await shop.ctx.payments.deliverEvents();
  await queueRefundMails(shop.ctx);
  await queueRefundMails(shop.ctx);
  const told = (await mailsOfOrder(shop.ctx.db, order.id)).slice(1).map(({ subject }) => subject);
  expect(told).toHaveLength(2);
  const amounts = told.map((subject) => /\$[\d.]+/.exec(subject ?? '')?.[0]);
  expect(new Set(amounts)).toEqual(new Set(['$10.00', '$49.00']));
});

test.each(['', 'deleted-1@account.invalid'])(
  'nothing is mailed to %j, which is nobody, and nothing waits to be',
  async (email) => {
    const placed = await givenOrder();
    await shop.ctx.db.update(orders).set({ email }).where(eq(orders.id, placed.id));
    await tell({ ...placed, email }, 'cancelled');
    await refundByOwner(shop, { orderId: placed.id, amountCents: 1_000 });
    await shop.ctx.payments.deliverEvents();
    await queueRefundMails(shop.ctx);
    expect(await kindsOf(placed)).toEqual([]);
  },
);

test('the confirmation tells what is too small to charge under its own name', async () => {
  const promotion = { code: '', name: 'Buy 2 Get 1 Free', amountCents: 20 };
  const order = { ...(await givenOrder()), promotion, subtotalCents: 60, discountCents: 60, totalCents: 0 };
  expect(orderMail(order, shop.ctx.settings).reductions).toEqual([
    { name: 'Buy 2 Get 1 Free', amountCents: 20 },
    { name: 'Too small to charge', amountCents: 40 },
  ]);
});

test('a cancelled order says what of its money is still to be given back', async () => {
  const order = await givenOrder();
  await tell({ ...order, returnedCents: 1_000 }, 'cancelled');
  const rows = await shop.ctx.db.select().from(mails).where(eq(mails.orderId, order.id));
  const told = rows.map(({ content }) => content).find((content) => content?.kind === 'order_cancelled');
  expect(told?.data).toMatchObject({ orderNumber: order.orderNumber, heldCents: 4_900 });
});

test('a cancelled order promises nothing of the money that the bank holds in a dispute', async () => {
  const { orderId } = await givenPaidOrder(shop, { product: { onHand: null }, card: '4000000000000259' });
  const order = await orderById(shop.ctx.db, orderId);
  if (order === null) throw new Error('no order');
  const actor = { id: null, email: 'rosa@example.com', requestId: 'a' };
  const cancelled = await cancelOrder(shop.ctx, actor, { orderNumber: order.orderNumber, reason: '' });
  expect(cancelled).toEqual({ ok: true, value: { refund: null } });
  const [mail] = await shop.ctx.db
    .select()
    .from(mails)
    .where(and(eq(mails.orderId, orderId), eq(mails.kind, 'order_cancelled')));
  expect(cancelledWords(mail?.content?.data as CancelledMail).text).toMatch(/No money of yours is left with us/);
});

test.each([
  [0, /We refund you within 2 business days/],
  [5_900, /No money of yours is left with us/],
])('the mail about a return that has come, of an order of which %i cents went back, says %s', async (cents, words) => {
  const { id } = await givenOrder();
  const [order] = await shop.ctx.db.update(orders).set({ returnedCents: cents }).where(eq(orders.id, id)).returning();
  const row = { id: crypto.randomUUID(), orderId: id, lines: [], labelUrl: null } as unknown as ReturnView;
  await inTransaction(shop.ctx.db, (tx) => queueReturnMail(tx, shop.ctx, { row, kind: 'return_received' }));
  const [mail] = await shop.ctx.db.select().from(mails).where(eq(mails.cause, row.id));
  expect(returnWords('return_received', mail?.content?.data as ReturnMail).text).toMatch(words);
  expect(order?.capturedCents).toBe(5_900);
});
