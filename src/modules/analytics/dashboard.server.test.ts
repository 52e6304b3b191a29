import { expect } from 'vitest';

import { checkouts } from '#modules/checkout/tables.server.ts';
import { contactMessages } from '#modules/contact/tables.server.ts';
import { mails } from '#modules/email/tables.server.ts';
import { pendingPaymentErasures } from '#modules/payments/tables.server.ts';
import { webhookDeliveries, webhookEndpoints } from '#modules/webhooks/tables.server.ts';
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
import { testWithShop, type TestShop } from '../../../tests/support/shop-test.ts';
import { shopAttention } from '#app/monitoring-registry.server.ts';
import { recentOrders } from './dashboard.server.ts';
import { countAlerts } from './dashboard.queries.server.ts';

const test = testWithShop({ prepare: givenShipping });

const items = (shop: TestShop) => countAlerts(shop.ctx.db, shopAttention(shop.ctx.settings));
const counts = async (shop: TestShop) =>
  Object.fromEntries((await items(shop)).map(({ many, count }) => [many, count]));

const nothing = {
  'orders on hold': 0,
  'cancelled orders to refund': 0,
  'failed refunds': 0,
  'expired checkouts still reserving stock': 0,
  'customers overdue for erasure at the payment provider': 0,
  'orders to ship': 0,
  'reviews to approve': 0,
  'messages to answer': 0,
  'products low in stock': 0,
  'failed emails': 0,
  'emails delayed by more than 5 minutes': 0,
  'webhook endpoints disabled after errors': 0,
  'webhook messages of this week that did not arrive': 0,
  'disputes to respond to': 0,
  'returns to process': 0,
  'types of personal data kept past their deletion dates': 0,
  'backups missed': 0,
};

test('a new shop has no dashboard entries', async ({ shop }) => {
  expect(await counts(shop)).toEqual(nothing);
  expect((await items(shop)).filter(({ dueAt }) => dueAt !== null)).toEqual([]);
  expect((await items(shop)).find(({ many }) => many === 'disputes to respond to')?.to).toBe('/admin/orders');
  expect(await recentOrders(shop.ctx.db, 5)).toEqual([]);
});

test('the most urgent dashboard entries come first', async ({ shop }) => {
  const pressing = (await items(shop)).filter(({ urgency }) => urgency === 'now');
  expect((await items(shop)).slice(0, 9)).toEqual(pressing);
  expect(pressing.map(({ many }) => many)).toEqual([
    'disputes to respond to',
    'orders on hold',
    'cancelled orders to refund',
    'failed refunds',
    'expired checkouts still reserving stock',
    'failed emails',
    'emails delayed by more than 5 minutes',
    'webhook endpoints disabled after errors',
    'backups missed',
  ]);
});

