import { eq } from 'drizzle-orm';
import { expect } from 'vitest';

import { orders } from '#modules/orders/tables.server.ts';
import { seedTaxRates } from '#modules/tax/tax-rates.server.ts';

import {
  address,
  contact,
  fillCart,
  finalize,
  givenProduct,
  givenShipping,
  newVisitor,
  openCheckout,
  payWith,
  type Answer,
} from '../../../tests/support/shop-visitor.ts';
import { testWithShop, type TestShop } from '../../../tests/support/shop-test.ts';
import type { CheckoutView } from './checkout.schema.ts';

const test = testWithShop({
  prepare: async (shop) => {
    await seedTaxRates(shop.ctx.db);
    await givenShipping(shop);
  },
});

const california = { ...address, state: 'CA', postalCode: '94103' };
const oregon = { ...address, state: 'OR', postalCode: '97205' };

/** A guest whose $59.00 wand ships to California, with $4.28 of tax. */
async function givenShopper(shop: TestShop) {
  const visitor = newVisitor(shop);
  await fillCart(visitor, await givenProduct(shop));
  const { checkoutId } = await openCheckout(visitor);
  const sendTo = async (shipping_address: object, more: object = {}) => {
    const { status, body } = await finalize(visitor, checkoutId, { shipping_address, final: false, ...more });
    const checkout = body.checkout as { taxAmount: number; taxIncluded: { amount: number } | null } | undefined;
    return { status, body, tax: checkout?.taxAmount, held: checkout?.taxIncluded?.amount };
  };
  expect(await sendTo(california)).toMatchObject({ status: 200, tax: 4.28 });
  /** Pays what an answer of `sendTo` agreed on. Returns the order. */
  const order = async ({ body }: Pick<Answer, 'body'>) => {
    await payWith(shop, String(body.client_secret));
    const placed = await visitor.send('POST', '/create-order', { payment_intent_id: body.payment_intent_id });
    const { id } = placed.body.order as { id: string };
    return (await shop.ctx.db.select().from(orders).where(eq(orders.id, id)))[0];
  };
  return { sendTo, order };
}

test('an order moved from the United States to the United Kingdom keeps no American state', async ({ shop }) => {
  const { sendTo, order } = await givenShopper(shop);
  const london = { ...oregon, city: 'London', country: 'GB', postalCode: 'sw1a  1aa' };
  const ready = await sendTo(london, { billing_address: london, final: true });
  expect(ready).toMatchObject({ status: 200, tax: 0, held: 9.83 });
  const british = { country: 'GB', state: '', postalCode: 'SW1A 1AA' };
  expect(await order(ready)).toMatchObject({ shippingAddress: british, billingAddress: british, holdReason: null });
});

test('an order to Jersey has no UK VAT and takes one to three business days longer', async ({ shop }) => {
  const { sendTo, order } = await givenShopper(shop);
  const jersey = { ...oregon, city: 'St Helier', state: '', country: 'GB', postalCode: 'je23ab' };
  const ready = await sendTo(jersey, { billing_address: jersey, final: true });
  expect(ready).toMatchObject({ status: 200, tax: 0, held: undefined, body: { amount: 5_900 } });
  expect((ready.body.checkout as CheckoutView).shippingOptions[0]).toMatchObject({
    estimated_days_min: 4,
    estimated_days_max: 8,
  });
  expect(await order(ready)).toMatchObject({ tax: null, holdReason: null, shippingOption: { daysMin: 4, daysMax: 8 } });
});

test.for(['JE2', 'gy1 '])(
  'an order to %s, half a postcode, has no UK VAT and cannot be paid',
  async (postalCode, { shop }) => {
    const { sendTo } = await givenShopper(shop);
    const jersey = { ...oregon, city: 'St Helier', state: '', country: 'GB', postalCode };
    expect(await sendTo(jersey)).toMatchObject({ status: 200, tax: 0, held: undefined, body: { amount: 5_900 } });
    expect(await sendTo(jersey, { final: true })).toMatchObject({
      body: { error: 'incomplete', message: 'Enter a postcode, for example SW1A 1AA' },
    });
  },
);

