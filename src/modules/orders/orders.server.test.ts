import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { address, contact } from '../../../tests/support/shop-visitor.ts';
import { openTestShop, type TestShop } from '../../../tests/support/shop.ts';
import { findOrderOfCustomer, listOrdersOfCustomer, placeOrder, type PlacedOrder } from './orders.server.ts';
import { orderEvents, orders } from './tables.server.ts';

const mia = { id: '8c7f3f0e-0000-4000-8000-000000000001', email: 'Mia@Example.com', emailVerified: true };
const eve = { id: '8c7f3f0e-0000-4000-8000-000000000002', email: 'eve@example.com', emailVerified: true };

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
});
beforeEach(async () => {
  await shop.ctx.db.delete(orderEvents);
  await shop.ctx.db.delete(orders);
});
afterAll(() => shop.close());

let placed = 0;

async function givenOrder(change: Partial<PlacedOrder>): Promise<string> {
  placed += 1;
  const cents = { subtotalCents: 5_900, discountCents: 0, shippingCents: 0, taxCents: 0, totalCents: 5_900 };
  const { orderNumber } = await placeOrder(shop.ctx.db, {
    orderNumber: `HR-ORDER${placed}`,
    checkoutId: crypto.randomUUID(),
    email: 'mia@example.com',
    status: 'confirmed',
    paymentStatus: 'paid',
    customer: contact,
    shippingAddress: address,
    billingAddress: address,
    ...cents,
    placedAt: new Date(Date.UTC(2026, 10, placed)),
    items: [],
    events: [{ type: 'placed', message: 'Order placed' }],
    ...change,
  });
  return orderNumber;
}

const numbersOf = async (customer: typeof mia, limit = 10) =>
  (await listOrdersOfCustomer(shop.ctx.db, customer, limit)).map(({ orderNumber }) => orderNumber);

test('a customer sees the orders of the account and guest orders with the same email, newest first', async () => {
  const asGuest = await givenOrder({ customerId: null });
  const byAccount = await givenOrder({ customerId: mia.id, email: 'office@example.com' });
  await givenOrder({ customerId: eve.id, email: 'eve@example.com' });
  expect(await numbersOf(mia)).toEqual([byAccount, asGuest]);
  expect(await numbersOf(mia, 1)).toEqual([byAccount]);
});

test('an unverified email shows no orders, and a verified one shows no orders of another account', async () => {
  await givenOrder({ customerId: null });
  await givenOrder({ customerId: eve.id, email: 'mia@example.com' });
  expect(await numbersOf({ ...mia, emailVerified: false })).toEqual([]);
  expect(await numbersOf(mia)).toHaveLength(1);
});

test('an order is found by its number only for its own customer, in any case; garbage finds none', async () => {
  const number = await givenOrder({ customerId: mia.id });
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
