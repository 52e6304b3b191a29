import { expect, test } from 'vitest';

import { addressFields, addressIssues, addressMax, normalizeAddress, withCountry, placeLine } from './address.ts';
import { billingRules } from './billing-address.ts';
import { addressRules, countries } from './countries.ts';

const address = {
  street: '1 Market Street',
  line2: '',
  city: 'San Francisco',
  state: 'CA',
  postalCode: '94103',
  country: 'US',
};

test.each([
  ['Portland', 'OR', '97205', 'Portland, OR 97205'],
  ['London', '', 'SW1A 1AA', 'London, SW1A 1AA'],
  ['Portland', 'OR', '', 'Portland, OR'],
  ['', '', '', ''],
])('%j, %j and %j are written as %j', (city, state, postalCode, line) => {
  expect(placeLine({ city, state, postalCode })).toBe(line);
});

test.each([
  ['US', 'State', 'ZIP code', true],
  ['CA', 'Province', 'Postal code', true],
  ['GB', 'County', 'Postcode', false],
  ['AU', 'State', 'Postcode', true],
])(
  'an address in %s has the labels %s and %s; the first is required: %s',
  (country, stateLabel, postalLabel, stateRequired) => {
    expect(countries).toContain(country);
    expect(addressRules(country)).toMatchObject({ stateLabel, postalLabel, stateRequired });
    const without = addressIssues({ ...address, country, state: ' ' });
    expect(without.state).toBe(stateRequired ? `Choose your ${stateLabel.toLowerCase()}` : undefined);
  },
);

test.each([
  ['US', 'CA', true],
  ['US', 'california', true],
  ['US', 'ON', false],
  ['CA', 'ON', true],
  ['AU', 'NSW', true],
  ['GB', '', true],
  ['GB', 'Kent', true],
])('in %s the state "%s" is accepted: %s', (country, state, taken) => {
  expect(addressIssues({ ...address, country, state }).state === undefined).toBe(taken);
});

test.each([
  ['US', '94103', true],
  ['US', 'SW1A 1AA', false],
  ['GB', 'm1  1ae', true],
  ['GB', '94103', false],
])('in %s the postal code "%s" is accepted: %s', (country, postalCode, taken) => {
  const { postalCode: issue } = addressIssues({ ...address, country, postalCode });
  expect(issue).toBe(taken ? undefined : addressRules(country).postalSentence);
});

test.each([
  ['US', 'street', 200, 'Your street may have 200 characters at most'],
  ['US', 'line2', 200, 'Your apartment, suite or floor may have 200 characters at most'],
  ['US', 'city', 100, 'Your city may have 100 characters at most'],
  ['GB', 'state', 100, 'Your county may have 100 characters at most'],
])('in %s the part "%s" of an address has %i characters at most', (country, part, max, sentence) => {
  const place = { ...address, country, postalCode: country === 'GB' ? 'SW1A 1AA' : '94103' };
  expect(addressIssues({ ...place, [part]: 'x'.repeat(max) })).toEqual({});
  expect(addressIssues({ ...place, [part]: 'x'.repeat(max + 1) })).toEqual({ [part]: sentence });
});

test('street and city are required, and the shop delivers to four countries only', () => {
  const issues = addressIssues({ ...address, street: ' ', line2: '', city: '', country: 'FR' });
  expect(Object.keys(issues)).toEqual(['street', 'city', 'country']);
  expect(addressIssues(address)).toEqual({});
});

test.each([
  ['US', { state: ' oregon', postalCode: '97205' }, { state: 'OR', postalCode: '97205' }],
  ['GB', { state: 'OR', postalCode: '97205' }, { state: '', postalCode: '' }],
  ['CA', { state: 'OR', postalCode: 'k1a0b1' }, { state: '', postalCode: 'K1A 0B1' }],
  ['GB', { state: '', postalCode: ' je2 ' }, { state: '', postalCode: 'JE2' }],
  ['GB', { state: '', postalCode: 'GX11' }, { state: '', postalCode: 'GX11' }],
  ['GB', { state: '', postalCode: 'SW1A' }, { state: '', postalCode: '' }],
  ['GB', { state: '', postalCode: 'JE2 3' }, { state: '', postalCode: '' }],
  ['US', { state: 'OR', postalCode: 'JE2' }, { state: 'OR', postalCode: '' }],
])('an address in %s with %j is stored with %j', (country, input, expected) => {
  expect(normalizeAddress({ ...address, ...input, country })).toEqual({ ...address, ...expected, country });
});

test.each([
  ['US', 'OR', '97205', 'GB', '', ''],
  ['US', 'OR', '97205', 'CA', '', ''],
  ['GB', 'Kent', 'SW1A 1AA', 'US', '', ''],
  ['CA', 'NT', 'X1A 0B1', 'AU', '', ''],
  ['AU', 'WA', '6000', 'US', '', ''],
  ['US', 'WA', '98101', 'AU', '', ''],
  ['GB', 'Ontario', 'K1A 0B1', 'CA', 'ON', 'K1A 0B1'],
  ['US', 'OR', '97205', 'US', 'OR', '97205'],
])(
  'an address of %s with %s %s that moves to %s retains %j and %j',
  (country, state, postalCode, to, expectedState, expectedCode) => {
    const moved = withCountry({ street: '1 Burnside Street', country, state, postalCode }, to);
    expect(moved).toEqual({ street: '1 Burnside Street', country: to, state: expectedState, postalCode: expectedCode });
  },
);

test('every part of the record is a field of the form once, in the order of an envelope', () => {
  for (const country of countries) {
    const parts = addressFields(addressRules(country)).map(({ part }) => part);
    expect(parts).toEqual(['country', 'street', 'line2', 'postalCode', 'city', 'state']);
    expect(parts.toSorted()).toEqual(Object.keys(addressMax).toSorted());
  }
});

test.each([
  ['US', 'State', true, 'ZIP code', true],
  ['GB', 'County (optional)', false, 'Postcode', true],
  ['DE', 'State or region (optional)', false, 'Postal code (optional)', false],
])('the form of an address in %s asks for %s and %s', (country, stateLabel, needsState, postalLabel, needsCode) => {
  const fields = new Map(addressFields(billingRules(country)).map(({ part, ...field }) => [part, field]));
  expect(fields.get('state')).toMatchObject({ label: stateLabel, required: needsState, maxLength: 100 });
  expect(fields.get('postalCode')).toMatchObject({ label: postalLabel, required: needsCode, maxLength: 40 });
});
