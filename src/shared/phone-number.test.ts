import { expect, test } from 'vitest';

import { isPhoneNumber } from './phone-number.ts';

test.each([
  ['415 555 0132', true],
  ['(415) 555-0132', true],
  ['+1 415.555.0132', true],
  ['+1 (415) 555\u20110132', true],
  ['+44 20 7946 0018', true],
  ['0171/555 0132', true],
  ['1234567890', true],
  ['12345-6---7', true],
  ['123456789012345', true],
  ['+12345678901234 5', true],
  ['..........', false],
  ['          ', false],
  ['123456....', false],
  ['1234567890123456', false],
  ['123456789', false],
  ['123 456 789 012 345  ', false],
  ['415+555+0132', false],
  ['++415 555 0132', false],
  ['415 555 0132 x7', false],
  ['call me maybe', false],
  ['', false],
])('%j is a phone number: %s', (text, isOne) => {
  expect(isPhoneNumber(text)).toBe(isOne);
});
