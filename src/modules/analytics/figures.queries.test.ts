import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { orderItems, orders } from '#modules/orders/tables.server.ts';
import type { Db } from '#platform/db/database.server.ts';

import { onPostgres, openTestDatabase } from '../../../tests/support/database.ts';
import { givenAccounts, happen, salesSteps } from '../../../tests/support/random-sales.ts';
import { wrongFigures } from './figures-check.server.ts';
import { analyticsCsv } from './csv-exports.server.ts';
import { averageOrder, lastMonths } from './figures.ts';
import { analytics, foldFigures, rebuildFigures, totals, type Analytics } from './analytics.server.ts';

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

async function counted() {
  const placed = await db.select().from(orders);
  const lines = await db.select().from(orderItems);
  const paid = placed.filter(({ paymentStatus }) => paidStatuses.has(paymentStatus));
  const revenue = (some: typeof placed) => some.reduce((sum, one) => sum + one.capturedCents - one.returnedCents, 0);
  const months = lastMonths(now).map((month) => {
    const isOf = (one: (typeof placed)[number]) => one.placedAt.toISOString().startsWith(month);
    return { month, orders: placed.filter(isOf).length, revenueCents: revenue(paid.filter(isOf)) };
  });
  const products = new Map<string, number>();
  for (const line of lines) {
    const order = paid.find(({ id }) => id === line.orderId);
    if (order === undefined) continue;
    const share = ((order.capturedCents - order.returnedCents) * line.totalCents) / Math.max(1, order.totalCents);
    products.set(line.productId, (products.get(line.productId) ?? 0) + Math.round(share));
  }
  return {
    orders: placed.length,
    paidOrders: paid.length,
    revenueCents: revenue(paid),
    guests: new Set(placed.filter(({ customerId }) => customerId === null).map(({ email }) => email)).size,
    months,
    revenues: [...products.values()].toSorted((a, b) => b - a),
  };
}

async function begin(): Promise<void> {
  await db.execute(sql`truncate orders cascade`);
  await rebuildFigures(db);
}

test('after any steps on orders, the figures equal a plain count of the orders', async () => {
  const holds = fc.asyncProperty(salesSteps, async (steps) => {
    await begin();
    await happen(db, steps, now);
    const { months, revenues, ...all } = await counted();
    expect(await wrongFigures(db)).toEqual([]);
    expect(await totals(db)).toEqual({ ...all, accounts: 4 });
    const shown = await analytics(db, now);
    expect(shown.months).toMatchObject(months);
    expect(shown.products.map((one) => one.revenueCents)).toEqual(revenues.slice(0, 5));
    const written = months.map(({ month, revenueCents }) => `${month},${(revenueCents / 100).toFixed(2)},`);
    for (const line of written) expect(analyticsCsv(shown)).toContain(line);
  });
  await fc.assert(holds, runs);
}, 120_000);

/**
 * Removes the monthly guests. Orders arrive in random order here, so only a recount knows the month
 * of a guest's first order.
 */
function byOrders({ totals: all, months, products }: Analytics) {
  return { all, products, months: months.map(({ guests: _guests, ...month }) => month) };
}

test('folding and recounting change no figure', async () => {
  const holds = fc.asyncProperty(salesSteps, async (steps) => {
    await begin();
    await happen(db, steps, now);
    const before = await analytics(db, now);
    await foldFigures(db);
    expect(await analytics(db, now)).toEqual(before);
    await rebuildFigures(db);
    expect(byOrders(await analytics(db, now))).toEqual(byOrders(before));
    expect(await wrongFigures(db)).toEqual([]);
  });
  await fc.assert(holds, runs);
}, 120_000);

test('a free order counts as an order but not as a paid one, and a refund lowers the month of its order', async () => {
  await begin();
  const lines = [{ product: 1, quantity: 1, cents: 10_000 }];
  const base = { type: 'place' as const, guest: 1, account: 0, lines, shippingCents: 0 as const };
  await happen(
    db,
    [
      { ...base, how: 'paid', daysAgo: 60 },
      { ...base, how: 'free', daysAgo: 0 },
      { type: 'return', order: 0, share: 0.5 },
    ],
    now,
  );
  const all = await totals(db);
  expect(all).toMatchObject({ orders: 2, paidOrders: 1, revenueCents: 5_000, guests: 1 });
  expect(averageOrder(all)).toBe(5_000);
  const { months } = await analytics(db, now);
  expect(months.map(({ revenueCents }) => revenueCents)).toEqual([0, 0, 0, 5_000, 0, 0]);
});

test('the check reports a wrong figure', async () => {
  await begin();
  await db.execute(sql`insert into figure_deltas (day, orders, revenue_cents) values ('2026-01-05', 1, 700)`);
  expect(await wrongFigures(db)).toEqual([
    { figure: 'day', key: '2026-01-05', stored: '{1,0,700}', counted: 'nothing' },
  ]);
});
