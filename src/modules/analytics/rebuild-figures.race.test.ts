import { sql } from 'drizzle-orm';
import { afterAll, beforeEach, expect, test } from 'vitest';

import { inTransaction } from '#platform/db/transaction.server.ts';

import { openTestDatabase } from '../../../tests/support/database.ts';
import { sellAndFold } from '../../../tests/support/races.ts';
import { givenAccounts, happen, type SalesStep } from '../../../tests/support/random-sales.ts';
import { wrongFigures } from './figures-check.server.ts';
import { foldFigures, rebuildFigures, totals } from './analytics.server.ts';

type TestDatabase = Awaited<ReturnType<typeof openTestDatabase>>;
let database: TestDatabase;
const opened: TestDatabase[] = [];
const now = new Date('2026-11-20T12:00:00Z');

beforeEach(async () => {
  database = await openTestDatabase();
  opened.push(database);
  await givenAccounts(database.db, now);
});
afterAll(() => Promise.all(opened.map((one) => one.close())));

const sale = (buyer: number): SalesStep => ({
  type: 'place',
  guest: buyer % 3 === 0 ? null : buyer % 6,
  account: buyer % 4,
  daysAgo: buyer % 2,
  how: 'paid',
  lines: [{ product: 1, quantity: 1, cents: 100 }],
  shippingCents: 0,
});

async function spoil(): Promise<void> {
  const { db } = database;
  await db.execute(sql`update daily_figures set orders = orders + 7, revenue_cents = 1, guests = 40`);
  await db.execute(sql`delete from product_figures`);
  await db.execute(sql`update customer_figures set orders = 9, spent_cents = 900, since = '2020-01-01', last_name = 'Wrong'
    where id in (select id from customer_figures order by id limit 3)`);
  await db.execute(sql`delete from customer_figures where id = (select max(id) from customer_figures)`);
  await db.execute(sql`insert into customer_figures (id, is_guest, email, first_name, last_name, since, orders)
    values ('nobody@example.com', true, 'nobody@example.com', '', '', '2020-01-01', 4)`);
  await db.execute(sql`insert into figure_deltas (day, orders, revenue_cents) values ('2026-01-05', 1, 700)`);
}

async function deadlocks(): Promise<number> {
  const { rows } = await database.db.execute<{ count: number }>(
    sql`select deadlocks::int as count from pg_stat_database where datname = current_database()`,
  );
  return rows[0]?.count ?? -1;
}

test('a recount during an open sale stays right after that sale commits', async () => {
  const { db } = database;
  for (let buyer = 0; buyer < 8; buyer += 1) await happen(db, [sale(buyer)], now);
  await foldFigures(db);
  await spoil();
  await inTransaction(db, async (tx) => {
    await happen(tx, [sale(1)], now);
    await rebuildFigures(db);
    expect(await wrongFigures(db)).toEqual([]);
  });
  expect(await wrongFigures(db)).toEqual([]);
  expect(await totals(db)).toMatchObject({ orders: 9, revenueCents: 900, accounts: 4, guests: 4 });
  const { rows } = await db.execute(
    sql`select from customer_figures where last_name = 'Wrong' or since < '2026-01-01'`,
  );
  expect(rows).toEqual([]);
});

const buyers = 8;
const salesEach = 12;

test('recounts while eight sell and four fold cause no deadlock and keep the figures right', async () => {
  const { db } = database;
  const { isOver, done } = sellAndFold(db, { buyers, salesEach, sale, now });
  const checking = async () => {
    while (!isOver()) expect(await wrongFigures(db)).toEqual([]);
  };
  const rebuilding = Array.from({ length: 2 }, async () => {
    while (!isOver()) await rebuildFigures(db);
  });
  await Promise.all([done, checking(), ...rebuilding]);
  expect(await deadlocks()).toBe(0);
  await foldFigures(db);
  await rebuildFigures(db);
  expect(await wrongFigures(db)).toEqual([]);
  expect(await totals(db)).toMatchObject({ orders: buyers * salesEach, revenueCents: buyers * salesEach * 100 });
});
