import { globSync, readFileSync } from 'node:fs';

import { expect } from 'vitest';

import { listAddresses } from '#modules/accounts/saved-addresses.queries.server.ts';
import { undeliverableDomain } from '#modules/email/mail.ts';
import { findOrderByNumber } from '#modules/orders/orders.queries.server.ts';
import { unitsField } from '#modules/phone-orders/phone-order.ts';
import { phoneOrders } from '#modules/phone-orders/tables.server.ts';
import { emailSentence } from '#shared/email-address.ts';
import { phoneSentence } from '#shared/phone-number.ts';

import { givenPerson } from '../../../../tests/support/account.ts';
import { givenOrderRow } from '../../../../tests/support/orders.ts';
import { formOf, pageCall, signedIn } from '../../../../tests/support/page-requests.ts';
import { testWithShop, type TestShop } from '../../../../tests/support/shop-test.ts';
import {
  address,
  contact,
  fillCart,
  givenProduct,
  givenShipping,
  newVisitor,
  openCheckout,
} from '../../../../tests/support/shop-visitor.ts';
import * as saved from '../../account/address.tsx';
import * as detail from '../order.tsx';
import * as phone from '../phone-order.tsx';

const test = testWithShop({ prepare: givenShipping });

type Fields = Record<string, string>;
type Page = { action: (args: never) => unknown };

/** Response of a door, and what it stored. */
type Sent = { response: string; stored: unknown };

async function submit({ action }: Page, call: ReturnType<typeof pageCall>): Promise<string> {
  try {
    return JSON.stringify(await action(call as never));
  } catch (thrown) {
    return `thrown ${JSON.stringify(thrown)}`;
  }
}

/** Sends a form of an order's page. Returns what the order then says. */
async function onOrderPage(shop: TestShop, fields: Fields): Promise<Sent> {
  const { orderNumber: number } = await givenOrderRow(shop);
  const form = formOf({ ...fields, version: '1' });
  const call = { ...pageCall(shop, `/admin/orders/${number}`, signedIn(), form), params: { number } };
  const response = await submit(detail, call);
  const order = await findOrderByNumber(shop.ctx.db, number);
  return { response, stored: order?.version === 1 ? null : order };
}

async function byPhone(shop: TestShop, fields: Fields): Promise<Sent> {
  const productId = await givenProduct(shop, { onHand: null });
  const key = crypto.randomUUID();
  const form = formOf({ form: 'create', key, [unitsField(productId)]: '1', ...fields });
  const call = { ...pageCall(shop, '/admin/phone-orders/new', signedIn(), form), params: { id: 'new' } };
  const response = await submit(phone, call);
  const orders = await shop.ctx.db.select().from(phoneOrders);
  return { response, stored: orders.find(({ id }) => id === key) ?? null };
}

async function atCheckout(shop: TestShop, typed: { contact: Fields; address: Fields }): Promise<Sent> {
  const visitor = newVisitor(shop);
  await fillCart(visitor, await givenProduct(shop, { onHand: null }));
  const { checkoutId } = await openCheckout(visitor);
  const change = { customer_info: typed.contact, shipping_address: typed.address, billing_address: address };
  const { status, body } = await visitor.send('POST', '/update-payment-intent', {
    checkout_id: checkoutId,
    ...change,
    final: true,
  });
  return { response: JSON.stringify(body), stored: status === 200 ? body : null };
}

async function inAccount(shop: TestShop, fields: Fields): Promise<Sent> {
  const { id } = await givenPerson(shop);
  const form = formOf({ form: 'address', ...fields });
  const customer = signedIn({ id, role: 'customer' });
  const call = { ...pageCall(shop, '/account/address/new', customer, form), params: { id: 'new' } };
  const response = await submit(saved, call);
  return { response, stored: (await listAddresses(shop.ctx.db, id))[0] ?? null };
}

const addressDoors: Record<string, (shop: TestShop, typed: Fields) => Promise<Sent>> = {
  "the order's page": (shop, typed) => onOrderPage(shop, { form: 'address', ...typed }),
  'a phone order': (shop, typed) => byPhone(shop, { ...contact, ...typed }),
  'the checkout': (shop, typed) => atCheckout(shop, { contact, address: typed }),
  'the account': inAccount,
};

const contactDoors: Record<string, (shop: TestShop, typed: Fields) => Promise<Sent>> = {
  "the order's page": (shop, typed) => onOrderPage(shop, { form: 'contact', ...typed }),
  'a phone order': (shop, typed) => byPhone(shop, { ...address, ...typed }),
  'the checkout': (shop, typed) => atCheckout(shop, { contact: typed, address }),
};

