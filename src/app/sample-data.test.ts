import { sandboxEvents, sandboxIntents, sandboxObjects } from '@halorosa/stripe-sandbox/tables';
import { asc, eq, ne, sql } from 'drizzle-orm';
import { expect } from 'vitest';

import { sampleOrders, samplePeopleDomain } from '#content/demo-orders.ts';
import { seedProduct } from '#content/catalog.ts';
import { demoCustomer, demoCodes } from '#content/demo-shop.ts';
import { analytics } from '#modules/analytics/analytics.server.ts';
import { customerById } from '#modules/customers/customers.server.ts';
import { revenueOf } from '#modules/orders/sales-days.ts';
import { salesFigures } from '#modules/analytics/sales-figures.server.ts';
import { customerFigures } from '#modules/customers/tables.server.ts';
import { importBalance } from '#modules/books/import-balance.server.ts';
import { readBooks } from '#modules/books/books.server.ts';
import { countSalesDays } from '#modules/orders/sales-days.server.ts';
import { balanceTransactions } from '#modules/books/tables.server.ts';
import { unitPrice } from '#modules/catalog/product.ts';
import { addressWarning } from '#modules/checkout/address-check.server.ts';
import { contactIssues } from '#shared/contact.ts';
import { contactMessages } from '#modules/contact/tables.server.ts';
import { discountCodes } from '#modules/discounts/tables.server.ts';
import { mails } from '#modules/email/tables.server.ts';
import { emailCaptures } from '#modules/marketing/tables.server.ts';
import { invoicePdf } from '#modules/orders/order-pdfs.server.ts';
import { pdfShop } from '#modules/orders/pdf-shop.server.ts';
import { recalculate } from '#modules/orders/change-order.server.ts';
import { hasInvoice } from '#modules/orders/invoice-figures.ts';
import { findOrderDetail } from '#modules/orders/orders.server.ts';
import { hasBought, listRecentPurchases } from '#modules/orders/sales.server.ts';
import { lastSalesOf } from '#modules/orders/sales.queries.server.ts';
import { disputes, orderEvents, orderItems, orderReturns, orders, refunds } from '#modules/orders/tables.server.ts';
import { trackOrder } from '#modules/orders/tracking.server.ts';
import { eraseCustomer, exportCustomer } from '#modules/privacy/export-erase.server.ts';
import { reviews } from '#modules/reviews/tables.server.ts';
import { removeSamples } from '#modules/sample-data/remove-samples.server.ts';
import { inTransaction } from '#platform/db/transaction.server.ts';
import { addressIssues } from '#shared/address.ts';
import { isPossiblePhoneNumber } from '#shared/phone-number.server.ts';
import { countries } from '#shared/countries.ts';
import { toShopDate } from '#shared/shop-time.ts';

import { seedShop } from '../../db/seed/seed.server.ts';
import { paymentFindings } from '../operate/doctor/payment-checks.server.ts';
import { paidWithoutOrder } from '../operate/unsettled-payments.server.ts';
import { changesOf } from '../../tests/support/audit-entries.ts';
import { givenOrderRow, owner, refundByOwner } from '../../tests/support/orders.ts';
import { testWithShop, type TestShop } from '../../tests/support/shop-test.ts';
import { shopJobs } from './job-registry.server.ts';
import { shopPersonalData } from './personal-data-registry.server.ts';

const test = testWithShop({ prepare: (shop) => seedShop(shop.ctx, shop.auth) });

const listSamples = (shop: TestShop) =>
  shop.ctx.db.select().from(orders).where(eq(orders.isSample, true)).orderBy(asc(orders.id));
const dayMs = 86_400_000;
const book = {
  mode: 'sandbox' as const,
  from: new Date(Date.now() - 200 * dayMs),
  until: new Date(Date.now() + dayMs),
};

test('a new demo shop has 60 sample orders in every state, from four countries, over six months', async ({ shop }) => {
  const samples = await listSamples(shop);
  expect([samples.length, sampleOrders.length]).toEqual([60, 60]);
  const states = new Set(samples.map(({ status, paymentStatus }) => `${status} ${paymentStatus}`));
  expect([...states].toSorted()).toEqual(
    [
      'cancelled refunded',
      'completed paid',
      'completed partially_refunded',
      'completed refunded',
      'confirmed paid',
      'delivered paid',
      'delivered partially_refunded',
      'delivered refunded',
      'in_transit paid',
      'out_for_delivery paid',
      'pending pending',
      'processing paid',
      'shipped paid',
    ].toSorted(),
  );
  expect(new Set(samples.map(({ shippingAddress }) => shippingAddress.country))).toEqual(new Set(countries));
  expect(new Set(samples.map(({ holdReason }) => holdReason))).toEqual(
    new Set([null, 'manual', 'amount_mismatch', 'dispute']),
  );
  expect(samples.every(({ orderNumber }) => orderNumber.startsWith('HR-SAMPLE'))).toBe(true);
  const oldest = Math.min(...samples.map(({ placedAt }) => placedAt.getTime()));
  expect(Math.round((Date.now() - oldest) / dayMs)).toBe(173);
});

