import { expect, test } from 'vitest';

import { emptyNotes } from '#shared/order-notes.ts';

import { checklistToasts } from './use-agreement.ts';
import { formIssues } from './use-checkout-form.ts';

const empty = { street: '', line2: '', city: '', state: '', postalCode: '', country: 'US' };
const form = {
  contact: { email: '', firstName: '', lastName: '', phone: '' },
  shipping: empty,
  billing: empty,
  billingSameAsShipping: true,
  ...emptyNotes,
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
