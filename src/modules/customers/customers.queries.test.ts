import { eq, sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { profiles, userRoles, users } from '#modules/accounts/tables.server.ts';
import { firstPage, type ListPage } from '#platform/db/list-page.server.ts';
import { averageOrder } from '#modules/orders/sales-days.ts';
import { orders } from '#modules/orders/tables.server.ts';
import type { Db } from '#platform/db/database.server.ts';

import { onPostgres, openTestDatabase } from '../../../tests/support/database.ts';
import { givenAccounts, applySteps, removeOrders, salesSteps } from '../../../tests/support/random-sales.ts';
import { customersCsv } from './export-customers.server.ts';
import {
  customerById,
  customerDetails,
  eachCustomer,
  listCustomers,
  pageSize,
  type CustomerQuery,
} from './customers.server.ts';
import type { CustomerKind } from './customers.ts';

let database: Awaited<ReturnType<typeof openTestDatabase>>;
let db: Db;
const now = new Date('2026-11-20T12:00:00Z');

beforeAll(async () => {
  database = await openTestDatabase();
  db = database.db;
  await givenAccounts(db, now);
});
afterAll(() => database.close());

type Query = CustomerQuery & { page: ListPage };

const query = (fields: Partial<Query> = {}): Query => ({
  page: firstPage(pageSize),
  search: '',
  prefixes: ['HR'],
  kind: 'all',
  ...fields,
});

async function csvOf(kind: CustomerKind): Promise<string[]> {
  let text = '';
  for await (const piece of customersCsv(eachCustomer(db, query({ kind })))) text += piece;
  return text.trim().split('\r\n').slice(1);
}

const dollars = (cents: number) => (cents / 100).toFixed(2);

test('after any steps on orders, the customer list and its CSV equal a plain count of the orders', async () => {
  const holds = fc.asyncProperty(salesSteps, async (steps) => {
    await removeOrders(db);
    await applySteps(db, steps, now);
    const paid = sql`o.payment_status in ('paid', 'partially_refunded', 'refunded')`;
    const { rows } = await db.execute<{ id: string; orders: number; paidOrders: number; spentCents: number }>(sql`
      select coalesce(o.customer_id, o.email) as id, count(*)::integer as orders,
        count(*) filter (where ${paid})::integer as "paidOrders",
        coalesce(sum(o.captured_cents - o.returned_cents) filter (where ${paid}), 0)::double precision as "spentCents"
      from orders o group by 1 order by 1`);
    const [all, guests] = [await listCustomers(db, query()), await listCustomers(db, query({ kind: 'guests' }))];
    const shown = all.rows.filter((one) => one.orders > 0);
    const newest = await db.execute<{ id: string; at: string }>(sql`
      select coalesce(customer_id, email) as id, max(placed_at) as at from orders group by 1`);
    const lastOrders = new Map(newest.rows.map(({ id, at }) => [id, new Date(at).getTime()]));
    for (const one of all.rows) expect(one.lastOrderAt?.getTime()).toBe(lastOrders.get(one.id));
    const figures = shown.map(({ id, orders, paidOrders, spentCents }) => ({ id, orders, paidOrders, spentCents }));
    expect(figures.toSorted((a, b) => (a.id < b.id ? -1 : 1))).toEqual(rows);
    const written = guests.rows.map(
      (one) =>
        `${one.orders},${one.paidOrders},${dollars(one.spentCents)},${dollars(averageOrder({ ...one, grossCents: one.spentCents }))}`,
    );
    const csv = await csvOf('guests');
    expect(csv.map((line) => line.split(',').slice(-6, -2).join(','))).toEqual(written);
    expect(await csvOf('all')).toHaveLength(all.rows.length);
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
  shippingAddress: { street: '1 Way', line2: '', city: '', state: '', postalCode: '', country: 'US' },
  billingAddress: { street: '1 Way', line2: '', city: '', state: '', postalCode: '', country: 'US' },
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
  const pia = query({ search: 'pia p' });
  const first = await listCustomers(db, pia);
  const beside = (cursor: string | null, towards: 'next' | 'previous') => ({ ...pia.page, cursor, towards });
  const second = await listCustomers(db, { ...pia, page: beside(first.next, 'next') });
  const third = await listCustomers(db, { ...pia, page: beside(second.next, 'next') });
  const emails = [first, second, third].flatMap(({ rows }) => rows.map(({ email }) => email));
  expect(emails).toEqual(Array.from({ length: 45 }, (_, number) => guestSince(44 - number, now).email));
  expect([first.previous, third.next]).toEqual([null, null]);
  expect(await listCustomers(db, { ...pia, page: beside(third.previous, 'previous') })).toEqual(second);
  expect(await listCustomers(db, { ...pia, page: beside(second.previous, 'previous') })).toEqual(first);
  expect(first.rows).toHaveLength(pageSize);
});

test.each<[string, CustomerKind, number]>([
  ['ann1@', 'all', 1],
  ['ann1@', 'accounts', 1],
  ['ann1@', 'guests', 0],
  ['ANN', 'all', 4],
  ['bee', 'all', 4],
  ['ann2 b', 'accounts', 1],
  ['bee ann2', 'all', 1],
  ['nn', 'all', 0],
  ['nn1', 'all', 1],
  ['n2 b', 'all', 1],
  ['N2@EXAMPLE', 'all', 1],
  ['be', 'all', 4],
  ['%', 'all', 0],
  ['_', 'all', 0],
  ['n_1@', 'all', 0],
  ['age4', 'guests', 6],
  ['page4', 'all', 6],
  ['page4', 'accounts', 0],
  ['page44 píã', 'all', 1],
])('"%s" among %s finds %i', async (search, kind, expected) => {
  expect((await listCustomers(db, query({ search, kind }))).rows).toHaveLength(expected);
});

const ann = async () => (await db.select().from(users).where(eq(users.email, 'ann0@example.com')))[0]?.id ?? '';

/** Inserts an order of a guest and returns its number. */
async function givenOrder(fields: Partial<typeof orders.$inferInsert>): Promise<string> {
  const orderNumber = `HR-${Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => '23456789ABCDEFGH'[byte % 16]).join('')}`;
  await db.insert(orders).values({ ...guestSince(0, now), ...fields, orderNumber });
  return orderNumber;
}
const found = async (search: string, kind: CustomerKind = 'all') =>
  (await listCustomers(db, query({ search, kind }))).rows.map(({ email }) => email);

test('an order number and a phone number find the guest or account that ordered, and a profile’s phone its account', async () => {
  const customer = { firstName: 'Zed', lastName: 'Phone', phone: '+1 (206) 555-0199' };
  const number = await givenOrder({ email: 'zed@example.org', customer });
  const own = await givenOrder({ email: 'other@example.org', customerId: await ann() });
  await db
    .update(profiles)
    .set({ phone: '+44 7700 900123' })
    .where(eq(profiles.id, await ann()));
  for (const typed of [number, number.toLowerCase(), number.slice(3), `Order ${number}`])
    expect(await found(typed)).toEqual(['zed@example.org']);
  expect(await found(own)).toEqual(['ann0@example.com']);
  for (const typed of ['2065550199', '0012065550199', '206 555-0199', '555 0199', '+1 206 555 0199'])
    expect(await found(typed)).toEqual(['zed@example.org']);
  for (const typed of ['07700 900123', '+44 7700 900123', '900123'])
    expect(await found(typed)).toEqual(['ann0@example.com']);
  expect([await found('2065550'), await found(number, 'accounts'), await found(own, 'guests')]).toEqual([[], [], []]);
});

test('guest orders under the confirmed email of an account count as its own and appear once, others stay apart', async () => {
  await removeOrders(db);
  const email = 'ann0@example.com';
  await givenOrder({ customerId: await ann(), placedAt: new Date('2026-01-02') });
  const number = await givenOrder({ email, placedAt: new Date('2026-03-04') });
  const ofAnn = async () => (await listCustomers(db, query({ search: email }))).rows;
  await db.update(users).set({ emailVerified: false }).where(eq(users.email, email));
  expect(await ofAnn()).toMatchObject([
    { isGuest: false, orders: 1 },
    { isGuest: true, orders: 1 },
  ]);
  await db.update(users).set({ emailVerified: true }).where(eq(users.email, email));
  const merged = { isGuest: false, orders: 2, paidOrders: 2, spentCents: 200, lastOrderAt: new Date('2026-03-04') };
  expect(await ofAnn()).toMatchObject([merged]);
  expect(await found(number)).toEqual([email]);
  expect(await found('', 'guests')).toEqual([]);
  // The guest's address leads to the account, whose page has all orders.
  const customer = await customerById(db, email);
  expect(customer).toMatchObject({ ...merged, id: await ann() });
  if (customer === null) throw new Error('no customer');
  expect((await customerDetails(db, customer)).newestOrders).toHaveLength(2);
});

test('a customer record shows the role, the orders with their phones, and each address once', async () => {
  await removeOrders(db);
  await db.insert(userRoles).values({ userId: await ann(), role: 'admin' });
  expect(await customerById(db, await ann())).toMatchObject({ role: 'admin', isGuest: false, lastOrderAt: null });
  const email = 'two@example.org';
  const shippingAddress = {
    street: '2 Way',
    line2: '',
    city: 'Boston',
    state: 'MA',
    postalCode: '02139',
    country: 'US',
  };
  const customer = { firstName: 'Tea', lastName: 'Two', phone: '617 555 0132' };
  await givenOrder({ email, placedAt: new Date('2026-01-02') });
  await givenOrder({ email, placedAt: new Date('2026-01-03') });
  const last = await givenOrder({ email, shippingAddress, customer, placedAt: new Date('2026-01-04') });
  const guest = await customerById(db, email);
  expect(guest).toMatchObject({ orders: 3, spentCents: 300, role: 'customer', firstName: 'Tea' });
  if (guest === null) throw new Error('no guest');
  const details = await customerDetails(db, guest);
  expect(details.newestOrders[0]?.orderNumber).toBe(last);
  expect(details).toMatchObject({
    phones: ['617 555 0132'],
    addresses: [
      ['2 Way', 'Boston, MA 02139', 'United States'],
      ['1 Way', 'United States'],
    ],
  });
  expect(await customerById(db, 'nobody@example.org')).toBeNull();
});
