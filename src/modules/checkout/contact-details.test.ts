import { expect, test } from 'vitest';

import { contactIssues } from '#shared/contact.ts';
import { suggestedAddress } from './contact-details.ts';

const contact = { email: 'mia@example.com', firstName: 'Mia', lastName: 'Rose', phone: '415 555 0132' };

test.each([
  ['  415 555 0132  ', undefined],
  ['415 555 0132 ext 5', undefined],
  ['(415)\u00a0555\u20110132\u200e', undefined],
  ['..........', 'Enter a phone number with its area code, for example 415 555 0132, or with + and its country code'],
])('phone number "%s" gives the message: %s', (phone, expected) => {
  expect(contactIssues({ ...contact, phone }).phone).toBe(expected);
});

test.each([
  [' mia@example.com ', undefined],
  ['mia\u200d@exam\u00adple.com\ufffc', undefined],
  ['müller@example.de', 'Enter a complete email address, for example name@example.com'],
  ['', 'Enter a complete email address, for example name@example.com'],
])('email "%s" gives the message: %s', (email, expected) => {
  expect(contactIssues({ ...contact, email }).email).toBe(expected);
});

test('names must have 1 to 100 characters', () => {
  expect(contactIssues({ ...contact, firstName: ' ', lastName: 'R'.repeat(100) })).toEqual({
    firstName: 'Enter your first name',
  });
  expect(Object.keys(contactIssues({ ...contact, lastName: 'R'.repeat(101) }))).toEqual(['lastName']);
});

test.each([
  ['mia@gmial.com', 'mia@gmail.com'],
  ['mia@gmai.com', 'mia@gmail.com'],
  ['mia@gmaill.com', 'mia@gmail.com'],
  ['Mia.Rose@Gnail.com ', 'Mia.Rose@gmail.com'],
  ['mia@gmail.co', 'mia@gmail.com'],
  ['mia@hotmial.com', 'mia@hotmail.com'],
  ['mia@yahooo.com', 'mia@yahoo.com'],
  ['mia@iclod.com', 'mia@icloud.com'],
  ['mia\uff20gmial\u200b.com', 'mia@gmail.com'],
  ['mia@my-own-shop.con', 'mia@my-own-shop.com'],
])('%j suggests %j', (typed, expected) => {
  expect(suggestedAddress(typed)).toBe(expected);
});

test.each([
  'mia@gmail.com',
  'mia@g\u00admail.com',
  'mia@mail.com',
  'mia@ymail.com',
  'mia@gmx.net',
  'mia@gmx.de',
  'mia@example.com',
  'mia@yahoo.de',
  'mia@hotmail.fr',
  'mia@outlook.de',
  'mia@one.com',
  'mia@',
  'mia',
  '',
])('%j gives no suggestion', (typed) => {
  expect(suggestedAddress(typed)).toBe(null);
});
