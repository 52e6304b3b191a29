import { eq, inArray, sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterEach, expect } from 'vitest';

import { readBooks } from '#modules/books/books.server.ts';
import { filterOf } from '#modules/orders/list-orders.ts';
import { findOrderPage } from '#modules/orders/list-orders.queries.server.ts';
import { recordPaymentMode } from '#modules/orders/money-movements.queries.server.ts';
import { lockByIntent, updateOrder } from '#modules/orders/orders.queries.server.ts';
import { recalculate } from '#modules/orders/change-order.server.ts';
import { placeOrder } from '#modules/orders/orders.server.ts';
import { countSalesDays } from '#modules/orders/sales-days.server.ts';
import { disputes, orderItems, orders, refunds, salesDays } from '#modules/orders/tables.server.ts';
import { paymentModes, type PaymentMode } from '#modules/payments/payment-mode.ts';
import { dayRangeToInstants } from '#shared/day-range.ts';
import { toShopDate } from '#shared/shop-time.ts';
import { setTimeZone } from '#shared/shop-zone.ts';

import { firstPage } from '#platform/db/list-page.server.ts';
import { onPostgres } from '../../../tests/support/database.ts';
import { randomCases } from '../../../tests/support/full-run.ts';
import { givenOrderRow } from '../../../tests/support/orders.ts';
import { pageCall, signedIn } from '../../../tests/support/page-requests.ts';
import { test, type TestShop } from '../../../tests/support/shop-test.ts';
import { loader } from '../../pages/admin/analytics.tsx';
import { loader as filesLoader } from '../../pages/admin/analytics-csv.tsx';
import { figureDimensions, ordersAddress, type Days } from './sales-figures.ts';

test.beforeEach(async ({ shop }) => {
  setTimeZone('America/New_York');
  await shop.ctx.db.execute(sql`truncate orders, order_items, refunds, disputes, sales_days restart identity cascade`);
});
afterEach(() => setTimeZone('UTC'));

const dayMs = 86_400_000;
const maxDays = 40;

const plan = fc.record({
  daysAgo: fc.integer({ min: 0, max: maxDays }),
  second: fc.integer({ min: 0, max: 86_399 }),
  mode: fc.constantFrom<PaymentMode | null>('sandbox', 'sandbox', 'sandbox', 'live', null),
  cents: fc.integer({ min: 100, max: 40_000 }),
  payment: fc.constantFrom('paid', 'paid', 'paid', 'not_required', 'pending', 'failed'),
  quantities: fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 2 }),
  code: fc.constantFrom(null, null, 'GLOW10', 'BACK-ABCDEFGH', 'BACK-23456789', '=cmd|x'),
  source: fc.constantFrom(null, 'direct', 'search.example', 'campaign: spring', 'telephone'),
  device: fc.constantFrom(null, 'phone' as const, 'desktop' as const),
  place: fc.constantFrom(['US', 'CA'], ['US', 'NY'], ['GB', ''], ['', ''], ['AU', 'NSW']),
  returns: fc.array(
    fc.record({
      kind: fc.constantFrom('refund', 'dispute'),
      share: fc.integer({ min: 1, max: 50 }),
      daysLater: fc.integer({ min: 0, max: 30 }),
      isFinal: fc.boolean(),
    }),
    { maxLength: 2 },
  ),
});
type Plan = typeof plan extends fc.Arbitrary<infer T> ? T : never;

const productId = '00000000-0000-4000-8000-000000000001';

/** Stores an order with its lines and returns of money at the planned times. */
async function carryOut(shop: TestShop, one: Plan): Promise<void> {
  const { db } = shop.ctx;
  const now = Date.now();
  const placed = Math.min(now - one.daysAgo * dayMs - one.second * 1_000, now);
  const [country, state] = one.place as [string, string];
  const isCaptured = one.payment === 'paid' || one.payment === 'pending';
  const intentId = one.payment === 'not_required' ? null : `pi_${crypto.randomUUID()}`;
  const captured = isCaptured ? one.cents : 0;
  const { id } = await givenOrderRow(shop, {
    paymentIntentId: intentId,
    paymentMode: one.mode,
    paymentStatus: one.payment as 'paid',
    capturedCents: captured,
    totalCents: one.cents,
    couponDiscount: one.code === null ? null : { code: one.code, name: 'Code', amountCents: 100 },
    source: one.source,
    device: one.device,
    shippingAddress: { street: '1', line2: '', city: 'Town', state, postalCode: '1', country },
    placedAt: new Date(placed),
  });
  const line = { orderId: id, productId, name: 'Wand', imageUrl: '', unitPriceCents: 1, discountCents: 0, taxCents: 0 };
  await db.insert(orderItems).values(one.quantities.map((quantity) => ({ ...line, quantity, totalCents: 1 })));
  for (const { kind, share, daysLater, isFinal } of one.returns) {
    if (intentId === null) break;
    const at = new Date(Math.min(placed + daysLater * dayMs, now));
    const paid = { paymentIntentId: intentId, amountCents: Math.ceil((one.cents * share) / 100) };
    if (kind === 'refund') {
      const status = isFinal ? ('succeeded' as const) : ('pending' as const);
      await db.insert(refunds).values({ ...paid, key: crypto.randomUUID(), status, createdAt: at });
    } else {
      const status = isFinal ? 'lost' : 'needs_response';
      await db
        .insert(disputes)
        .values({ ...paid, providerId: crypto.randomUUID(), reason: 'x', status, providerUpdatedAt: at });
    }
  }
}

