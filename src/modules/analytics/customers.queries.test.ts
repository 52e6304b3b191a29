import { eq, sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { userRoles, users } from '#modules/accounts/tables.server.ts';
import { averageOrder } from './figures.ts';
import { orders } from '#modules/orders/tables.server.ts';
import type { Db } from '#platform/db/database.server.ts';

import { onPostgres, openTestDatabase } from '../../../tests/support/database.ts';
import { givenAccounts, happen, removeOrders, salesSteps } from '../../../tests/support/random-sales.ts';
import { customersCsv } from './csv-exports.server.ts';
import { customerById, eachCustomer, listCustomers, pageSize } from './customers.server.ts';

let database: Awaited<ReturnType<typeof openTestDatabase>>;
let db: Db;
const now = new Date('2026-11-20T12:00:00Z');

beforeAll(async () => {
  database = await openTestDatabase();
  db = database.db;
  await givenAccounts(db, now);
});
afterAll(() => database.close());

async function csvOf(guests: boolean): Promise<string[]> {
  let text = '';
  for await (const piece of customersCsv(eachCustomer(db, { search: '', guests }))) text += piece;
  return text.trim().split('\r\n').slice(1);
}

const dollars = (cents: number) => (cents / 100).toFixed(2);

test('after any steps on orders, the customer list and its CSV equal a plain count of the orders', async () => {
  const holds = fc.asyncProperty(salesSteps, async (steps) => {
    await removeOrders(db);
    await happen(db, steps, now);
    const paid = sql`o.payment_status in ('paid', 'partially_refunded', 'refunded')`;
    const { rows } = await db.execute<{ id: string; orders: number; paidOrders: number; spentCents: number }>(sql`
      select coalesce(o.customer_id, o.email) as id, count(*)::integer as orders,
        count(*) filter (where ${paid})::integer as "paidOrders",
        coalesce(sum(o.captured_cents - o.returned_cents) filter (where ${paid}), 0)::double precision as "spentCents"
      from orders o group by 1 order by 1`);
    const [accounts, guests] = [
      await listCustomers(db, { search: '', guests: false }),
      await listCustomers(db, { search: '', guests: true }),
    ];
    const shown = [...accounts.customers.filter((one) => one.orders > 0), ...guests.customers];
    const figures = shown.map(({ id, orders, paidOrders, spentCents }) => ({ id, orders, paidOrders, spentCents }));
    expect(figures.toSorted((a, b) => (a.id < b.id ? -1 : 1))).toEqual(rows);
    const written = guests.customers.map(
      (one) =>
        `${one.orders},${one.paidOrders},${dollars(one.spentCents)},${dollars(averageOrder({ ...one, revenueCents: one.spentCents }))}`,
    );
    expect((await csvOf(true)).map((line) => line.split(',').slice(-4).join(','))).toEqual(written);
  });
  await fc.assert(holds, { numRuns: onPostgres ? 30 : 6 });
}, 120_000);

const guestSince = (number: number, at: Date) => ({
  orderNumber: `G-${number}`,
  checkoutId: crypto.randomUUID(),
  email: `page${String(number).padStart(2, '0')}@example.org`,
  status: 'confirmed' as const,
  paymentStatus: 'paid' as const,
  customer: { firstName: 'Pia', lastName: `Page${number}`, phone: '' },
  shippingAddress: { street: '1 Way', city: '', state: '', postalCode: '', country: 'US' },
  billingAddress: { street: '1 Way', city: '', state: '', postalCode: '', country: 'US' },
  subtotalCents: 100,
  discountCents: 0,
  shippingCents: 0,
  taxCents: 0,
  totalCents: 100,
  capturedCents: 100,
  placedAt: at,
});

test('pages of twenty have no gaps or repeats in both directions, even for equal timestamps', async () => {
  await removeOrders(db);
  const at = (number: number) => new Date(now.getTime() + Math.floor(number / 10));
  await db.insert(orders).values(Array.from({ length: 45 }, (_, number) => guestSince(number, at(number))));
  const query = { search: 'pia p', guests: true };
  const first = await listCustomers(db, query);
  const second = await listCustomers(db, { ...query, after: first.older });
  const third = await listCustomers(db, { ...query, after: second.older });
  const emails = [first, second, third].flatMap(({ customers }) => customers.map(({ email }) => email));
  expect(emails).toEqual(Array.from({ length: 45 }, (_, number) => guestSince(44 - number, now).email));
  expect([first.newer, third.older]).toEqual([null, null]);
  expect(await listCustomers(db, { ...query, before: third.newer })).toEqual(second);
  expect(await listCustomers(db, { ...query, before: second.newer })).toEqual(first);
  expect(first.customers).toHaveLength(pageSize);
});

test.each([
  ['ann1@', false, 1],
  ['ANN', false, 4],
  ['bee', false, 4],
  ['ann2 b', false, 1],
  ['nn', false, 0],
  ['nn1', false, 1],
  ['n2 b', false, 1],
  ['N2@EXAMPLE', false, 1],
  ['be', false, 4],
  ['%', false, 0],
  ['_', false, 0],
  ['n_1@', false, 0],
  ['age4', true, 6],
  ['page4', true, 6],
  ['ann1@', true, 0],
])('"%s" among guests (%s) finds %i', async (search, guests, expected) => {
  expect((await listCustomers(db, { search, guests })).customers).toHaveLength(expected);
});

test('a customer record shows the role, the orders and the address of the newest order', async () => {
  const [ann] = await db.select().from(users).where(eq(users.email, 'ann0@example.com'));
  await db.insert(userRoles).values({ userId: ann?.id ?? '', role: 'admin' });
  expect(await customerById(db, ann?.id ?? '')).toMatchObject({ role: 'admin', isGuest: false, newestOrders: [] });
  const guest = await customerById(db, 'page07@example.org');
  expect(guest).toMatchObject({ orders: 1, spentCents: 100, role: 'customer', lastAddress: { street: '1 Way' } });
  expect(guest?.newestOrders.map(({ orderNumber }) => orderNumber)).toEqual(['G-7']);
  expect(await customerById(db, 'nobody@example.org')).toBeNull();
});
