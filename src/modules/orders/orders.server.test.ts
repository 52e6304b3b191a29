import { eq } from 'drizzle-orm';
import { expect } from 'vitest';

import { givenOrderRow } from '../../../tests/support/orders.ts';
import { test, type TestShop } from '../../../tests/support/shop-test.ts';
import { findOrderOfCustomer } from './orders.server.ts';
import { listOrdersOfCustomer } from './orders.queries.server.ts';
import { orders } from './tables.server.ts';

const mia = { id: '8c7f3f0e-0000-4000-8000-000000000001', email: 'Mia@Example.com', emailVerified: true };
const eve = { id: '8c7f3f0e-0000-4000-8000-000000000002', email: 'eve@example.com', emailVerified: true };

test.beforeEach(({ shop }) => shop.ctx.db.delete(orders));

let placed = 0;

/** Creates an order that is newer than those before. Returns its number. */
async function givenOrder(shop: TestShop, change: Partial<typeof orders.$inferInsert>): Promise<string> {
  placed += 1;
  return (await givenOrderRow(shop, { placedAt: new Date(Date.UTC(2026, 10, placed)), ...change })).orderNumber;
}

const numbersOf = async (shop: TestShop, customer: typeof mia, limit = 10) =>
  (await listOrdersOfCustomer(shop.ctx.db, customer, limit)).map(({ orderNumber }) => orderNumber);

test('a customer sees the orders of the account and guest orders with the same email, newest first', async ({
  shop,
}) => {
  const asGuest = await givenOrder(shop, { customerId: null });
  const byAccount = await givenOrder(shop, { customerId: mia.id, email: 'office@example.com' });
  await givenOrder(shop, { customerId: eve.id, email: 'eve@example.com' });
  expect(await numbersOf(shop, mia)).toEqual([byAccount, asGuest]);
  expect(await numbersOf(shop, mia, 1)).toEqual([byAccount]);
});

test('an unverified email shows no orders, and a verified one shows no orders of another account', async ({ shop }) => {
  await givenOrder(shop, { customerId: null });
  await givenOrder(shop, { customerId: eve.id, email: 'mia@example.com' });
  expect(await numbersOf(shop, { ...mia, emailVerified: false })).toEqual([]);
  expect(await numbersOf(shop, mia)).toHaveLength(1);
});

test('an order is found by its number only for its own customer, in any case; garbage finds none', async ({ shop }) => {
  const number = await givenOrder(shop, { customerId: mia.id });
  expect(await findOrderOfCustomer(shop.ctx.db, mia, ` ${number.toLowerCase()} `)).toMatchObject({
    orderNumber: number,
  });
  expect(await findOrderOfCustomer(shop.ctx.db, eve, number)).toBeNull();
  for (const wrong of ['', 'HR-NONE', '\u0000', "' or 1=1", 'x'.repeat(5_000)]) {
    expect(await findOrderOfCustomer(shop.ctx.db, mia, wrong)).toBeNull();
  }
  await shop.ctx.db.update(orders).set({ customerId: null, email: '' }).where(eq(orders.orderNumber, number));
  expect(await findOrderOfCustomer(shop.ctx.db, { ...eve, email: '' }, number)).toBeNull();
});
