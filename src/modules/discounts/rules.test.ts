import { expect, test } from 'vitest';

import {
  codeAmount,
  codeRefusal,
  promotionActive,
  promotionIn,
  promotionOffered,
  promotionShares,
  type DiscountCode,
} from './rules.ts';

const code: DiscountCode = {
  id: 'c',
  code: 'GLOW10',
  name: '10% off',
  type: 'percent',
  value: 1_000,
  minSubtotalCents: 5_000,
  startsAt: new Date('2026-11-01T00:00:00Z'),
  endsAt: new Date('2026-12-01T00:00:00Z'),
  maxUses: null,
  maxUsesPerCustomer: null,
  used: 0,
  held: 0,
  cartId: null,
  demoOnly: false,
  isActive: true,
};

test.each([
  ['percent', 1_000, 5_900, 590],
  ['percent', 10_000, 5_900, 5_900],
  ['fixed', 1_500, 5_900, 1_500],
  ['fixed', 9_999, 5_900, 5_900],
  ['free_order', 0, 5_900, 5_900],
  ['free_shipping', 0, 5_900, 0],
] as const)('a %s code of %i takes from goods of %i cents %i cents', (type, value, goods, expected) => {
  expect(codeAmount({ type, value }, goods)).toBe(expected);
});

test.each([
  ['2026-10-31T23:59:59.999Z', 'unknown_code'],
  ['2026-11-01T00:00:00.000Z', null],
  ['2026-11-30T23:59:59.999Z', null],
  ['2026-12-01T00:00:00.000Z', 'code_expired'],
])('at %s the code is refused as %s: it ends from the very moment it ends', (at, expected) => {
  expect(codeRefusal(code, 5_900, new Date(at), 'demo')).toBe(expected);
});

test.each([
  [4_999, 'below_minimum'],
  [5_000, null],
])('with goods of %i cents a minimum of 5,000 says %s', (goods, expected) => {
  expect(codeRefusal(code, goods, new Date('2026-11-15T00:00:00Z'), 'demo')).toBe(expected);
});

test('a test code does not exist in a live shop', () => {
  const now = new Date('2026-11-15T00:00:00Z');
  expect(codeRefusal({ ...code, demoOnly: true }, 5_900, now, 'live')).toBe('unknown_code');
  expect(codeRefusal({ ...code, demoOnly: true }, 5_900, now, 'demo')).toBeNull();
});

test.each([
  [1, 0],
  [2, 0],
  [3, 5_900],
  [5, 5_900],
  [6, 11_800],
  [99, 33 * 5_900],
])('of %i wands at $59 the promotion gives %i cents', (quantity, expected) => {
  expect(promotionShares([{ quantity, unitPriceCents: 5_900, promoted: true }])).toEqual([expected]);
});

test('the cheapest unit is the free one, and lines without a sale price take no part', () => {
  const lines = [
    { quantity: 2, unitPriceCents: 5_900, promoted: true },
    { quantity: 1, unitPriceCents: 2_000, promoted: true },
    { quantity: 9, unitPriceCents: 100, promoted: false },
  ];
  expect(promotionShares(lines)).toEqual([0, 2_000, 0]);
  expect(promotionActive({ salePriceCents: null, promotionOn: true })).toBe(false);
  expect(promotionActive({ salePriceCents: 5_900, promotionOn: true })).toBe(true);
  expect(promotionActive({ salePriceCents: 5_900, promotionOn: false })).toBe(false);
});

test.each([
  [1, 7, 0, false],
  [2, 7, 0, true],
  [2, 2, 0, false],
  [2, null, 0, true],
  [3, 7, 5_900, false],
  [5, 7, 5_900, true],
])('%i units with %s left: %i cents are off, and the next one is free: %s', (quantity, available, offCents, isFree) => {
  const line = { quantity, available, unitPriceCents: 5_900, promoted: true };
  expect(promotionIn([line])).toEqual({ offCents, nextFree: isFree ? line : null });
  expect(promotionIn([{ ...line, promoted: false }])).toEqual({ offCents: 0, nextFree: null });
});

test.each([
  [0, false],
  [1, true],
  [null, true],
])('with %s units to sell the promotion is offered: %s', (available, isOffered) => {
  expect(promotionOffered({ salePriceCents: 5_900, promotionOn: true, available })).toBe(isOffered);
});
