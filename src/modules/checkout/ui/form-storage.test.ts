import { expect, test } from 'vitest';

import { emptyAddress } from '#shared/address.ts';

import { initialForm } from './form-storage.ts';

const contact = { email: '', firstName: '', lastName: '', phone: '' };
const leeds = { ...emptyAddress, street: '1 Briggate', city: 'Leeds', postalCode: 'LS1 6HD', country: 'GB' };

test.each([
  ['is filled in', ['US', 'GB'], leeds],
  ['is left out if the shop does not sell to its country', ['CA', 'US'], { ...emptyAddress, country: 'CA' }],
])('a known address %s', (_name, sold, shipping) => {
  expect(initialForm({ ...contact, shipping: leeds }, sold).shipping).toEqual(shipping);
});

test('a form without a known address begins with the first country that the shop sells to', () => {
  expect(initialForm({ ...contact, shipping: null }, ['AU', 'GB']).shipping.country).toBe('AU');
});