test.for([
  ['Germany', { street: 'Torstraße 1', city: 'Berlin', state: '', postalCode: '10115', country: 'DE' }],
  ['Mexico', { street: 'Madero 5', city: 'Monterrey', state: 'NL', postalCode: '64000', country: 'MX' }],
  ['a country alone', { street: '', city: '', state: '', postalCode: '', country: 'JP' }],
  ['nothing that is known', { street: '', city: '', state: '', postalCode: '', country: '' }],
] as const)(
  'an order to Oregon billed in %s can be paid and keeps that billing address unchanged',
  async ([_where, billing], { shop }) => {
    const { sendTo, order } = await givenShopper(shop);
    const ready = await sendTo(oregon, { billing_address: billing, final: true });
    expect(ready).toMatchObject({ status: 200, tax: 0 });
    expect(await order(ready)).toMatchObject({ billingAddress: billing, shippingAddress: oregon, holdReason: null });
  },
);

test('an incomplete delivery address is refused with the message of its field', async ({ shop }) => {
  const { sendTo } = await givenShopper(shop);
  const { body } = await sendTo({ ...oregon, postalCode: '1' }, { final: true });
  expect(body).toEqual({ error: 'incomplete', message: 'Enter a 5-digit ZIP, for example 94103' });
});

test.for([
  ['another country’s state', { ...california, country: 'CA', postalCode: 'K1A 0B1' }],
  ['no state', { ...california, state: '' }],
  ['no state that there is', { ...california, state: 'XX' }],
] as const)(
  'an address with %s drops the old tax and cannot be paid until its state is chosen',
  async ([_case, moved], { shop }) => {
    const { sendTo } = await givenShopper(shop);
    expect(await sendTo(moved)).toMatchObject({ status: 200, tax: 0, held: undefined });
    expect(await sendTo(moved, { final: true })).toMatchObject({ status: 422, body: { error: 'incomplete' } });
  },
);

test.for([
  ['to an address of the forces', { ...address, city: 'APO', state: 'AE', postalCode: '09012' }, 'AE', '09012'],
  ['to Guam', { ...address, city: 'Hagåtña', state: 'Guam', postalCode: '969101234' }, 'GU', '96910-1234'],
] as const)('an order %s has no state tax', async ([_case, place, state, postalCode], { shop }) => {
  const { sendTo, order } = await givenShopper(shop);
  const ready = await sendTo(place, { billing_address: place, final: true });
  expect(ready).toMatchObject({ status: 200, tax: 0 });
  expect(await order(ready)).toMatchObject({ shippingAddress: { state, postalCode, country: 'US' } });
});

test.for([
  ['94103 in Oregon', { ...california, state: 'OR' }, 'San Francisco, CA'],
  [
    'Berlin with 10115, as an autofill leaves it',
    { ...address, city: 'Berlin', state: 'NY', postalCode: '10115' },
    'New York, NY',
  ],
] as const)(
  'a contradictory address (%s) needs confirmation before payment and is accepted once confirmed',
  async ([_case, place, where], { shop }) => {
    const { sendTo } = await givenShopper(shop);
    const answer = await sendTo(place, { final: true, address_confirmed: false });
    const message = `ZIP code ${place.postalCode} is in ${where}. Please check it, or confirm that the address is right.`;
    expect([answer.status, answer.body]).toEqual([422, { error: 'address_doubted', message }]);
    expect(await sendTo(place, { final: true, address_confirmed: true })).toMatchObject({ status: 200 });
  },
);

test.for([
  ['415 555 013', 422],
  ['0000000000', 422],
  ['020 7946 0018', 422],
  ['+44 20 7946 0018', 200],
  ['415 555 0132 ext 5', 200],
  ['+1 (415) 555-0132, extension 12345', 200],
  ['\u0664\u0661\u0665 \u0665\u0665\u0665 \u0660\u0661\u0663\u0662', 200],
] as const)('phone number %j for a shipment to California answers %i', async ([phone, status], { shop }) => {
  const { sendTo } = await givenShopper(shop);
  const ready = await sendTo(california, { final: true, customer_info: { ...contact, phone } });
  expect(ready.status).toBe(status);
  if (status === 200) return;
  const message = 'Enter a phone number with its area code, for example 415 555 0132, or with + and its country code';
  expect(ready.body).toEqual({ error: 'phone_unusable', message });
});
