import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { users } from '#modules/accounts/tables.server.ts';
import { averageOrder } from '#modules/orders/sales-days.ts';
import { countSalesDays } from '#modules/orders/sales-days.server.ts';
import { orderItems, orders, refunds } from '#modules/orders/tables.server.ts';
import type { Db } from '#platform/db/database.server.ts';

import { onPostgres, openTestDatabase } from '../../../tests/support/database.ts';
import {
  givenAccounts,
  applySteps,
  removeOrders,
  salesSteps,
  type SalesStep,
} from '../../../tests/support/random-sales.ts';
import { analyticsCsv } from './csv-exports.server.ts';
import { lastMonths } from './figures.ts';
import { analytics, totals } from './analytics.server.ts';

let database: Awaited<ReturnType<typeof openTestDatabase>>;
let db: Db;
const now = new Date('2026-11-20T12:00:00Z');

beforeAll(async () => {
  database = await openTestDatabase();
  db = database.db;
  await givenAccounts(db, now);
});
afterAll(() => database.close());

const runs = { numRuns: onPostgres ? 40 : 8 };
const query = { mode: 'sandbox' as const, now };

/** Counts the figures from the rows themselves. */
async function counted() {
  const placed = await db.select().from(orders);
  const lines = await db.select().from(orderItems);
  const accounts = await db.select().from(users);
  const returned = await db.select().from(refunds);
  const isSold = ({ capturedCents, paymentStatus }: (typeof placed)[number]) =>
    capturedCents > 0 || paymentStatus === 'not_required';
  const paid = placed.filter(({ capturedCents }) => capturedCents > 0);
  const firstGuestOrders = placed
    .filter(({ customerId }) => customerId === null)
    .toSorted((a, b) => a.placedAt.getTime() - b.placedAt.getTime())
    .filter((one, index, all) => all.findIndex(({ email }) => email === one.email) === index);
  const figuresIn = (month: string) => {
    const isIn = (at: Date) => at.toISOString().startsWith(month);
    const paidThen = paid.filter(({ placedAt }) => isIn(placedAt));
    return {
      orders: placed.filter((one) => isIn(one.placedAt) && isSold(one)).length,
      paidOrders: paidThen.length,
      units: lines
        .filter(({ orderId }) => placed.some((one) => one.id === orderId && isIn(one.placedAt) && isSold(one)))
        .reduce((sum, one) => sum + one.quantity, 0),
      grossCents: paidThen.reduce((sum, one) => sum + one.capturedCents, 0),
      refundedCents: returned.filter(({ createdAt }) => isIn(createdAt)).reduce((sum, one) => sum + one.amountCents, 0),
      accounts: accounts.filter(({ createdAt }) => isIn(createdAt)).length,
      guests: firstGuestOrders.filter(({ placedAt }) => isIn(placedAt)).length,
    };
  };
  const products = new Map<string, { units: number; revenueCents: number }>();
  for (const line of lines) {
    const order = paid.find(({ id }) => id === line.orderId);
    if (order === undefined) continue;
    const shareOf = (cents: number) => Math.round((cents * line.totalCents) / Math.max(1, order.totalCents));
    const wentBack = returned
      .filter(({ paymentIntentId }) => paymentIntentId === order.paymentIntentId)
      .reduce((sum, { amountCents }) => sum + shareOf(amountCents), 0);
    const { units, revenueCents } = products.get(line.productId) ?? { units: 0, revenueCents: 0 };
    const sold = {
      units: units + line.quantity,
      revenueCents: revenueCents + shareOf(order.capturedCents) - wentBack,
    };
    products.set(line.productId, sold);
  }
  const best = [...products].toSorted(([a, of], [b, to]) => to.revenueCents - of.revenueCents || (a < b ? -1 : 1));
  return {
    ...figuresIn(''),
    months: lastMonths('2026-11-20').map((month) => ({ month, ...figuresIn(month) })),
    products: best.slice(0, 5).map(([, sold]) => sold),
  };
}

/** Applies the steps to a shop without orders and counts the figures. */
async function sell(steps: readonly SalesStep[]): Promise<void> {
  await removeOrders(db);
  await applySteps(db, steps, now);
}

test('after any steps on orders, the figures equal a plain count of the orders, counted or live', async () => {
  const holds = fc.asyncProperty(salesSteps, async (steps) => {
    await sell(steps);
    await countSalesDays(db, steps.length);
    const { months, products, ...all } = await counted();
    const shown = await analytics(db, query);
    expect(shown.totals).toEqual(all);
    expect(shown.months).toEqual(months);
    expect(shown.products.map(({ units, revenueCents }) => ({ units, revenueCents }))).toEqual(products);
    let text = '';
    for await (const part of analyticsCsv(shown)) text += part;
    const usd = (cents: number) => (cents / 100).toFixed(2);
    for (const { month, orders: count, paidOrders, units, grossCents } of months)
      expect(text).toContain(`${month},${count},${paidOrders},${units},${usd(grossCents)},`);
  });
  await fc.assert(holds, runs);
}, 120_000);

test('a free order counts as an order but not as a paid one, and a refund counts in its own month', async () => {
  const lines = [{ product: 1, quantity: 1, cents: 10_000 }];
  const base = { type: 'place' as const, guest: 1, account: 0, lines, shippingCents: 0 as const };
  await sell([
    { ...base, how: 'paid', daysAgo: 60 },
    { ...base, how: 'free', daysAgo: 0 },
    { type: 'return', order: 0, share: 0.5, daysLater: 35 },
  ]);
  const all = await totals(db, query);
  expect(all).toMatchObject({ orders: 2, paidOrders: 1, grossCents: 10_000, refundedCents: 5_000, guests: 1 });
  expect(averageOrder(all)).toBe(10_000);
  const { months } = await analytics(db, query);
  expect(months.map(({ grossCents }) => grossCents)).toEqual([0, 0, 0, 10_000, 0, 0]);
  expect(months.map(({ refundedCents }) => refundedCents)).toEqual([0, 0, 0, 0, 5_000, 0]);
});

test('a sale counts at once', async () => {
  await sell([]);
  const sale = { type: 'place' as const, guest: 1, account: 0, daysAgo: 0, shippingCents: 0 as const };
  await applySteps(db, [{ ...sale, how: 'paid', lines: [{ product: 1, quantity: 1, cents: 100 }] }], now);
  expect(await totals(db, query)).toMatchObject({ orders: 1, grossCents: 100 });
});
