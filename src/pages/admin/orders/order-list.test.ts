import { afterAll, beforeAll, expect, test } from 'vitest';

import { filterOf, orderCursor } from '#modules/orders/list-orders.ts';

import { givenOrderRow } from '../../../../tests/support/orders.ts';
import { pageCall, signedIn } from '../../../../tests/support/page-requests.ts';
import { openTestShop, type TestShop } from '../../../../tests/support/shop.ts';
import { ordersOf } from '../customers/customer-summary.tsx';
import { loader } from '../orders.tsx';

const email = 'mia+100%&x=#?@example.com';
const customer = '5f0c1e9a-7a35-4c58-9d0e-1f6d3a2b4c12';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
  await givenOrderRow(shop, { orderNumber: 'HR-OLD', email, customerId: customer, holdReason: 'manual' });
  await givenOrderRow(shop, { orderNumber: 'HR-NEW', email, customerId: customer, holdReason: 'manual' });
});
afterAll(() => shop.close());

test('the orders of an account include those placed with another email address', async () => {
  const id = '5f0c1e9a-7a35-4c58-9d0e-1f6d3a2b4c13';
  await givenOrderRow(shop, { orderNumber: 'HR-WORK', email: 'clara@work.example', customerId: id });
  const { list } = await loader(pageCall(shop, ordersOf({ id }), signedIn()));
  expect(list.rows.map(({ orderNumber }) => orderNumber)).toEqual(['HR-WORK']);
});

test('the orders of a guest exclude email addresses that only end the same way', async () => {
  await givenOrderRow(shop, { orderNumber: 'HR-ANN', email: 'ann@example.com' });
  await givenOrderRow(shop, { orderNumber: 'HR-JOANN', email: 'joann@example.com' });
  const { list } = await loader(pageCall(shop, ordersOf({ id: 'ann@example.com' }), signedIn()));
  expect(list.rows.map(({ orderNumber }) => orderNumber)).toEqual(['HR-ANN']);
});

const queryOf = (address: string | null) => new URL(address ?? '', 'http://shop.example').searchParams;

test.each([
  ['words with signs of addresses', { q: '+100%&x=#?' }],
  ['a status', { status: 'confirmed' }],
  ['a payment', { payment: 'paid' }],
  ['held orders', { show: 'held' }],
  ['an account', { customer }],
  ['all of them', { q: '+100%&x=#?', status: 'confirmed', payment: 'paid', show: 'held' }],
])('an order list filtered by %s keeps the filter on its other pages and in its file', async (_what, chosen) => {
  const query = new URLSearchParams({ ...chosen, after: 'HR-NEW' });
  const { list, filter } = await loader(pageCall(shop, `/admin/orders?${query}`, signedIn()));
  expect(list.rows.map(({ orderNumber }) => orderNumber)).toEqual(['HR-OLD']);
  const back = queryOf(list.pages.previous);
  expect([filterOf(back, ['HR']), orderCursor(back)]).toEqual([
    filterOf(query, ['HR']),
    { from: 'HR-OLD', towards: 'newer' },
  ]);
  const file = queryOf(filter);
  expect([filterOf(file, ['HR']), orderCursor(file)]).toEqual([filterOf(query, ['HR']), null]);
});
