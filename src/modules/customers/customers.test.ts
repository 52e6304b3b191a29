import { expect, test } from 'vitest';

import { nameOf, phoneDigits } from './customers.ts';

test('a customer without a name is shown by email address', () => {
  expect(nameOf({ firstName: '', lastName: '', email: 'a@example.com' })).toBe('a@example.com');
  expect(nameOf({ firstName: 'Mia', lastName: '', email: 'a@example.com' })).toBe('Mia');
});

test.each([
  ['+1 (206) 555-0199', '065550199'],
  ['07700 900', '7700900'],
  ['555 019', '555019'],
  ['55501', null],
  ['HR-555019', null],
  ['', null],
])('the digits of "%s" as a phone number are %s', (search, digits) => {
  expect(phoneDigits(search)).toBe(digits);
});
