import fc from 'fast-check';
import { expect, test } from 'vitest';

import { addressRules, countries, countryName, postalCodeIn, regionCode, regionsOf, stateIn } from './countries.ts';

test.each([
  ['US', 'CA', 'CA'],
  ['US', ' california ', 'CA'],
  ['US', 'nj', 'NJ'],
  ['US', 'C\u00adA\ufffc', 'CA'],
  ['US', 'Armed Forces Europe', 'AE'],
  ['US', 'guam', 'GU'],
  ['CA', 'Quebec', 'QC'],
  ['AU', 'nsw', 'NSW'],
  ['US', 'Bavaria', null],
  ['GB', 'Kent', null],
  ['XX', 'CA', null],
  ['US', '', null],
])('in %s "%s" is the region %s', (country, typed, code) => {
  expect(regionCode(country, typed)).toBe(code);
});

test('50 states, the capital, 5 territories and 3 military regions; 13 provinces and territories; 8 states of Australia', () => {
  expect(['US', 'CA', 'AU', 'GB'].map((country) => regionsOf(country).length)).toEqual([59, 13, 8, 0]);
  const codes = regionsOf('US').map(({ code }) => code);
  expect(codes).toEqual(expect.arrayContaining(['AA', 'AE', 'AP', 'AS', 'DC', 'GU', 'MP', 'PR', 'VI']));
});

test.each([
  ['US', '94103', '94103'],
  ['US', ' 94103-1234 ', '94103-1234'],
  ['US', '94103 1234', '94103-1234'],
  ['US', '941031234', '94103-1234'],
  ['US', '9410', null],
  ['US', '94103\u20131234', '94103-1234'],
  ['US', '94103\u22121234', '94103-1234'],
  ['US', '\uff19\uff14\uff11\uff10\uff13\u00ad\ufe0f', '94103'],
  ['GB', 'SW1A\u00a01AA\u200d', 'SW1A 1AA'],
  ['US', '94103-12', null],
  ['CA', 'K1A 0B1', 'K1A 0B1'],
  ['CA', 'k1a0b1', 'K1A 0B1'],
  ['CA', 'K1A-0B1', 'K1A 0B1'],
  ['CA', 'K1A  0B1', 'K1A 0B1'],
  ['CA', '94103', null],
  ['GB', 'SW1A 1AA', 'SW1A 1AA'],
  ['GB', 'sw1a  1aa', 'SW1A 1AA'],
  ['GB', 'm11ae', 'M1 1AE'],
  ['GB', 'GIR 0AA', 'GIR 0AA'],
  ['GB', 'gir0aa', 'GIR 0AA'],
  ['GB', 'GIR 1AA', null],
  ['GB', 'BFPO 57', 'BFPO 57'],
  ['GB', 'bfpo  5765', 'BFPO 5765'],
  ['GB', 'BF1 3AB', 'BF1 3AB'],
  ['GB', 'BFPO', null],
  ['GB', 'SW1A', null],
  ['GB', '94103', null],
  ['AU', ' 2000 ', '2000'],
  ['AU', '20000', null],
  ['AU', '', null],
])('in %s the postal code "%s" is written %s', (country, typed, code) => {
  expect(postalCodeIn(country, typed)).toBe(code);
});

test('a postal code is written in its country’s format, in any case and with any spaces', () => {
  const written = fc.constantFrom<[string, string]>(
    ['US', '94103-1234'],
    ['CA', 'K1A 0B1'],
    ['GB', 'SW1A 1AA'],
    ['GB', 'BFPO 57'],
    ['AU', '2000'],
  );
  fc.assert(
    fc.property(written, fc.array(fc.constantFrom('', ' ', '  ')), fc.boolean(), ([country, code], spaces, isSmall) => {
      const spread = Array.from(code, (sign, index) => sign + (spaces[index] ?? '')).join('');
      expect(postalCodeIn(country, isSmall ? spread.toLowerCase() : spread)).toBe(code);
    }),
  );
});

test('the example in the sentence of each country is a postal code of that country and of no other', () => {
  for (const country of countries) {
    const example = addressRules(country).postalSentence.split('for example ')[1] ?? '';
    expect(countries.filter((one) => postalCodeIn(one, example) !== null)).toEqual([country]);
  }
});

test.each([
  ['US', 'oregon', 'OR'],
  ['CA', 'OR', ''],
  ['AU', 'CA', ''],
  ['GB', 'OR', ''],
  ['GB', 'Ontario', ''],
  ['GB', ' Kent ', 'Kent'],
  ['GB', '', ''],
])('an address in %s with the state "%s" is stored with "%s"', (country, typed, stored) => {
  expect(stateIn(country, typed)).toBe(stored);
});

test.each([
  ['US', 'United States'],
  ['GB', 'United Kingdom'],
  ['DE', 'Germany'],
  ['', ''],
  ['usa', 'usa'],
])('the country %j is called %s', (code, name) => {
  expect(countryName(code)).toBe(name);
});
