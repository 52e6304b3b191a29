import { expect } from 'vitest';

import {
  givenProduct,
  givenShipping,
  fillCart,
  finalize,
  newVisitor,
  openCheckout,
  payWith,
} from '../../../tests/support/shop-visitor.ts';
import { givenCustomer, type TestCustomer } from '../../../tests/support/customer.ts';
import { testWithShop, type TestShop } from '../../../tests/support/shop-test.ts';
import { checkoutPrefill } from '#modules/checkout/checkout-prefill.server.ts';
import { deleteAddress, makeDefault, saveAddress } from './saved-addresses.server.ts';
import { listAddresses } from './saved-addresses.queries.server.ts';
import { savedAddresses } from './tables.server.ts';

const market = {
  street: '1 Market Street',
  line2: '',
  city: 'San Francisco',
  state: 'CA',
  postalCode: '94103',
  country: 'US',
};
const downing = {
  street: '10 Downing Street',
  line2: '',
  city: 'London',
  state: '',
  postalCode: 'SW1A 2AA',
  country: 'GB',
};

const test = testWithShop()
  .extend('mia', { scope: 'file' }, ({ shop }) => givenCustomer(shop, 'mia@example.com'))
  .extend('eve', { scope: 'file' }, ({ shop }) => givenCustomer(shop, 'eve@example.com'));

test.beforeEach(({ shop }) => shop.ctx.db.delete(savedAddresses));

async function givenAddress(
  shop: TestShop,
  customer: TestCustomer,
  draft = market,
  asDefault = false,
): Promise<string> {
  const saved = await saveAddress(shop.ctx.db, customer.user.id, { id: null, draft, makeDefault: asDefault });
  if (!saved.ok) throw new Error(saved.reason);
  return saved.value;
}

const streets = async (shop: TestShop, customer: TestCustomer) =>
  (await listAddresses(shop.ctx.db, customer.user.id)).map(({ street, isDefault }) => [street, isDefault]);

test('a customer gets only their own addresses, the default first; a guest gets none', async ({ shop, mia, eve }) => {
  await givenAddress(shop, mia);
  await givenAddress(shop, mia, downing, true);
  const { status, body } = await mia.visitor.send('GET', '/addresses');
  expect(status).toBe(200);
  expect(body).toMatchObject({
    addresses: [
      { ...downing, isDefault: true },
      { ...market, isDefault: false },
    ],
  });
  expect((await eve.visitor.send('GET', '/addresses')).body).toEqual({ addresses: [] });
  expect(await newVisitor(shop).send('GET', '/addresses')).toMatchObject({
    status: 401,
    body: { error: 'signed_out' },
  });
});

test('the first address is the default; another becomes it on request, or when the default is deleted', async ({
  shop,
  mia,
}) => {
  const first = await givenAddress(shop, mia);
  const second = await givenAddress(shop, mia, downing);
  expect(await streets(shop, mia)).toEqual([
    ['1 Market Street', true],
    ['10 Downing Street', false],
  ]);
  expect(await makeDefault(shop.ctx.db, mia.user.id, second)).toBe(true);
  expect(await streets(shop, mia)).toEqual([
    ['10 Downing Street', true],
    ['1 Market Street', false],
  ]);
  expect(await deleteAddress(shop.ctx.db, mia.user.id, second)).toBe(true);
  expect(await streets(shop, mia)).toEqual([['1 Market Street', true]]);
  expect(await deleteAddress(shop.ctx.db, mia.user.id, first)).toBe(true);
  expect(await streets(shop, mia)).toEqual([]);
});

test('editing an address keeps its id; an invalid edit changes nothing and returns the issues', async ({
  shop,
  mia,
}) => {
  const id = await givenAddress(shop, mia);
  const change = { id, draft: { ...market, street: '2 Market Street' }, makeDefault: false };
  expect(await saveAddress(shop.ctx.db, mia.user.id, change)).toEqual({ ok: true, value: id });
  const wrong = { ...change, draft: { ...market, street: ' ', postalCode: '941', state: 'XX' } };
  expect(await saveAddress(shop.ctx.db, mia.user.id, wrong)).toEqual({
    ok: false,
    reason: 'invalid',
    issues: {
      street: 'Enter your street and house number',
      state: 'Choose your state',
      postalCode: 'Enter a 5-digit ZIP, for example 94103',
    },
  });
  expect(await streets(shop, mia)).toEqual([['2 Market Street', true]]);
});

test("another customer's address, an unknown id and an invalid id change nothing", async ({ shop, mia, eve }) => {
  const id = await givenAddress(shop, mia);
  for (const named of [id, '00000000-0000-4000-8000-000000000000', 'new', '', '\u0000']) {
    const saved = await saveAddress(shop.ctx.db, eve.user.id, { id: named, draft: downing, makeDefault: true });
    expect(saved).toEqual({ ok: false, reason: 'unknown_address' });
    expect(await makeDefault(shop.ctx.db, eve.user.id, named)).toBe(false);
    expect(await deleteAddress(shop.ctx.db, eve.user.id, named)).toBe(false);
  }
  expect(await streets(shop, mia)).toEqual([['1 Market Street', true]]);
  expect(await streets(shop, eve)).toEqual([]);
});

test('an account holds at most ten addresses and one default, even with concurrent requests', async ({ shop, mia }) => {
  const sent = Array.from({ length: 12 }, () =>
    saveAddress(shop.ctx.db, mia.user.id, { id: null, draft: market, makeDefault: true }),
  );
  const answers = await Promise.all(sent);
  expect(answers.filter(({ ok }) => ok)).toHaveLength(10);
  const saved = await streets(shop, mia);
  expect(saved).toHaveLength(10);
  expect(saved.filter(([, isDefault]) => isDefault)).toHaveLength(1);
});

test('the checkout is prefilled from the default address, else from the last order, else not at all', async ({
  shop,
  mia,
}) => {
  expect(await checkoutPrefill(shop.ctx.db, mia.user)).toEqual({
    email: 'mia@example.com',
    firstName: 'Mia',
    lastName: 'Rose',
    phone: '',
    shipping: null,
  });
  await givenShipping(shop);
  await fillCart(mia.visitor, await givenProduct(shop));
  const opened = await openCheckout(mia.visitor);
  await finalize(mia.visitor, opened.checkoutId);
  await payWith(shop, opened.secret);
  await mia.visitor.send('POST', '/create-order', { payment_intent_id: opened.intentId });
  expect(await checkoutPrefill(shop.ctx.db, mia.user)).toMatchObject({ phone: '415 555 0132', shipping: market });
  await givenAddress(shop, mia, downing);
  expect(await checkoutPrefill(shop.ctx.db, mia.user)).toMatchObject({ shipping: downing });
});
