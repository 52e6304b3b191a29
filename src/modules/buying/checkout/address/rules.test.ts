import { expect, test } from 'vitest';

import { addressRules, countries, fittingAddress, movedTo } from '#shared/countries.ts';

import { addressIssues, contactIssues } from './rules.ts';

const contact = { email: 'mia@example.com', firstName: 'Mia', lastName: 'Rose', phone: '415 555 0132' };
const address = { street: '1 Market Street', city: 'San Francisco', state: 'CA', postalCode: '94103', country: 'US' };

test.each([
  ['US', 'State', 'ZIP code', true],
  ['CA', 'Province', 'Postal code', true],
  ['GB', 'County', 'Postcode', false],
  ['AU', 'State', 'Postcode', true],
])(
  'an address in %s asks for %s and %s; the first is needed: %s',
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
])('in %s the state "%s" is taken: %s', (country, state, taken) => {
  expect(addressIssues({ ...address, country, state }).state === undefined).toBe(taken);
});

test.each([
  ['US', '94103', true],
  ['US', 'SW1A 1AA', false],
  ['GB', 'm1  1ae', true],
  ['GB', '94103', false],
])('in %s the postal code "%s" is taken: %s', (country, postalCode, taken) => {
  const { postalCode: issue } = addressIssues({ ...address, country, postalCode });
  expect(issue).toBe(taken ? undefined : addressRules(country).postalSentence);
});

test('street and city are needed, and the shop delivers to four countries only', () => {
  const issues = addressIssues({ ...address, street: ' ', city: '', country: 'FR' });
  expect(Object.keys(issues)).toEqual(['street', 'city', 'country']);
  expect(addressIssues(address)).toEqual({});
});

test.each([
  ['  415 555 0132  ', undefined],
  ['..........', 'Enter a phone number with its area code, for example 415 555 0132'],
])('of the phone number "%s" is said: %s', (phone, said) => {
  expect(contactIssues({ ...contact, phone }).phone).toBe(said);
});

test.each([
  [' mia@example.com ', undefined],
  ['müller@example.de', 'Enter a complete email address, for example name@example.com'],
  ['', 'Enter a complete email address, for example name@example.com'],
])('of the e-mail "%s" is said: %s', (email, said) => {
  expect(contactIssues({ ...contact, email }).email).toBe(said);
});

test.each([
  ['US', { state: ' oregon', postalCode: '97205' }, { state: 'OR', postalCode: '97205' }],
  ['GB', { state: 'OR', postalCode: '97205' }, { state: '', postalCode: '' }],
  ['CA', { state: 'OR', postalCode: 'k1a0b1' }, { state: '', postalCode: 'K1A 0B1' }],
])('an address in %s with %j is kept with %j', (country, given, kept) => {
  expect(fittingAddress({ ...address, ...given, country })).toEqual({ ...address, ...kept, country });
});

test.each([
  ['US', { state: 'OR', postalCode: '97205' }, 'US', { state: 'OR', postalCode: '97205' }],
  ['US', { state: 'OR', postalCode: '97205' }, 'GB', { state: '', postalCode: '' }],
  ['US', { state: 'WA', postalCode: '98101' }, 'AU', { state: '', postalCode: '' }],
  ['GB', { state: 'Ontario', postalCode: 'K1A 0B1' }, 'CA', { state: 'ON', postalCode: 'K1A 0B1' }],
])('from %s with %j to %s: what does not fit is asked for again, %j', (before, given, country, kept) => {
  expect(movedTo({ ...address, ...given, country: before }, country)).toMatchObject({ ...kept, country });
});

test('names have 1 to 100 characters', () => {
  expect(contactIssues({ ...contact, firstName: ' ', lastName: 'R'.repeat(100) })).toEqual({
    firstName: 'Enter your first name',
  });
  expect(Object.keys(contactIssues({ ...contact, lastName: 'R'.repeat(101) }))).toEqual(['lastName']);
});
