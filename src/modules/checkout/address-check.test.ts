import { expect, test } from 'vitest';

import { contactIssues } from './address-check.ts';

const contact = { email: 'mia@example.com', firstName: 'Mia', lastName: 'Rose', phone: '415 555 0132' };

test.each([
  ['  415 555 0132  ', undefined],
  ['415 555 0132 ext 5', undefined],
  ['(415)\u00a0555\u20110132\u200e', undefined],
  ['..........', 'Enter a phone number with its area code, for example 415 555 0132, or with + and its country code'],
])('of the phone number "%s" is said: %s', (phone, said) => {
  expect(contactIssues({ ...contact, phone }).phone).toBe(said);
});

test.each([
  [' mia@example.com ', undefined],
  ['mia\u200d@exam\u00adple.com\ufffc', undefined],
  ['müller@example.de', 'Enter a complete email address, for example name@example.com'],
  ['', 'Enter a complete email address, for example name@example.com'],
])('of the e-mail "%s" is said: %s', (email, said) => {
  expect(contactIssues({ ...contact, email }).email).toBe(said);
});

test('names have 1 to 100 characters', () => {
  expect(contactIssues({ ...contact, firstName: ' ', lastName: 'R'.repeat(100) })).toEqual({
    firstName: 'Enter your first name',
  });
  expect(Object.keys(contactIssues({ ...contact, lastName: 'R'.repeat(101) }))).toEqual(['lastName']);
});