test('nothing of a sample order lies in the future or before the order', async ({ shop }) => {
  const samples = new Map((await listSamples(shop)).map((order) => [order.id, order]));
  const events = await shop.ctx.db.select().from(orderEvents);
  const wrong = events.filter(({ orderId, at }) => {
    const placedAt = samples.get(orderId)?.placedAt ?? new Date();
    return at > new Date() || at < placedAt;
  });
  expect(wrong).toEqual([]);
});

test('contacts and addresses of samples would pass the checkout', async ({ shop }) => {
  for (const { customer, email, shippingAddress } of await listSamples(shop)) {
    expect(contactIssues({ ...customer, email })).toEqual({});
    expect(addressIssues(shippingAddress)).toEqual({});
    expect([shippingAddress.postalCode, addressWarning(shippingAddress)]).toEqual([shippingAddress.postalCode, null]);
    expect(isPossiblePhoneNumber(customer.phone, countries)).toBe(true);
  }
});

test('amounts of samples add up, and recalculating changes none of them', async ({ shop }) => {
  const before = await listSamples(shop);
  const lines = await shop.ctx.db.select().from(orderItems);
  for (const { id, totalCents, shippingCents, subtotalCents, discountCents, taxCents } of before) {
    const sum = lines.filter(({ orderId }) => orderId === id).reduce((all, line) => all + line.totalCents, 0);
    expect([sum + shippingCents, subtotalCents - discountCents + taxCents + shippingCents]).toEqual(
      Array(2).fill(totalCents),
    );
  }
  await inTransaction(shop.ctx.db, async (tx) => {
    for (const order of before) await recalculate(tx, order);
  });
  const money = (rows: typeof before) => rows.map((row) => [row.orderNumber, row.returnedCents, row.paymentStatus]);
  expect(money(await listSamples(shop))).toEqual(money(before));
});

test('the sandbox knows every payment of a sample, and every payment has its order', async ({ shop }) => {
  for (const { paymentIntentId, capturedCents } of await listSamples(shop)) {
    const { status, amountReceivedCents } = await shop.ctx.payments.readIntent(paymentIntentId ?? '');
    expect([status, amountReceivedCents]).toEqual(['succeeded', capturedCents]);
  }
  expect(await paymentFindings(shop.ctx.settings, shop.ctx.db)).toMatchObject([{ state: 'ok' }]);
  expect(await paidWithoutOrder(shop.ctx, 200)).toEqual({ own: [], foreign: [] });
});

test('the books of samples agree with the sandbox, except for the disputed payment', async ({ shop }) => {
  await importBalance(shop.ctx);
  const { difference, totals, provider } = await readBooks(shop.ctx.db, book, 'sandbox');
  const [disputed] = await shop.ctx.db.select().from(disputes);
  expect(difference?.reasons).toEqual([{ reason: 'disputed', payments: 1, cents: disputed?.amountCents }]);
  expect([totals.orders, provider.feeCents < 0]).toEqual([60, true]);
});

test('figures and customers count samples as their orders say', async ({ shop }) => {
  const samples = await listSamples(shop);
  const netOf = (all: typeof samples) => all.reduce((sum, order) => sum + order.capturedCents - order.returnedCents, 0);
  const paid = samples.filter(({ paymentStatus }) => paymentStatus !== 'pending');
  const { totals } = await analytics(shop.ctx.db, { mode: 'sandbox', now: new Date() });
  expect([revenueOf(totals), totals.orders]).toEqual([netOf(samples), 60]);
  const [spent] = await shop.ctx.db
    .select({
      orders: sql<number>`sum(${customerFigures.orders})::int`,
      cents: sql<number>`sum(${customerFigures.spentCents})::int`,
    })
    .from(customerFigures);
  expect(spent).toEqual({ orders: 60, cents: netOf(paid) });
});

test('jobs change no sample and send nothing about one', async ({ shop }) => {
  const before = await listSamples(shop);
  for (const { everySeconds, work } of shopJobs) if (everySeconds !== undefined) await work(shop.ctx, [] as never);
  const steps = (rows: typeof before) =>
    rows.map((row) => [row.orderNumber, row.status, row.holdReason, row.returnedCents]);
  expect(steps(await listSamples(shop))).toEqual(steps(before));
  const { db } = shop.ctx;
  expect(await db.$count(sandboxEvents)).toBe(0);
  const sent = await db.select({ kind: mails.kind, subject: mails.subject, to: mails.toAddress }).from(mails);
  expect(sent.filter(({ kind, to }) => kind !== 'notice' || to.endsWith(samplePeopleDomain))).toEqual([]);
  expect(await db.$count(refunds, ne(refunds.status, 'succeeded'))).toBe(0);
});

