import { expect, test } from 'vitest';

import { addressIssues, addressRules, contactIssues, countries } from './address-rules.ts';

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
  ['US', ' 94103-1234 ', true],
  ['US', '9410', false],
  ['US', '94103-12', false],
  ['CA', 'K1A 0B1', true],
  ['CA', 'k1a0b1', true],
  ['CA', '94103', false],
  ['GB', 'SW1A 1AA', true],
  ['GB', 'm1 1ae', true],
  ['GB', 'SW1A', false],
  ['AU', '2000', true],
  ['AU', '20000', false],
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
  ['123456789', false],
  ['1234567890', true],
  ['  1234567890  ', true],
  ['12345678901234567890', true],
  ['123456789012345678901', false],
  ['call me maybe', false],
])('the phone number "%s" is taken: %s', (phone, taken) => {
  expect(contactIssues({ ...contact, phone }).phone === undefined).toBe(taken);
});

test.each([
  ['mia@example.com', true],
  [' mia@example.com ', true],
  [`${'m'.repeat(243)}@example.com`, true],
  [`${'m'.repeat(244)}@example.com`, false],
  ['mia@example', false],
  ['mia example.com', false],
  ['', false],
])('the e-mail "%s" is taken: %s', (email, taken) => {
  expect(contactIssues({ ...contact, email }).email === undefined).toBe(taken);
});

test('names have 1 to 100 characters', () => {
  expect(contactIssues({ ...contact, firstName: ' ', lastName: 'R'.repeat(100) })).toEqual({
    firstName: 'Enter your first name',
  });
  expect(Object.keys(contactIssues({ ...contact, lastName: 'R'.repeat(101) }))).toEqual(['lastName']);
});
