import { expect, test } from 'vitest';

import { addressLines } from './address.ts';
import { billingChoices, billingFromWallet, billingIssues, billingMovedTo } from './billing-address.ts';

const berlin = { street: 'Torstraße 1', line2: '', city: 'Berlin', state: '', postalCode: '10115', country: 'DE' };

test('a card can be billed in 250 countries, each with a name, delivery countries first', () => {
  const choices = billingChoices();
  expect(choices.filter(({ code, name }) => name === code)).toEqual([]);
  expect(choices.slice(0, 5)).toEqual([
    { code: 'US', name: 'United States' },
    { code: 'CA', name: 'Canada' },
    { code: 'GB', name: 'United Kingdom' },
    { code: 'AU', name: 'Australia' },
    { code: 'AF', name: 'Afghanistan' },
  ]);
  expect([choices.length, new Set(choices.map(({ code }) => code)).size]).toEqual([250, 250]);
});

test.each([
  ['Germany needs neither state nor postal code', { postalCode: '' }, {}],
  ['street and city are needed', { street: ' ', line2: '', city: '' }, ['street', 'city']],
  ['a code of no country is refused', { country: 'ZZ' }, ['country']],
  ['the United States keep their rules', { country: 'US', postalCode: 'SW1A 1AA' }, ['state', 'postalCode']],
])('a typed billing address: %s', (_what, change, expected) => {
  const issues = billingIssues({ ...berlin, ...change });
  expect(Array.isArray(expected) ? Object.keys(issues) : issues).toEqual(expected);
});

test('a wallet’s state and postal code for Mexico are unchanged; an unknown country code is dropped', () => {
  const mexico = { street: '', line2: '', city: '', state: 'NL', postalCode: '64000', country: 'mx' };
  expect(billingFromWallet(mexico)).toEqual({ ...mexico, country: 'MX' });
  expect(billingFromWallet({ ...mexico, country: 'Narnia' }).country).toBe('');
  expect(billingFromWallet({ ...mexico, city: 'x'.repeat(300) }).city).toHaveLength(100);
});

test('a billing address that moves abroad retains its postal code and loses a state of the previous country', () => {
  const portland = { ...berlin, state: 'OR', postalCode: '97205', country: 'US' };
  expect(billingMovedTo(portland, 'DE')).toEqual({ ...portland, state: '', country: 'DE' });
  expect(billingMovedTo(berlin, 'MX')).toEqual({ ...berlin, country: 'MX' });
});

test.each([
  [berlin, ['Torstraße 1', '10115 Berlin', 'Germany']],
  [
    { ...berlin, city: 'Ciudad de México', state: 'CDMX', postalCode: '06600', country: 'MX' },
    ['Torstraße 1', '06600 Ciudad de México, CDMX', 'Mexico'],
  ],
  [{ ...berlin, street: '', line2: '', city: '', postalCode: '' }, ['Germany']],
  [{ ...berlin, street: '', line2: '', city: '', country: '' }, ['10115']],
])('%j is written as %j', (address, lines) => {
  expect(addressLines(address)).toEqual(lines);
});
