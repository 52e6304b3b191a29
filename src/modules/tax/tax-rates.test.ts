import { expect, test } from 'vitest';

import { percentText, ppmOf } from './tax-rates.ts';

test.each([
  ['7.25', 72_500],
  ['14.975 %', 149_750],
  ['0', 0],
  ['100', 1_000_000],
  ['100.0001', null],
  ['7,25', null],
  ['-1', null],
  ['', null],
])('a rate typed as %j is %s millionths', (typed, ppm) => {
  expect(ppmOf(typed)).toBe(ppm);
});

test('a rate is shown as it is typed', () => {
  expect([72_500, 149_750, 0].map(percentText)).toEqual(['7.25', '14.975', '0']);
});