/** Changes old orders, refunds and disputes as admins, the provider and corrections do. */
async function change(shop: TestShop): Promise<void> {
  const { db } = shop.ctx;
  const { paymentIntentId: intentId } = refunds;
  const refunded = await db
    .update(refunds)
    .set({ status: 'succeeded' })
    .where(sql`status = 'pending' and random() < 0.5`)
    .returning({ intentId });
  const lost = await db
    .update(disputes)
    .set({ status: 'lost' })
    .where(sql`status = 'needs_response' and random() < 0.5`)
    .returning({ intentId: disputes.paymentIntentId });
  for (const one of [...refunded, ...lost]) {
    await db.transaction(async (tx) => {
      const order = await lockByIntent(tx, one.intentId);
      if (order !== null) await recalculate(tx, order);
    });
  }
  const shippingAddress = { street: '2', line2: '', city: 'Town', state: 'TX', postalCode: '1', country: 'US' };
  const moved = await db
    .select()
    .from(orders)
    .where(sql`random() < 0.1`);
  for (const { id } of moved) await updateOrder(db, id, { shippingAddress });
  const unknown = await db
    .select()
    .from(orders)
    .where(sql`payment_mode is null and random() < 0.5`);
  const intentIds = unknown.map((one) => one.paymentIntentId).filter((one) => one !== null);
  await recordPaymentMode(db, intentIds, 'sandbox');
}

const load = (shop: TestShop, path: string) => loader(pageCall(shop, path, signedIn()));

async function shownOn(shop: TestShop, query: string) {
  const data = await load(shop, `/admin/analytics?${query}`);
  if (data === null || data.sales === null) throw new Error(`no figures: ${data?.problem}`);
  return data.sales;
}

