import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { users } from '#modules/accounts/tables.server.ts';
import { orderItems, orders } from '#modules/orders/tables.server.ts';
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
import { averageOrder, lastMonths } from './figures.ts';
import { analytics, refreshFigures, totals } from './analytics.server.ts';

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
const paidStatuses = new Set(['paid', 'partially_refunded', 'refunded']);

/** Counts the figures from the rows themselves. */
async function counted() {
  const placed = await db.select().from(orders);
  const lines = await db.select().from(orderItems);
  const accounts = await db.select().from(users);
  const paid = placed.filter(({ paymentStatus }) => paidStatuses.has(paymentStatus));
  const firstGuestOrders = placed
    .filter(({ customerId }) => customerId === null)
    .toSorted((a, b) => a.placedAt.getTime() - b.placedAt.getTime())
    .filter((one, index, all) => all.findIndex(({ email }) => email === one.email) === index);
  const figuresIn = (month: string) => {
    const isIn = (at: Date) => at.toISOString().startsWith(month);
    const paidThen = paid.filter(({ placedAt }) => isIn(placedAt));
    return {
      orders: placed.filter(({ placedAt }) => isIn(placedAt)).length,
      paidOrders: paidThen.length,
      revenueCents: paidThen.reduce((sum, one) => sum + one.capturedCents - one.returnedCents, 0),
      accounts: accounts.filter(({ createdAt }) => isIn(createdAt)).length,
      guests: firstGuestOrders.filter(({ placedAt }) => isIn(placedAt)).length,
    };
  };
  const products = new Map<string, { units: number; revenueCents: number }>();
  for (const line of lines) {
    const order = paid.find(({ id }) => id === line.orderId);
    if (order === undefined) continue;
    const share = ((order.capturedCents - order.returnedCents) * line.totalCents) / Math.max(1, order.totalCents);
    const { units, revenueCents } = products.get(line.productId) ?? { units: 0, revenueCents: 0 };
    const sold = { units: units + line.quantity, revenueCents: revenueCents + Math.round(share) };
    products.set(line.productId, sold);
  }
  const best = [...products].toSorted(([a, of], [b, to]) => to.revenueCents - of.revenueCents || (a < b ? -1 : 1));
  return {
    ...figuresIn(''),
    months: lastMonths(now).map((month) => ({ month, ...figuresIn(month) })),
    products: best.slice(0, 5).map(([, sold]) => sold),
  };
}

/** Applies the steps to a shop without orders and counts the figures. */
async function sell(steps: readonly SalesStep[]): Promise<void> {
  await removeOrders(db);
  await applySteps(db, steps, now);
  await refreshFigures(db);
}

test('after any steps on orders, the figures equal a plain count of the orders', async () => {
  const holds = fc.asyncProperty(salesSteps, async (steps) => {
    await sell(steps);
    const { months, products, ...all } = await counted();
    const shown = await analytics(db, now);
    expect(shown.totals).toEqual(all);
    expect(shown.months).toEqual(months);
    expect(shown.products.map(({ units, revenueCents }) => ({ units, revenueCents }))).toEqual(products);
    const written = months.map(({ month, revenueCents }) => `${month},${(revenueCents / 100).toFixed(2)},`);
    let text = '';
    for await (const part of analyticsCsv(shown)) text += part;
    for (const line of written) expect(text).toContain(line);
  });
  await fc.assert(holds, runs);
}, 120_000);

test('a free order counts as an order but not as a paid one, and a refund lowers the month of its order', async () => {
  const lines = [{ product: 1, quantity: 1, cents: 10_000 }];
  const base = { type: 'place' as const, guest: 1, account: 0, lines, shippingCents: 0 as const };
  await sell([
    { ...base, how: 'paid', daysAgo: 60 },
    { ...base, how: 'free', daysAgo: 0 },
    { type: 'return', order: 0, share: 0.5 },
  ]);
  const { totals: all } = await totals(db, now);
  expect(all).toMatchObject({ orders: 2, paidOrders: 1, revenueCents: 5_000, guests: 1 });
  expect(averageOrder(all)).toBe(5_000);
  const { months } = await analytics(db, now);
  expect(months.map(({ revenueCents }) => revenueCents)).toEqual([0, 0, 0, 5_000, 0, 0]);
});

test('a sale counts from the next refresh on, and the figures say how old they are', async () => {
  await sell([]);
  const line = { product: 1, quantity: 1, cents: 100 };
  const sale: SalesStep = {
    type: 'place',
    guest: 1,
    account: 0,
    daysAgo: 0,
    how: 'paid',
    lines: [line],
    shippingCents: 0,
  };
  await applySteps(db, [sale], now);
  const inThreeMinutes = new Date(Date.now() + 3.5 * 60_000);
  expect(await totals(db, inThreeMinutes)).toMatchObject({ totals: { orders: 0 }, counted: '3 minutes ago' });
  await refreshFigures(db);
  expect(await totals(db, new Date())).toMatchObject({ totals: { orders: 1 }, counted: 'less than a minute ago' });
});
