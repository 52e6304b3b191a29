import { expect, test } from 'vitest';

import type { CheckoutView } from '#modules/buying/checkout/contract.ts';
import { emptyNotes } from '#shared/order-notes.ts';

import { formFrom, walletView } from './express-details.ts';

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
};

test('a wallet shows lines that add up to $70.47, and the chosen way of shipping first', () => {
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

test('what a wallet knows fills the form', () => {
  const billing = {
    name: 'M Rose',
    email: 'mia@example.com',
    phone: '+14155550132',
    address: { ...place, city: 'Reno' },
  };
  const notes = { ...emptyNotes, deliveryInstructions: 'Ring' };
  const form = formFrom({ billingDetails: billing, shippingAddress: { name: 'Mia van Rose', address: place } }, notes);
  expect(form).toMatchObject({
    contact: { email: 'mia@example.com', firstName: 'Mia', lastName: 'van Rose', phone: '+14155550132' },
    shipping: { street: '1 Market Street', city: 'San Francisco', state: 'CA', postalCode: '94103', country: 'US' },
    billing: { city: 'Reno' },
    billingSameAsShipping: false,
    deliveryInstructions: 'Ring',
  });
});

test('somebody with one name has it, and a dash for the other', () => {
  const { contact } = formFrom({ shippingAddress: { name: 'Cher', address: place } }, emptyNotes);
  expect([contact.firstName, contact.lastName]).toEqual(['Cher', '-']);
});
