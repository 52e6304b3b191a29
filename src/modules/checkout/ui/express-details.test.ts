import { expect, test } from 'vitest';

import type { CheckoutView } from '../checkout.schema.ts';
import { phoneSentence } from '#shared/phone-number.ts';

import { addressFrom, formFrom, serverFailure, walletFailure, walletView } from './express-details.ts';

const option = (id: string, price: number) => ({
  id,
  name: id,
  description: '',
  price,
  estimated_days_min: 1,
  estimated_days_max: 2,
  delivery_text: 'Mon, Nov 23',
});

const view: CheckoutView = {
  id: 'c',
  state: 'open',
  expiresAt: '',
  secondsLeft: 900,
  currency: 'usd',
  items: [],
  subtotal: 59,
  promotion: null,
  code: { code: 'GLOW10', name: '10% off', amount: 5.9 },
  waiver: null,
  discountAmount: 5.9,
  shippingAmount: 12.99,
  taxAmount: 4.38,
  taxIncluded: null,
  total: 70.47,
  shippingOptions: [option('standard', 0), option('express', 12.99)],
  shippingOptionId: 'express',
  shippingCountries: ['US'],
  shippingCountry: 'US',
};

test('a wallet shows lines that add up to $70.47, with the chosen shipping option first', () => {
  const { lineItems, shippingRates } = walletView(view);
  expect(lineItems).toEqual([
    { name: 'Your order', amount: 5_310 },
    { name: 'Shipping', amount: 1_299 },
    { name: 'Tax', amount: 438 },
  ]);
  expect(shippingRates.map(({ id, amount }) => [id, amount])).toEqual([
    ['express', 1_299],
    ['standard', 0],
  ]);
});

const place = {
  line1: '1 Market Street',
  line2: null,
  city: 'San Francisco',
  state: 'CA',
  postal_code: '94103',
  country: 'US',
};

test("the form is filled from the wallet's data", () => {
  const billing = {
    name: 'M Rose',
    email: 'mia@example.com',
    phone: '+14155550132',
    address: { ...place, city: 'Reno' },
  };
  const form = formFrom({ billingDetails: billing, shippingAddress: { name: 'Mia van Rose', address: place } }, 'Ring');
  expect(form).toMatchObject({
    contact: { email: 'mia@example.com', firstName: 'Mia', lastName: 'van Rose', phone: '+14155550132' },
    shipping: { street: '1 Market Street', city: 'San Francisco', state: 'CA', postalCode: '94103', country: 'US' },
    billing: { city: 'Reno' },
    billingSameAsShipping: false,
    deliveryInstructions: 'Ring',
  });
});

test('a buyer with a single name gets it as first name and a dash as last name', () => {
  const { contact } = formFrom({ shippingAddress: { name: 'Cher', address: place } }, '');
  expect([contact.firstName, contact.lastName]).toEqual(['Cher', '-']);
});

const approval = {
  shippingAddress: { name: 'Mia Rose', address: place },
  billingDetails: { name: 'Mia Rose', email: 'mia@example.com', phone: '+14155550132', address: place },
};

test.each([
  ['Germany', { ...place, city: 'Berlin', state: '', postal_code: '10115', country: 'DE' }, 'DE'],
  ['Mexico', { ...place, city: 'Monterrey', state: 'NL', postal_code: '64000', country: 'MX' }, 'MX'],
  ['a country alone', { country: 'JP' }, 'JP'],
  ['nothing, which means the place of delivery', {}, 'US'],
])('a wallet billed in %s can pay', (_where, address, country) => {
  const form = formFrom({ ...approval, billingDetails: { ...approval.billingDetails, address } }, '');
  expect(walletFailure(form)).toBeNull();
  expect(form.billing.country).toBe(country);
  expect(form.shipping.country).toBe('US');
});

test('the accented province Québec is recognized', () => {
  const montreal = { ...place, city: 'Montréal', state: 'Québec', postal_code: 'H2X 1Y4', country: 'CA' };
  const form = formFrom({ ...approval, shippingAddress: { name: 'Mia Rose', address: montreal } }, '');
  expect(walletFailure(form)).toBeNull();
  expect(form.shipping.state).toBe('QC');
});

test.each([
  ['no state', { state: '' }, {}, 'invalid_shipping_address', 'Choose your state'],
  ['no postal code', { postal_code: null }, {}, 'invalid_shipping_address', 'Enter a 5-digit ZIP, for example 94103'],
  ['no street', { line1: undefined }, {}, 'invalid_shipping_address', 'Enter your street and house number'],
  ['another country', { country: 'FR' }, {}, 'address_unserviceable', 'Choose a country that we deliver to'],
  ['no name', {}, { name: '' }, 'invalid_payment_data', 'Enter your first name'],
])('a wallet with %s fails with the message of the field', (_what, address, named, reason, message) => {
  const shippingAddress = { name: 'Mia Rose', address: { ...place, ...address }, ...named };
  const billingDetails = { ...approval.billingDetails, ...named };
  expect(walletFailure(formFrom({ shippingAddress, billingDetails }, ''))).toEqual({ reason, message });
});

test('an unusable phone number fails with the message of the phone field', () => {
  const billingDetails = { ...approval.billingDetails, phone: '12' };
  const failure = walletFailure(formFrom({ ...approval, billingDetails }, ''));
  expect(failure).toEqual({ reason: 'invalid_payment_data', message: phoneSentence });
});

test.each([
  ['phone_unusable', 'invalid_payment_data'],
  ['incomplete', 'invalid_shipping_address'],
  ['sold_out', 'fail'],
])('the refusal %s of the server is the wallet failure %s', (reason, failure) => {
  expect(serverFailure({ reason, message: 'Please check it.' }).reason).toBe(failure);
});

test.each([
  ['PR', 'San Juan', 'US', 'PR'],
  ['GU', '', 'US', 'GU'],
  ['VI', '', 'US', 'VI'],
  ['AS', '', 'US', 'AS'],
  ['MP', '', 'US', 'MP'],
  ['JE', 'St Helier', 'GB', 'St Helier'],
  ['GG', '', 'GB', ''],
  ['IM', '', 'GB', ''],
  ['CA', 'QC', 'CA', 'QC'],
  ['FR', '', 'FR', ''],
])('a wallet that delivers to %s (%j) delivers to %s, %j', (country, state, expectedCountry, expectedState) => {
  expect(addressFrom({ country, state })).toMatchObject({ country: expectedCountry, state: expectedState });
});
