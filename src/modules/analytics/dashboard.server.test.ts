import { afterAll, beforeAll, expect, test } from 'vitest';

import { checkouts } from '#modules/checkout/tables.server.ts';
import { contactMessages } from '#modules/contact/tables.server.ts';
import { mails } from '#modules/email/tables.server.ts';
import { paymentsToForget } from '#modules/payments/tables.server.ts';
import { webhookEndpoints } from '#modules/webhooks/tables.server.ts';
import { retentionRuns } from '#modules/privacy/tables.server.ts';
import { disputes, orderReturns, orders, refunds } from '#modules/orders/tables.server.ts';
import { reviews } from '#modules/reviews/tables.server.ts';
import { latestBackup } from '#platform/backups/tables.server.ts';
import { eq } from 'drizzle-orm';

import {
  givenPaidOrder,
  givenProduct,
  givenReadyCheckout,
  givenShipping,
} from '../../../tests/support/shop-visitor.ts';
import { givenOrderRow } from '../../../tests/support/orders.ts';
import { openTestShop, type TestShop } from '../../../tests/support/shop.ts';
import { shopAttention } from '#app/monitoring.server.ts';
import { recentOrders, countWaiting } from './dashboard.server.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
  await givenShipping(shop);
});
afterAll(() => shop.close());

const items = () => countWaiting(shop.ctx.db, shopAttention(shop.ctx.settings));
const counts = async () => Object.fromEntries((await items()).map(({ many, count }) => [many, count]));

const nothing = {
  'orders held for you': 0,
  'cancelled orders to refund': 0,
  'refunds that failed': 0,
  'checkouts that hold stock after their time': 0,
  'buyers not erased at the payment provider for a day': 0,
  'orders to ship': 0,
  'reviews waiting': 0,
  'messages waiting': 0,
  'products running low': 0,
  'emails that failed': 0,
  'emails waiting for more than 5 minutes': 0,
  'silent webhook receivers': 0,
  'disputes to answer': 0,
  'returns waiting for you': 0,
  'kinds of personal data are kept longer than promised': 0,
  'backups missed': 0,
};

test('a new shop has no dashboard entries', async () => {
  expect(await counts()).toEqual(nothing);
  expect((await items()).filter(({ dueAt }) => dueAt !== null)).toEqual([]);
  expect((await items()).find(({ many }) => many === 'disputes to answer')?.to).toBe('/admin/orders');
  expect(await recentOrders(shop.ctx.db, 5)).toEqual([]);
});

test('the most urgent dashboard entries come first', async () => {
  const pressing = (await items()).filter(({ urgency }) => urgency === 'now');
  expect((await items()).slice(0, 9)).toEqual(pressing);
  expect(pressing.map(({ many }) => many)).toEqual([
    'disputes to answer',
    'orders held for you',
    'cancelled orders to refund',
    'refunds that failed',
    'checkouts that hold stock after their time',
    'emails that failed',
    'emails waiting for more than 5 minutes',
    'silent webhook receivers',
    'backups missed',
  ]);
});

