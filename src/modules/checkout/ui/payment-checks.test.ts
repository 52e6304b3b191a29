import { expect, test } from 'vitest';

import { changedFigure, checklistToasts, formIssues } from './payment-checks.ts';

const empty = { street: '', line2: '', city: '', state: '', postalCode: '', country: 'US' };
const form = {
  contact: { email: '', firstName: '', lastName: '', phone: '' },
  shipping: empty,
  billing: empty,
  billingSameAsShipping: true,
  deliveryInstructions: '',
};

test('a guest in the United States has eight fields to fill in', () => {
  expect(Object.keys(formIssues(form))).toEqual([
    'contact-email',
    'contact-firstName',
    'contact-lastName',
    'contact-phone',
    'shipping-street',
    'shipping-city',
    'shipping-state',
    'shipping-postalCode',
  ]);
});

test('the billing address counts only if it differs', () => {
  expect(Object.keys(formIssues({ ...form, billingSameAsShipping: false }))).toHaveLength(12);
});

test.each([
  [['contact-phone'], ['Missing Information']],
  [['shipping-city', 'shipping-state'], ['Missing Shipping Address']],
  [['billing-street'], ['Missing Billing Address']],
  [
    ['contact-email', 'billing-street'],
    ['Missing Information', 'Missing Billing Address'],
  ],
  [[], []],
])('invalid fields %j are announced as %j', (ids, titles) => {
  expect(checklistToasts(ids).map((message) => message.title)).toEqual(titles);
});

const item = {
  product_id: 'p',
  name: 'Wand',
  image_url: '',
  quantity: 3,
  unit_price: 59,
  list_price: 120,
  total: 177,
  stock_left: null,
};

const vat = (amount: number) => ({ name: 'VAT (20%)', amount });

test.each([
  ['nothing', {}, null],
  ['the total', { total: 71 }, 'total'],
  ['the tax within the price', { taxIncluded: vat(9.84) }, 'tax'],
  ['the tax within the price, which is not taken any more', { taxIncluded: null }, 'tax'],
  ['the goods at the same total', { items: [{ ...item, quantity: 2 }] }, 'order'],
])('before a payment, a change of %s is reported as %j', (_what, change, expected) => {
  const shown = { items: [item], total: 70.47, taxIncluded: vat(9.83) };
  expect(changedFigure({ ...shown, ...change }, shown)).toBe(expected);
});