test.for<[string, Fields, string]>([
  ['no street', { street: ' ' }, 'Enter your street and house number'],
  ['no city', { city: '\u200b' }, 'Enter your city'],
  ['a state of another country', { state: 'Ontario' }, 'Choose your state'],
  ['a postal code of another country', { postalCode: 'SW1A 1AA' }, 'Enter a 5-digit ZIP, for example 94103'],
  ['half a postal code', { postalCode: '941' }, 'Enter a 5-digit ZIP, for example 94103'],
  ['a ZIP of another state', { postalCode: '97201' }, ''],
])('an address with %s is refused alike by every door, and nothing is stored', async ([, bad, sentence], { shop }) => {
  const sentences = new Set<string>();
  for (const [door, send] of Object.entries(addressDoors)) {
    const { response, stored } = await send(shop, { ...address, ...bad });
    expect(response, door).toContain(sentence || 'ZIP code');
    expect([door, stored]).toEqual([door, null]);
    sentences.add(/ZIP code 97201 is in [^"]*/.exec(response)?.[0].split('. ')[0] ?? '');
  }
  expect(sentences.size).toBe(1);
});

test.for<[string, Fields, string]>([
  ['no email', { email: '' }, emailSentence],
  ['half an email', { email: 'mia@example' }, emailSentence],
  ['an overlong email', { email: `${'x'.repeat(240)}@example.com` }, emailSentence],
  ['no first name', { firstName: ' \u200b' }, 'Enter your first name'],
  ['no last name', { lastName: '' }, 'Enter your last name'],
  ['a phone number of nobody', { phone: '000 000 0000' }, phoneSentence],
  ['a word for a phone number', { phone: 'call me' }, phoneSentence],
])('a contact with %s is refused alike by every door, and nothing is stored', async ([, bad, sentence], { shop }) => {
  for (const [door, send] of Object.entries(contactDoors)) {
    const { response, stored } = await send(shop, { ...contact, ...bad });
    expect(response, door).toContain(sentence);
    expect([door, stored]).toEqual([door, null]);
  }
});

test('an admin cannot enter the placeholder email of a deleted account', async ({ shop }) => {
  for (const door of ["the order's page", 'a phone order']) {
    const { response, stored } =
      (await contactDoors[door]?.(shop, { ...contact, email: `x${undeliverableDomain}` })) ?? {};
    expect([door, stored, response?.includes(emailSentence)]).toEqual([door, null, true]);
  }
});

test('a contact and an address in other signs are stored alike by every door', async ({ shop }) => {
  const typed = {
    email: ' MIA\u200b@ＥＸＡＭＰＬＥ.com',
    firstName: ' Ada ',
    lastName: 'Li\u200b',
    phone: '４１５ 555 0199',
  };
  const customer = { firstName: 'Ada', lastName: 'Li', phone: '415 555 0199' };
  for (const door of ["the order's page", 'a phone order']) {
    const { stored } = (await contactDoors[door]?.(shop, typed)) ?? {};
    expect([door, stored]).toMatchObject([door, { email: 'mia@example.com', customer }]);
  }
  const place = { ...address, street: ' 2 Market Street\u200b', state: 'california', postalCode: '９４１０３' };
  const clean = { street: '2 Market Street', state: 'CA', postalCode: '94103' };
  for (const door of ["the order's page", 'a phone order']) {
    const { stored } = (await addressDoors[door]?.(shop, place)) ?? {};
    expect([door, stored]).toMatchObject([door, { shippingAddress: clean }]);
  }
  expect((await addressDoors['the account']?.(shop, place))?.stored).toMatchObject(clean);
});

/** Product files that import a file, by the end of its name. */
function importersOf(file: string): string[] {
  const files = globSync('src/**/*.{ts,tsx}').filter((one) => !/\.test\.tsx?$/.test(one));
  return files.filter((one) => readFileSync(one, 'utf8').includes(`/${file}'`)).toSorted();
}

test('no other code stores a typed contact or address of an order: a new door must be in this test', () => {
  const page = 'src/pages/admin/orders/order-form-actions.server.ts';
  expect(importersOf('correct-contact.server.ts')).toEqual([page]);
  expect(importersOf('create-phone-order.server.ts')).toEqual(['src/pages/admin/phone-order.tsx']);
  expect(importersOf('correct-address.server.ts')).toEqual([
    'src/modules/orders/refunds.server.ts',
    'src/pages/admin/order.tsx',
    page,
    'src/pages/admin/orders/tax-panel.tsx',
    'src/pages/admin/orders/tax-question.server.ts',
  ]);
});