test('the dashboard counts everything that needs a person, and nothing else', async ({ shop }) => {
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
  await db.insert(pendingPaymentErasures).values({ paymentIntentId: 'pi_2', createdAt: twoDaysAgo });
  const tenMinutesAgo = new Date(Date.now() - 600_000);
  await db.insert(mails).values({ kind: 'x', toAddress: 'x@example.com', messageId: 'x', createdAt: tenMinutesAgo });
  const dispute = { paymentIntentId: 'pi_1', amountCents: 5_900, reason: 'fraudulent', providerUpdatedAt: new Date() };
  const [soon, later] = [new Date('2026-12-01T00:00:00Z'), new Date('2026-12-09T00:00:00Z')];
  await db.insert(disputes).values([
    { ...dispute, providerId: 'dp_1', status: 'needs_response', evidenceDueAt: later },
    { ...dispute, providerId: 'dp_2', status: 'warning_needs_response', evidenceDueAt: soon },
    { ...dispute, providerId: 'dp_3', status: 'lost', evidenceDueAt: new Date('2026-11-01T00:00:00Z') },
    { ...dispute, providerId: 'dp_5', paymentIntentId: 'pi_3', status: 'lost' },
    { ...dispute, providerId: 'dp_4', status: 'under_review', evidenceDueAt: new Date('2026-11-01T00:00:00Z') },
  ]);
  const receiver = { url: 'https://erp.example', events: [], secret: '', state: 'disabled' as const };
  await db.insert(webhookEndpoints).values([receiver, { ...receiver, disabledReason: 'It took nothing for a day.' }]);
  const [active] = await db
    .insert(webhookEndpoints)
    .values({ ...receiver, state: 'active' })
    .returning();
  const delivery = {
    endpointId: active?.id ?? '',
    messageId: 'msg_1',
    type: 'order.paid',
    subject: 'HR-1',
    body: '{}',
  };
  await db.insert(webhookDeliveries).values([
    { ...delivery, eventKey: 'failed', state: 'failed', tries: 11 },
    { ...delivery, eventKey: 'never tried', state: 'failed' },
    { ...delivery, eventKey: 'old', state: 'failed', tries: 11, createdAt: new Date('2026-01-01T00:00:00Z') },
    { ...delivery, eventKey: 'waiting' },
  ]);
  await db.insert(retentionRuns).values([
    { part: 'late', isComplete: false, completeAt: twoDaysAgo },
    { part: 'begun', isComplete: false },
    { part: 'done', isComplete: true, completeAt: twoDaysAgo },
  ]);
  const one = Object.fromEntries(Object.keys(nothing).map((many) => [many, 1]));
  expect(await counts(shop)).toEqual({
    ...one,
    'disputes to respond to': 2,
    'orders on hold': 3,
    'orders to ship': 4,
  });
  const found = await items(shop);
  const since = (many: string) => found.find((one) => one.many === many)?.since;
  for (const many of ['orders to ship', 'backups missed']) expect(since(many)).toEqual(twoDaysAgo);
  expect(since('products low in stock')).toBeNull();
  expect(found.filter(({ dueAt }) => dueAt !== null)).toMatchObject([{ many: 'disputes to respond to', dueAt: soon }]);
  const to = (many: string) => found.find((one) => one.many === many)?.to;
  expect(to('returns to process')).toBe('/admin/returns');
  expect(to('disputes to respond to')).toBe(`/admin/orders/${disputed.orderNumber}`);
});

test.for<[string, { refund?: 'pending' | 'succeeded' | 'failed'; dispute?: string }, number]>([
  ['nothing went back', {}, 1],
  ['its refund is on its way', { refund: 'pending' }, 0],
  ['its refund failed', { refund: 'failed' }, 1],
  ['the bank holds its money', { dispute: 'needs_response' }, 0],
  ['the bank only asks', { dispute: 'warning_needs_response' }, 1],
])(
  'a cancelled order where %s (%o) adds %i to the orders to refund',
  async ([_what, { refund, dispute }, more], { shop }) => {
    const { db } = shop.ctx;
    const before = (await counts(shop))['cancelled orders to refund'] ?? 0;
    const { orderId, intentId } = await givenPaidOrder(shop, { product: { onHand: null } });
    await db.update(orders).set({ status: 'cancelled' }).where(eq(orders.id, orderId));
    const money = { paymentIntentId: intentId, amountCents: 5_900, reason: '' };
    if (refund !== undefined) await db.insert(refunds).values({ ...money, key: 'cancel', status: refund });
    if (dispute !== undefined)
      await db
        .insert(disputes)
        .values({ ...money, providerId: intentId, status: dispute, providerUpdatedAt: new Date() });
    expect((await counts(shop))['cancelled orders to refund']).toBe(before + more);
  },
);

test('the newest orders come first', async ({ shop }) => {
  const [first, second] = await recentOrders(shop.ctx.db, 2);
  expect(first).toMatchObject({
    customer: { firstName: 'Mia', lastName: 'Rose' },
    totalCents: 5_900,
    paymentStatus: 'paid',
  });
  expect(first?.placedAt.getTime()).toBeGreaterThanOrEqual(second?.placedAt.getTime() ?? Infinity);
});