test('samples prove nothing in public: no verified review, no recent purchase, no charged price', async ({ shop }) => {
  const { db } = shop.ctx;
  const own = await db.select().from(orders).where(eq(orders.email, demoCustomer.email));
  expect(own.length).toBe(2);
  const buyer = { id: crypto.randomUUID(), email: demoCustomer.email, emailVerified: true };
  expect(await hasBought(db, seedProduct.id, buyer)).toBe(false);
  expect(await listRecentPurchases(db, new Date(), 'the wand')).toEqual([]);
  expect(await lastSalesOf(db, seedProduct.id, { prices: [unitPrice(seedProduct)], since: new Date(0) })).toEqual([]);
});

test('a sample of every state has its page, its tracking, and its invoice if it was paid', async ({ shop }) => {
  const pdf = await pdfShop(shop.ctx);
  const states = new Map(
    (await listSamples(shop)).map((order) => [`${order.status} ${order.paymentStatus} ${order.holdReason}`, order]),
  );
  expect(states.size).toBe(15);
  const drawn = new Map<string, number>();
  for (const { orderNumber, email } of states.values()) {
    const detail = await findOrderDetail(shop.ctx.db, orderNumber);
    if (detail === null) throw new Error('no order');
    const { isSample, paymentStatus } = detail.order;
    expect(isSample).toBe(true);
    if (hasInvoice(detail.order) && !drawn.has(paymentStatus)) {
      drawn.set(paymentStatus, (await invoicePdf(detail.order, pdf)).length);
    }
    expect((await trackOrder(shop.ctx, shop.limits, { orderNumber, email, ip: '127.0.0.1' })).ok).toBe(true);
  }
  expect([...drawn.keys()].toSorted()).toEqual(['paid', 'partially_refunded', 'refunded']);
  expect(Math.min(...drawn.values())).toBeGreaterThan(1_000);
});

test('a sample can be refunded and its guest exported and erased', async ({ shop }) => {
  const samples = await listSamples(shop);
  const guest = samples.find((one) => one.status === 'completed' && one.paymentStatus === 'paid');
  if (guest === undefined) throw new Error('no sample');
  expect((await refundByOwner(shop, { orderId: guest.id, amountCents: 1_000 })).ok).toBe(true);
  const [refunded] = await shop.ctx.db.select().from(orders).where(eq(orders.id, guest.id));
  expect(refunded?.returnedCents).toBe(1_000);
  const { email } = guest;
  const customer = await customerById(shop.ctx.db, email);
  if (customer === null) throw new Error('no customer');
  const exported = await exportCustomer(shop.ctx, shopPersonalData, { actor: owner, customer });
  expect(JSON.stringify(exported)).toContain(guest.orderNumber);
  const erasure = { actor: owner, id: email, find: customerById };
  expect(await eraseCustomer(shop.ctx, shopPersonalData, erasure)).toEqual({ ok: true, value: null });
  expect(await shop.ctx.db.$count(orders, eq(orders.email, email))).toBe(0);
});

test('removing the sample data leaves real orders alone and nothing of the samples', async ({ shop }) => {
  const { db } = shop.ctx;
  const real = await givenOrderRow(shop, { email: 'real@example.com', paymentMode: 'sandbox' });
  const stock = await db.execute(sql`select on_hand from products`);
  const now = new Date();
  const days = { from: toShopDate(new Date(now.getTime() - 300 * 86_400_000)), to: toShopDate(now) };
  const soldOf = async () =>
    (await salesFigures(db, { mode: 'sandbox', days, compared: null, step: 'month' }, 'sandbox')).total.orders;
  await countSalesDays(db, 400);
  expect(await soldOf()).toBeGreaterThan(50);
  const removed = await removeSamples(shop.ctx, owner);
  expect(removed).toEqual({ ok: true, value: { orders: 60, reviews: 19, messages: 4, subscribers: 5 } });
  expect((await db.select({ id: orders.id }).from(orders)).map(({ id }) => id)).toEqual([real.id]);
  const emptied = [
    orderItems,
    orderEvents,
    orderReturns,
    refunds,
    disputes,
    sandboxIntents,
    sandboxObjects,
    balanceTransactions,
    contactMessages,
    emailCaptures,
    reviews,
  ];
  expect(await Promise.all(emptied.map((table) => db.$count(table)))).toEqual(emptied.map(() => 0));
  const figures = await db
    .select({ id: customerFigures.id })
    .from(customerFigures)
    .where(eq(customerFigures.isGuest, true));
  expect(figures).toEqual([{ id: 'real@example.com' }]);
  const [code] = await db.select().from(discountCodes).where(eq(discountCodes.code, demoCodes.percent.code));
  expect(code?.used).toBe(0);
  expect(await db.execute(sql`select on_hand from products`)).toMatchObject({ rows: stock.rows });
  const [entry] = await changesOf(db, { subject: 'samples:demo' });
  expect(entry).toMatchObject({ action: 'samples.remove', actorEmail: owner.email, before: { orders: 60 } });
  await countSalesDays(db, 400);
  expect(await soldOf()).toBeLessThanOrEqual(1);
  expect(await analytics(db, { mode: 'sandbox', now: new Date() })).toMatchObject({
    totals: { orders: 1 },
    products: [],
  });
  expect(await removeSamples(shop.ctx, owner)).toEqual({ ok: false, reason: 'none_left' });
});
