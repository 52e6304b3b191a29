import { afterAll, beforeAll, expect, test } from 'vitest';

import { orders } from '#modules/orders/tables.server.ts';

import { openTestDatabase } from '../../../tests/support/database.ts';
import { sellAndFold, untilLocked } from '../../../tests/support/races.ts';
import { givenAccounts, happen, type SalesStep } from '../../../tests/support/random-sales.ts';
import { wrongFigures } from './figures-check.server.ts';
import { foldFigures, totals } from './analytics.server.ts';
import { dailyFigures } from './tables.server.ts';

let database: Awaited<ReturnType<typeof openTestDatabase>>;
const now = new Date('2026-11-20T12:00:00Z');

beforeAll(async () => {
  database = await openTestDatabase();
  await givenAccounts(database.db, now);
});
afterAll(() => database.close());

const buyers = 12;
const salesEach = 15;

/** A sale of the same product on the same day, for maximum contention. */
const sale = (buyer: number): SalesStep => ({
  type: 'place',
  guest: buyer % 6,
  account: 0,
  daysAgo: 0,
  how: 'paid',
  lines: [{ product: 1, quantity: 1, cents: 100 }],
  shippingCents: 0,
});

test('figures stay right at every moment while twelve processes sell and four fold', async () => {
  const { db } = database;
  const { isOver, done } = sellAndFold(db, { buyers, salesEach, sale, now });
  while (!isOver()) expect(await wrongFigures(db)).toEqual([]);
  await done;
  await foldFigures(db);
  expect(await wrongFigures(db)).toEqual([]);
  const sold = buyers * salesEach;
  expect(await totals(db)).toMatchObject({ orders: sold, revenueCents: sold * 100, guests: 6 });
  expect(await db.$count(orders)).toBe(sold);
});

test('two concurrent folds of sales on one day both count', async () => {
  const { db } = database;
  const sellAndStartFold = async (buyer: number) => {
    await happen(db, [sale(buyer)], now);
    return { folded: foldFigures(db) };
  };
  const folding = await db.transaction(async (tx) => {
    await tx.select().from(dailyFigures).for('update');
    const first = await sellAndStartFold(0);
    await untilLocked(tx);
    const second = await sellAndStartFold(1);
    await untilLocked(tx, 2);
    return [first.folded, second.folded];
  });
  await Promise.all(folding);
  expect(await wrongFigures(db)).toEqual([]);
});
