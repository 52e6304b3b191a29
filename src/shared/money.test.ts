import fc from 'fast-check';
import { expect, test } from 'vitest';

import { allocate, basisPointsOf, formatCount, formatUsd } from './money.ts';

test('a split loses no cent and gives the rest to the largest remainders', () => {
  expect(allocate(100, [1, 1, 1])).toEqual([34, 33, 33]);
  expect(allocate(5, [0, 10])).toEqual([0, 5]);
  expect(allocate(7, [])).toEqual([]);
});

test('every split adds up, regardless of the weights', () => {
  const weights = fc
    .array(fc.nat(1_000_000), { minLength: 1, maxLength: 12 })
    .filter((all) => all.some((one) => one > 0));
  fc.assert(
    fc.property(fc.nat(10_000_000), weights, (total, all) => {
      const parts = allocate(total, all);
      expect(parts.reduce((a, b) => a + b, 0)).toBe(total);
      expect(parts.every((part) => Number.isInteger(part) && part >= 0)).toBe(true);
    }),
  );
});

test.each([
  [5_900, 1_000, 590],
  [4_995, 1_000, 500],
  [4_994, 1_000, 499],
  [1, 10_000, 1],
])('%i cents at %i basis points are %i cents', (cents, points, expected) => {
  expect(basisPointsOf(cents, points)).toBe(expected);
});

test('money is written in US format', () => {
  expect(formatUsd(123_450)).toBe('$1,234.50');
  expect(formatUsd(-123_456_789)).toBe('-$1,234,567.89');
});

test('money is written like Intl.NumberFormat does, for any amount', () => {
  const usd = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });
  fc.assert(
    fc.property(fc.maxSafeInteger(), (all) => {
      const cents = all % 100_000_000_000;
      expect(formatUsd(cents)).toBe(usd.format(cents / 100).replace(/^-(?=\$0\.00$)/, ''));
    }),
  );
});

test('counts are written like Intl.NumberFormat does', () => {
  fc.assert(
    fc.property(fc.maxSafeNat(), (count) => {
      expect(formatCount(count)).toBe(count.toLocaleString('en-US'));
    }),
  );
});
