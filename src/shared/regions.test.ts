import { expect, test } from 'vitest';

import { regionCode, regionsOf } from './regions.ts';

test.each([
  ['US', 'CA', 'CA'],
  ['US', ' california ', 'CA'],
  ['US', 'nj', 'NJ'],
  ['CA', 'Quebec', 'QC'],
  ['AU', 'nsw', 'NSW'],
  ['US', 'Bavaria', null],
  ['GB', 'Kent', null],
  ['XX', 'CA', null],
  ['US', '', null],
])('in %s "%s" is the region %s', (country, typed, code) => {
  expect(regionCode(country, typed)).toBe(code);
});

test('51 states with the capital and one territory, 13 provinces and territories, 8 states of Australia', () => {
  expect(['US', 'CA', 'AU', 'GB'].map((country) => regionsOf(country).length)).toEqual([52, 13, 8, 0]);
});
