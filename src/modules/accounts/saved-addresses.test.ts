import { expect, test } from 'vitest';

import { addressFromInput } from '#shared/address.ts';

import { addressLines } from './saved-addresses.ts';

const draft = {
  street: ' 1 Market\nStreet ',
  line2: '',
  city: 'San Francisco',
  state: 'california',
  postalCode: ' 94103 ',
  country: 'US',
};

test('each part of an address is stored as one line, the state as a code', () => {
  expect(addressFromInput(draft)).toEqual({ ...draft, street: '1 Market Street', state: 'CA', postalCode: '94103' });
  expect(addressFromInput({ ...draft, street: 'x'.repeat(300) }).street).toHaveLength(200);
  expect(addressFromInput({ ...draft, country: 'GB', state: 'Kent', postalCode: 'sw1a 1aa' })).toMatchObject({
    state: 'Kent',
    postalCode: 'SW1A 1AA',
  });
});

test('street and city are written on two lines, without gaps for missing parts', () => {
  expect(addressLines({ ...addressFromInput(draft), line2: 'Suite 5' })).toEqual([
    '1 Market Street, Suite 5',
    'San Francisco, CA 94103',
  ]);
  expect(addressLines({ ...addressFromInput(draft), state: '', postalCode: '' })).toEqual([
    '1 Market Street',
    'San Francisco',
  ]);
});