/** Returns how many orders the list has at the address of a link. */
async function listedAt(shop: TestShop, address: string): Promise<number> {
  const filter = filterOf(new URL(address, 'https://shop.example').searchParams, []);
  return (await findOrderPage(shop.ctx.db, filter, firstPage(10_000))).rows.length;
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

/** Compares the page of a range with the books, the list and the orders themselves. */
async function checkRange(shop: TestShop, days: Days, mode: PaymentMode): Promise<void> {
  const query = `from=${days.from}&to=${days.to}&mode=${mode}`;
  const { figures, chosen } = await shownOn(shop, query);
  const { total, by, bars, refundedOrders } = figures;
  const { from, until } = dayRangeToInstants(days);
  const span = { mode, from: from ?? new Date(0), until: until ?? new Date() };
  const { totals } = await readBooks(shop.ctx.db, span, 'sandbox');
  expect(total.grossCents, query).toBe(totals.goodsCents + totals.shippingCents + totals.taxCents);
  expect(total.refundedCents, query).toBe(0 - totals.refundCents - totals.disputeCents - totals.returnedTaxCents);
  expect(total.paidOrders, query).toBe(totals.orders);
  const rows = (await shop.ctx.db.select().from(orders)).filter(
    ({ placedAt, paymentMode, capturedCents, paymentStatus }) =>
      paymentMode === mode &&
      placedAt >= span.from &&
      placedAt < span.until &&
      (capturedCents > 0 || paymentStatus === 'not_required'),
  );
  const ids = rows.map(({ id }) => id);
  const lines =
    ids.length === 0 ? [] : await shop.ctx.db.select().from(orderItems).where(inArray(orderItems.orderId, ids));
  expect(total, query).toMatchObject({
    orders: rows.length,
    grossCents: sum(rows.map(({ capturedCents }) => capturedCents)),
    units: sum(lines.map(({ quantity }) => quantity)),
  });
  expect(await listedAt(shop, ordersAddress(chosen, { counted: 'sold' })), query).toBe(total.orders);
  expect(await listedAt(shop, ordersAddress(chosen, { counted: 'paid' })), query).toBe(total.paidOrders);
  expect(await listedAt(shop, ordersAddress(chosen, { counted: 'refunded' })), query).toBe(refundedOrders);
  for (const dimension of figureDimensions) {
    for (const name of ['orders', 'paidOrders', 'units', 'grossCents', 'refundedCents'] as const)
      expect(sum(by[dimension].map((row) => row[name])), `${query} ${dimension} ${name}`).toBe(total[name]);
    for (const { key, orders: count } of by[dimension]) {
      const address = ordersAddress(chosen, { counted: 'sold', by: { dimension, key } });
      expect(await listedAt(shop, address), address).toBe(count);
    }
  }
  expect(sum(bars.map(({ grossCents }) => grossCents)), query).toBe(total.grossCents);
  expect(sum(bars.map(({ refundedCents }) => refundedCents)), query).toBe(total.refundedCents);
}

const dayAgo = (days: number) => toShopDate(new Date(Date.now() - days * dayMs));

test('figures of any range equal the books to the cent, and their links open as many orders', async ({ shop }) => {
  const seed = Date.now() % 2 ** 31;
  console.warn(`sales figures: seed ${seed}`);
  const plans = fc.sample(plan, { numRuns: randomCases(onPostgres ? 200 : 40), seed });
  for (let first = 0; first < plans.length; first += 10)
    await Promise.all(plans.slice(first, first + 10).map((one) => carryOut(shop, one)));
  const ranges = fc.sample(fc.tuple(fc.integer({ min: 0, max: maxDays }), fc.integer({ min: 0, max: maxDays })), {
    numRuns: 3,
    seed,
  });
  const checkAll = async () => {
    for (const [a, b] of ranges)
      await checkRange(shop, { from: dayAgo(Math.max(a, b)), to: dayAgo(Math.min(a, b)) }, 'sandbox');
    for (const mode of paymentModes) await checkRange(shop, { from: dayAgo(400), to: dayAgo(0) }, mode);
  };
  await checkAll();
  // Half of the days are counted, then all, then many change, then they are counted again.
  await countSalesDays(shop.ctx.db, 20);
  await checkAll();
  await countSalesDays(shop.ctx.db);
  await checkAll();
  await change(shop);
  await checkAll();
  await countSalesDays(shop.ctx.db);
  await checkAll();
  setTimeZone('Asia/Kolkata');
  await checkAll();
  await countSalesDays(shop.ctx.db);
  await checkAll();
}, 240_000);

const countedDays = async (shop: TestShop) =>
  (
    await shop.ctx.db
      .select({ day: salesDays.day })
      .from(salesDays)
      .where(eq(salesDays.mode, ''))
      .orderBy(salesDays.day)
  ).map(({ day }) => day);

test('an order of today leaves the days that are counted, and one that is stored late has its day counted again', async ({
  shop,
}) => {
  const old = await givenOrderRow(shop, { paymentMode: 'sandbox', placedAt: new Date(Date.now() - 9 * dayMs) });
  await countSalesDays(shop.ctx.db);
  const before = await countedDays(shop);
  expect(before).toHaveLength(8);
  const { id: _id, orderNumber: _number, checkoutId: _checkout, placedAt: _placed, ...like } = old;
  const place = (placedAt: Date | undefined) =>
    shop.ctx.db.transaction((tx) =>
      placeOrder(tx, {
        ...like,
        orderNumber: crypto.randomUUID(),
        checkoutId: crypto.randomUUID(),
        ...(placedAt === undefined ? {} : { placedAt }),
        items: [],
        events: [{ type: 'placed', message: 'Order placed' }],
      }),
    );
  await place(undefined);
  expect(await countedDays(shop)).toEqual(before);
  const late = new Date(Date.now() - 6 * dayMs);
  await place(late);
  expect(await countedDays(shop)).toEqual(before.filter((day) => day !== toShopDate(late)));
});

test('wrong dates are answered by a sentence, on the page and by the file', async ({ shop }) => {
  const path = '/admin/analytics?from=2026-11-30&to=2026-11-01';
  const data = await load(shop, path);
  expect([data?.problem, data?.sales]).toEqual(['The start date is after the end date. Swap them.', null]);
  expect(data?.typed).toEqual({ from: '2026-11-30', to: '2026-11-01' });
  expect((await load(shop, '/admin/analytics?from=tomorrow'))?.problem).toMatch(/date doesn’t exist/);
  expect((await load(shop, '/admin/analytics?from=%89PNG%0d%0a'))?.problem).toMatch(/date doesn’t exist/);
  const file = path.replace('analytics?', 'analytics.csv?report=days&');
  await expect(filesLoader(pageCall(shop, file, signedIn()))).rejects.toMatchObject({ status: 422 });
});

test('the file has the figures of the page, with formulas disarmed', async ({ shop }) => {
  await givenOrderRow(shop, {
    paymentMode: 'sandbox',
    couponDiscount: { code: '=CMD', name: '', amountCents: 0 },
    source: 'search.example',
    device: 'phone',
  });
  const file = '/admin/analytics.csv?report=days&range=today&compare=none';
  const text = await (await filesLoader(pageCall(shop, file, signedIn()))).text();
  const sales = '1,1,0,59.00,0.00,59.00,59.00';
  expect(text).toContain(`${dayAgo(0)},${dayAgo(0)},${sales}`);
  for (const name of ["'=CMD", 'search.example', 'California', 'Phone']) expect(text).toContain(`${name},${sales}`);
});

test('a range of thousands of years is answered', async ({ shop }) => {
  await givenOrderRow(shop, { paymentMode: 'sandbox' });
  const { figures } = await shownOn(shop, 'from=1900-01-01&to=9998-12-31');
  expect([figures.total.orders, figures.bars.length]).toEqual([1, 1]);
});
