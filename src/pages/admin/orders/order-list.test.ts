import { expect } from 'vitest';

import { filterOf } from '#modules/orders/list-orders.ts';
import { cursorText } from '#platform/db/list-page.server.ts';

import { givenOrderRow } from '../../../../tests/support/orders.ts';
import { pageCall, signedIn } from '../../../../tests/support/page-requests.ts';
import { testWithShop } from '../../../../tests/support/shop-test.ts';
import { ordersOf } from '../customers/customer-summary.tsx';
import { loader } from '../orders.tsx';

const email = 'mia+100%&x=#?@example.com';
const customer = '5f0c1e9a-7a35-4c58-9d0e-1f6d3a2b4c12';

const test = testWithShop({
  prepare: async (shop) => {
    const fields = { email, customerId: customer, holdReason: 'manual' as const };
    await givenOrderRow(shop, { ...fields, orderNumber: 'HR-OLD', placedAt: new Date('2026-11-01') });
    await givenOrderRow(shop, { ...fields, orderNumber: 'HR-NEW', placedAt: new Date('2026-11-02') });
  },
});

test('the orders of an account include those placed with another email address', async ({ shop }) => {
  const id = '5f0c1e9a-7a35-4c58-9d0e-1f6d3a2b4c13';
  await givenOrderRow(shop, { orderNumber: 'HR-WORK', email: 'clara@work.example', customerId: id });
  const { list } = await loader(pageCall(shop, ordersOf({ id }), signedIn()));
  expect(list.rows.map(({ orderNumber }) => orderNumber)).toEqual(['HR-WORK']);
});

test('the orders of a guest exclude email addresses that only end the same way', async ({ shop }) => {
  await givenOrderRow(shop, { orderNumber: 'HR-ANN', email: 'ann@example.com' });
  await givenOrderRow(shop, { orderNumber: 'HR-JOANN', email: 'joann@example.com' });
  const { list } = await loader(pageCall(shop, ordersOf({ id: 'ann@example.com' }), signedIn()));
  expect(list.rows.map(({ orderNumber }) => orderNumber)).toEqual(['HR-ANN']);
});

const queryOf = (address: string | null) => new URL(address ?? '', 'http://shop.example').searchParams;

test.for([
  ['words with signs of addresses', { q: '+100%&x=#?' }],
  ['a status', { status: 'confirmed' }],
  ['a payment', { payment: 'paid' }],
  ['held orders', { show: 'held' }],
  ['an account', { customer }],
  ['all of them', { q: '+100%&x=#?', status: 'confirmed', payment: 'paid', show: 'held' }],
] as const)(
  'an order list filtered by %s keeps the filter on its other pages and in its file',
  async ([_what, chosen], { shop }) => {
    const cursor = cursorText('-placed', ['2026-11-02 00:00:00+00', '00000000-0000-0000-0000-000000000000']);
    const query = new URLSearchParams({ ...chosen, sort: '-placed', after: cursor });
    const { list, filter } = await loader(pageCall(shop, `/admin/orders?${query}`, signedIn()));
    expect(list.rows.map(({ orderNumber }) => orderNumber)).toEqual(['HR-OLD']);
    const back = queryOf(list.pages.previous);
    expect([filterOf(back, ['HR']), back.get('sort')]).toEqual([filterOf(query, ['HR']), '-placed']);
    const newer = await loader(pageCall(shop, `/admin/orders?${back}`, signedIn()));
    expect(newer.list.rows.at(-1)?.orderNumber).toBe('HR-NEW');
    const file = queryOf(filter);
    expect([filterOf(file, ['HR']), file.get('sort'), file.get('after')]).toEqual([
      filterOf(query, ['HR']),
      '-placed',
      null,
    ]);
  },
);