test('the dashboard counts everything that needs a person, and nothing else', async () => {
  const { db } = shop.ctx;
  const productId = await givenProduct(shop, { onHand: 11 });
  await givenProduct(shop, { onHand: 10 });
  await givenProduct(shop, { onHand: null });
  const product = { onHand: 50 };
  const twoDaysAgo = new Date(Date.now() - 2 * 86_400_000);
  const replaced = await givenPaidOrder(shop, { product });
  const changes = [
    { status: 'cancelled' },
    { status: 'shipped' },
    { holdReason: 'amount_mismatch' },
    { status: 'processing' },
    { paymentStatus: 'refunded' },
    { status: 'processing', paymentStatus: 'refunded' },
  ] as const;
  for (const change of changes) {
    const placed = await givenPaidOrder(shop, { product });
    await db.update(orders).set(change).where(eq(orders.id, placed.orderId));
  }
  const { orderId, intentId } = await givenPaidOrder(shop, { product });
  const old = { status: 'processing', placedAt: twoDaysAgo, updatedAt: twoDaysAgo } as const;
  await givenOrderRow(shop, old);
  const disputed = await givenOrderRow(shop, { ...old, holdReason: 'dispute', paymentIntentId: 'pi_1' });
  await givenOrderRow(shop, { ...old, holdReason: 'dispute', paymentIntentId: 'pi_3' });
  await givenOrderRow(shop, { ...old, paymentStatus: 'refunded' });
  const failed = { paymentIntentId: intentId, amountCents: 100, status: 'failed' as const };
  await db.insert(refunds).values([
    { ...failed, key: 'first', createdAt: twoDaysAgo },
    { ...failed, key: 'replaced', paymentIntentId: replaced.intentId, createdAt: twoDaysAgo },
    { ...failed, key: 'made', paymentIntentId: replaced.intentId, status: 'succeeded' },
  ]);
  await db.insert(latestBackup).values({ id: 1, bytes: 1, finishedAt: twoDaysAgo });
  const announced = { orderId, reason: 'Not for me', lines: [], requestedAt: new Date() };
  const labelled = { ...announced, orderId: disputed.id, labelSentAt: new Date() };
  await db.insert(orderReturns).values([announced, { ...announced, status: 'refunded' }, labelled]);
  const review = { productId, rating: 5, content: 'It glows.', origin: 'live' as const };
  await db.insert(reviews).values([review, { ...review, isApproved: true }]);
  const message = { name: 'Mia', email: 'mia@example.com', subject: 'When?', message: 'When will it come?' };
  await db.insert(contactMessages).values([message, { ...message, handledAt: new Date() }]);
  await db.update(mails).set({ state: 'failed' }).where(eq(mails.orderId, orderId));
  const late = await givenReadyCheckout(shop, await givenProduct(shop, product));
  await db.update(checkouts).set({ expiresAt: twoDaysAgo }).where(eq(checkouts.id, late.checkoutId));
  await db.insert(paymentsToForget).values({ paymentIntentId: 'pi_2', createdAt: twoDaysAgo });
  const tenMinutesAgo = new Date(Date.now() - 600_000);
  await db.insert(mails).values({ kind: 'x', toAddress: 'x@example.com', messageId: 'x', createdAt: tenMinutesAgo });
  const dispute = { paymentIntentId: 'pi_1', amountCents: 5_900, reason: 'fraudulent', statedAt: new Date() };
  const [soon, later] = [new Date('2026-12-01T00:00:00Z'), new Date('2026-12-09T00:00:00Z')];
  await db.insert(disputes).values([
    { ...dispute, providerId: 'dp_1', status: 'needs_response', evidenceDueAt: later },
    { ...dispute, providerId: 'dp_2', status: 'warning_needs_response', evidenceDueAt: soon },
    { ...dispute, providerId: 'dp_3', status: 'lost', evidenceDueAt: new Date('2026-11-01T00:00:00Z') },
    { ...dispute, providerId: 'dp_5', paymentIntentId: 'pi_3', status: 'lost' },
    { ...dispute, providerId: 'dp_4', status: 'under_review', evidenceDueAt: new Date('2026-11-01T00:00:00Z') },
  ]);
  const receiver = { url: 'https://erp.example', events: [], secret: '', state: 'disabled' as const };
  await db.insert(webhookEndpoints).values([receiver, { ...receiver, disabledWhy: 'It took nothing for a day.' }]);
  await db.insert(retentionRuns).values([
    { part: 'late', isComplete: false, completeAt: twoDaysAgo },
    { part: 'begun', isComplete: false },
    { part: 'done', isComplete: true, completeAt: twoDaysAgo },
  ]);
  const one = Object.fromEntries(Object.keys(nothing).map((many) => [many, 1]));
  expect(await counts()).toEqual({ ...one, 'disputes to answer': 2, 'orders held for you': 2, 'orders to ship': 4 });
  const found = await items();
  const since = (many: string) => found.find((one) => one.many === many)?.since;
  for (const many of ['orders to ship', 'backups missed']) expect(since(many)).toEqual(twoDaysAgo);
  expect(since('products running low')).toBeNull();
  expect(found.filter(({ dueAt }) => dueAt !== null)).toMatchObject([{ many: 'disputes to answer', dueAt: soon }]);
  const to = (many: string) => found.find((one) => one.many === many)?.to;
  expect(to('returns waiting for you')).toBe('/admin/returns');
  expect(to('disputes to answer')).toBe(`/admin/orders/${disputed.orderNumber}`);
});

test.each<[string, { refund?: 'pending' | 'succeeded' | 'failed'; dispute?: string }, number]>([
  ['nothing went back', {}, 1],
  ['its refund is on its way', { refund: 'pending' }, 0],
  ['its refund failed', { refund: 'failed' }, 1],
  ['the bank holds its money', { dispute: 'needs_response' }, 0],
  ['the bank only asks', { dispute: 'warning_needs_response' }, 1],
])('a cancelled order where %s (%o) adds %i to the orders to refund', async (_what, { refund, dispute }, more) => {
  const { db } = shop.ctx;
  const before = (await counts())['cancelled orders to refund'] ?? 0;
  const { orderId, intentId } = await givenPaidOrder(shop, { product: { onHand: null } });
  await db.update(orders).set({ status: 'cancelled' }).where(eq(orders.id, orderId));
  const money = { paymentIntentId: intentId, amountCents: 5_900, reason: '' };
  if (refund !== undefined) await db.insert(refunds).values({ ...money, key: 'cancel', status: refund });
  if (dispute !== undefined)
    await db.insert(disputes).values({ ...money, providerId: intentId, status: dispute, statedAt: new Date() });
  expect((await counts())['cancelled orders to refund']).toBe(before + more);
});

test('the newest orders come first', async () => {
  const [first, second] = await recentOrders(shop.ctx.db, 2);
  expect(first).toMatchObject({
    customer: { firstName: 'Mia', lastName: 'Rose' },
    totalCents: 5_900,
    paymentStatus: 'paid',
  });
  expect(first?.placedAt.getTime()).toBeGreaterThanOrEqual(second?.placedAt.getTime() ?? Infinity);
});
