import { and, eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { z } from 'zod';

import { listOrderMails } from '#modules/email/mail-log.queries.server.ts';
import { mails } from '#modules/email/tables.server.ts';

import { givenPaidOrder } from '../../../tests/support/shop-visitor.ts';
import { mailShop } from '../../../tests/support/mail-shop.ts';
import { refundByOwner } from '../../../tests/support/orders.ts';
import { testWithShop, type TestShop } from '../../../tests/support/shop-test.ts';
import { inTransaction } from '#platform/db/transaction.server.ts';

import {
  confirmationData,
  enqueueRefundEmails,
  enqueueReturnEmail,
  enqueueStatusEmail,
} from './send-order-emails.server.ts';
import { cancelledCopy, returnCopy, type CancelledMail, type ReturnMail } from './order-emails.ts';

import { cancelOrder } from './order-actions.server.ts';
import type { ReturnView } from './returns.ts';
import type { OrderStatus } from './order-status.ts';
import { findOrder } from './orders.queries.server.ts';
import { orders } from './tables.server.ts';

const test = testWithShop({ settings: { PUBLIC_URL: 'https://halorosa.example' } });

async function givenOrder(shop: TestShop) {
  const { orderId } = await givenPaidOrder(shop, { product: { onHand: null } });
  const order = await findOrder(shop.ctx.db, orderId);
  if (order === null) throw new Error('no order');
  return order;
}

type Order = Awaited<ReturnType<typeof givenOrder>>;

async function kindsOf(shop: TestShop, { id }: Order): Promise<string[]> {
  return (await listOrderMails(shop.ctx.db, id)).map(({ kind }) => kind).slice(1);
}

const parcel = { carrierName: 'UPS', trackingNumber: '1Z999' };

const queueMail = (shop: TestShop, order: Order, status: OrderStatus) =>
  enqueueStatusEmail(shop.ctx.db, shop.ctx, { order, status });

test.for<[OrderStatus, string[]]>([
  ['confirmed', []],
  ['processing', []],
  ['shipped', ['order_shipped']],
  ['in_transit', []],
  ['out_for_delivery', ['order_out_for_delivery']],
  ['delivered', ['order_delivered']],
  ['completed', []],
  ['cancelled', ['order_cancelled']],
])('an order that becomes %s sends %j, however often the status is set', async ([status, kinds], { shop }) => {
  const order = { ...(await givenOrder(shop)), ...parcel };
  await queueMail(shop, order, status);
  await queueMail(shop, order, status);
  expect(await kindsOf(shop, order)).toEqual(kinds);
});

test('a corrected tracking number sends another email, with its own link', async ({ shop }) => {
  const order = await givenOrder(shop);
  await queueMail(shop, { ...order, ...parcel }, 'shipped');
  await queueMail(shop, { ...order, ...parcel, trackingNumber: '1Z888' }, 'shipped');
  const rows = await shop.ctx.db.select().from(mails).where(eq(mails.orderId, order.id));
  const shipped = rows.filter(({ kind }) => kind === 'order_shipped');
  const links = shipped.map(({ content }) => z.object({ carrierUrl: z.string() }).parse(content?.data).carrierUrl);
  const expected = ['1Z999', '1Z888'].map((number) => `https://www.ups.com/track?tracknum=${number}`);
  expect(new Set(links)).toEqual(new Set(expected));
  expect(new Set(rows.map(({ messageId }) => messageId)).size).toBe(3);
});

test('every refund sends one email with its own amount', async ({ shop }) => {
  const order = await givenOrder(shop);
  for (const [key, amountCents] of [
    ['a', 1_000],
    ['b', 4_900],
  ] as const) {
    await refundByOwner(shop, { orderId: order.id, amountCents, key });
  }
  await shop.ctx.payments.deliverEvents();
  await enqueueRefundEmails(shop.ctx);
  await enqueueRefundEmails(shop.ctx);
  const subjects = (await listOrderMails(shop.ctx.db, order.id)).slice(1).map(({ subject }) => subject);
  expect(subjects).toHaveLength(2);
  const amounts = subjects.map((subject) => /\$[\d.]+/.exec(subject ?? '')?.[0]);
  expect(new Set(amounts)).toEqual(new Set(['$10.00', '$49.00']));
});

test.for(['', 'deleted-1@account.invalid'])(
  'an order with the email %j, which reaches nobody, sends no email and leaves none pending',
  async (email, { shop }) => {
    const placed = await givenOrder(shop);
    await shop.ctx.db.update(orders).set({ email }).where(eq(orders.id, placed.id));
    await queueMail(shop, { ...placed, email }, 'cancelled');
    await refundByOwner(shop, { orderId: placed.id, amountCents: 1_000 });
    await shop.ctx.payments.deliverEvents();
    await enqueueRefundEmails(shop.ctx);
    expect(await kindsOf(shop, placed)).toEqual([]);
  },
);

test('the confirmation lists an amount too small to charge under its own name', async ({ shop }) => {
  const promotion = { code: '', name: 'Buy 2 Get 1 Free', amountCents: 20 };
  const order = { ...(await givenOrder(shop)), promotion, subtotalCents: 60, discountCents: 60, totalCents: 0 };
  expect(confirmationData(order, shop.ctx.settings).reductions).toEqual([
    { name: 'Buy 2 Get 1 Free', amountCents: 20 },
    { name: 'Too small to charge', amountCents: 40 },
  ]);
});

test('the cancellation email names the money that is still to be refunded', async ({ shop }) => {
  const order = await givenOrder(shop);
  await queueMail(shop, { ...order, returnedCents: 1_000 }, 'cancelled');
  const rows = await shop.ctx.db.select().from(mails).where(eq(mails.orderId, order.id));
  const mail = rows.map(({ content }) => content).find((content) => content?.kind === 'order_cancelled');
  expect(mail?.data).toMatchObject({ orderNumber: order.orderNumber, heldCents: 4_900 });
});

test('the cancellation email promises none of the money that the bank holds in a dispute', async ({ shop }) => {
  const { orderId } = await givenPaidOrder(shop, { product: { onHand: null }, card: '4000000000000259' });
  const order = await findOrder(shop.ctx.db, orderId);
  if (order === null) throw new Error('no order');
  const actor = { id: null, email: 'rosa@example.com', requestId: 'a' };
  const cancelled = await cancelOrder(shop.ctx, actor, { orderNumber: order.orderNumber, reason: '' });
  expect(cancelled).toEqual({ ok: true, value: { refund: null } });
  const [mail] = await shop.ctx.db
    .select()
    .from(mails)
    .where(and(eq(mails.orderId, orderId), eq(mails.kind, 'order_cancelled')));
  expect(cancelledCopy(mail?.content?.data as CancelledMail, mailShop).text).toMatch(/There is nothing left to refund/);
});

test.for([
  [0, /We’ll refund you within 2 business days/],
  [5_900, /There is nothing left to refund/],
] as const)(
  'the email about an arrived return of an order with %i cents refunded says %s',
  async ([cents, words], { shop }) => {
    const { id } = await givenOrder(shop);
    const [order] = await shop.ctx.db.update(orders).set({ returnedCents: cents }).where(eq(orders.id, id)).returning();
    const row = { id: crypto.randomUUID(), orderId: id, lines: [], labelUrl: null } as unknown as ReturnView;
    await inTransaction(shop.ctx.db, (tx) => enqueueReturnEmail(tx, shop.ctx, { row, kind: 'return_received' }));
    const [mail] = await shop.ctx.db.select().from(mails).where(eq(mails.cause, row.id));
    expect(returnCopy('return_received', mail?.content?.data as ReturnMail, mailShop).text).toMatch(words);
    expect(order?.capturedCents).toBe(5_900);
  },
);
