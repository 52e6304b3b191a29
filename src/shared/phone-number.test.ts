import { expect, test } from 'vitest';

import { countries, type CountryCode } from './countries.ts';
import { isPhoneNumber, phoneText } from './phone-number.ts';
import { isPossiblePhoneNumber } from './phone-number.server.ts';

test.each([
  ['415 555 0132', true],
  ['(415) 555-0132', true],
  ['+1 415.555.0132', true],
  ['+44 20 7946 0018', true],
  ['0171/555 0132', true],
  ['1234567890', true],
  ['12345-6---7', true],
  ['123456789012345', true],
  ['+12345678901234 5', true],
  ['415 555 0132 x7', true],
  ['+14155550132x1234567', true],
  ['..........', false],
  ['          ', false],
  ['123456....', false],
  ['1234567890123456', false],
  ['123456789', false],
  ['123 456 789 012 345  ', false],
  ['+4915123456789x1234567', false],
  ['415+555+0132', false],
  ['++415 555 0132', false],
  ['call me maybe', false],
  ['', false],
])('%j has the format of a phone number: %s', (text, isOne) => {
  expect(isPhoneNumber(text)).toBe(isOne);
});

test.each([
  ['  415 555 0132  ', '415 555 0132'],
  ['415 555 0132 ext 5', '415 555 0132 x5'],
  ['415 555 0132, extension 12', '415 555 0132 x12'],
  ['415 555 0132 Ext. 5', '415 555 0132 x5'],
  ['415 555 0132x5', '415 555 0132 x5'],
  ['415 555 0132 #5', '415 555 0132 x5'],
  ['tel:+1-415-555-0132', '+1-415-555-0132'],
  ['tel:+1-415-555-0132;ext=5', '+1-415-555-0132 x5'],
  ['TEL: 415 555 0132;ext=12', '415 555 0132 x12'],
  ['+1 (415) 555-0132 ext. 12345', '+14155550132x12345'],
  ['+1 (415) 555\u20110132', '+1 (415) 555-0132'],
  ['415\u00ad555\u200d0132\ufe0f', '4155550132'],
  ['\u202a+1 415 555 0132\u202c', '+1 415 555 0132'],
  ['\u0664\u0661\u0665 \u0665\u0665\u0665 \u0660\u0661\u0663\u0662', '415 555 0132'],
  ['\uff0b44 20 7946 0018', '+44 20 7946 0018'],
])('the phone number %j is stored as %j', (typed, stored) => {
  expect(phoneText(typed)).toBe(stored);
  expect(isPhoneNumber(stored)).toBe(true);
});

test.each<[string, CountryCode, boolean]>([
  ['415 555 0132', 'US', true],
  ['1 415 555 0132', 'US', true],
  ['(555) 555-5555', 'US', true],
  ['787 555 0123', 'US', true],
  ['415 555 0132 x5', 'US', true],
  ['011 44 20 7946 0018', 'US', true],
  ['+44 20 7946 0018', 'US', true],
  ['+49 171 5550132', 'US', true],
  ['+52 55 1234 5678', 'US', true],
  ['(604) 555-0132', 'CA', true],
  ['020 7946 0018', 'GB', true],
  ['07700 900123', 'GB', true],
  ['01534 555012', 'GB', true],
  ['02 5550 1234', 'AU', true],
  ['0491 570 006', 'AU', true],
  ['1300 555 013', 'AU', true],
  ['415 555 013', 'US', false],
  ['415 555 01322', 'US', false],
  ['000 000 0000', 'US', false],
  ['123 456 7890', 'US', false],
  ['415 055 0132', 'US', false],
  ['0171/555 0132', 'US', false],
  ['00000 000000', 'GB', false],
  ['+49 0000000000', 'US', false],
  ['+999 1234567', 'US', false],
  ['20 7946 00', 'GB', false],
])('%j can be called from %s: %s', (phone, country, isOne) => {
  expect(isPossiblePhoneNumber(phone, [country])).toBe(isOne);
});

test('a number without a country is accepted if it fits one of the delivery countries', () => {
  const typed = ['0491 570 006', '020 7946 0018', '415 555 0132', '0000000000'];
  expect(typed.filter((phone) => !isPossiblePhoneNumber(phone, countries))).toEqual(['0000000000']);
});
