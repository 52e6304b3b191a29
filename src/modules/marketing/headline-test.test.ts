import { expect, test } from 'vitest';

import { conversionRate, verdict } from './headline-test.ts';

const shown = (visitors: number, conversions: number) => ({ visitors, conversions });

test.each([
  // z = 2.103 by hand; two-sided areas from tables of the normal curve (0.0355).
  [shown(1_000, 100), shown(1_000, 130), '3.5%'],
  [shown(200, 20), shown(200, 20), '100.0%'],
  [shown(10_000, 1_000), shown(10_000, 1_300), 'less than 0.1%'],
])('the verdict on %j and %j states the p-value %s', (a, b, pValue) => {
  expect(verdict(a, b)).toContain(`in ${pValue} of tests.`);
});

test.each([
  [shown(0, 0), shown(0, 0)],
  [shown(1_000, 9), shown(1_000, 100)],
  [shown(15, 10), shown(1_000, 100)],
])('%j and %j are too few visits for a verdict', (a, b) => {
  expect(verdict(a, b)).toBe('Not enough visits yet to compare.');
});

test('the verdict names a winner only for a p-value below 5 %', () => {
  expect(verdict(shown(1_000, 100), shown(1_000, 130))).toMatch(/^B is winning\. .* in 3\.5% of tests\.$/);
  expect(verdict(shown(1_000, 100), shown(1_000, 120))).toMatch(/^No clear winner yet/);
  expect(conversionRate(shown(0, 0))).toBe(0);
});
