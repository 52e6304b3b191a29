import { expect, test } from 'vitest';

import { chanceOfNoDifference, rateOf, verdict } from './headline-test.ts';

const shown = (visitors: number, conversions: number) => ({ visitors, conversions });

test.each([
  // z = 2.103 by hand; two-sided areas from tables of the normal curve.
  [shown(1_000, 100), shown(1_000, 130), 0.0355],
  [shown(200, 20), shown(200, 20), 1],
  [shown(10_000, 1_000), shown(10_000, 1_300), 0],
])('the p-value of the difference between %j and %j is %f', (a, b, chance) => {
  expect(chanceOfNoDifference(a, b)).toBeCloseTo(chance, 3);
});

test.each([
  [shown(0, 0), shown(0, 0)],
  [shown(1_000, 9), shown(1_000, 100)],
  [shown(15, 10), shown(1_000, 100)],
])('%j and %j are too few visits for a verdict', (a, b) => {
  expect(chanceOfNoDifference(a, b)).toBeNull();
  expect(verdict(a, b)).toBe('Too few visits to say anything yet.');
});

test('the verdict names a winner only for a p-value below 5 %', () => {
  expect(verdict(shown(1_000, 100), shown(1_000, 130))).toMatch(/^B does better: .* in 3\.5 % of such tests\.$/);
  expect(verdict(shown(1_000, 100), shown(1_000, 120))).toMatch(/^No clear difference/);
  expect(rateOf(shown(0, 0))).toBe(0);
});
