import { expect, test } from 'vitest';

import { codeAmount, codeRefusal, promotionIn, promotionOffered, type DiscountCode } from './discount-code.ts';
import type { PricedLine } from '#modules/promotions/promotion-kinds.ts';
import { promotionsOff } from '#modules/promotions/promotions.ts';

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
] as const)('a %s code of %i applied to goods of %i cents takes off %i cents', (type, value, goods, expected) => {
  expect(codeAmount({ type, value }, goods)).toBe(expected);
});

test.each([
  ['2026-10-31T23:59:59.999Z', 'unknown_code'],
  ['2026-11-01T00:00:00.000Z', null],
  ['2026-11-30T23:59:59.999Z', null],
  ['2026-12-01T00:00:00.000Z', 'code_expired'],
])('at %s the code is refused as %s: the end date is exclusive', (at, expected) => {
  expect(codeRefusal(code, { goods: 5_900, now: new Date(at), shopMode: 'demo' })).toBe(expected);
});

test.each([
  [4_999, 'below_minimum'],
  [5_000, null],
])('goods of %i cents with a minimum of 5,000: refusal %s', (goods, expected) => {
  expect(codeRefusal(code, { goods, now: new Date('2026-11-15T00:00:00Z'), shopMode: 'demo' })).toBe(expected);
});

test('a test code does not exist in a live shop', () => {
  const now = new Date('2026-11-15T00:00:00Z');
  expect(codeRefusal({ ...code, demoOnly: true }, { goods: 5_900, now, shopMode: 'live' })).toBe('unknown_code');
  expect(codeRefusal({ ...code, demoOnly: true }, { goods: 5_900, now, shopMode: 'demo' })).toBeNull();
});

const promotions = [{ kind: 'buy_x_get_y', options: { buy: 2, free: 1 } }];
const sharesOf = (lines: PricedLine[]) => promotionsOff(promotions, lines).shares;

test('the cheapest unit is free, and lines without a sale price do not count', () => {
  const lines = [
    { quantity: 2, unitPriceCents: 5_900, promoted: true },
    { quantity: 1, unitPriceCents: 2_000, promoted: true },
    { quantity: 9, unitPriceCents: 100, promoted: false },
  ];
  expect(sharesOf(lines)).toEqual([0, 2_000, 0]);
  const offered = { salePriceCents: 5_900, promotions, available: null };
  expect(promotionOffered({ ...offered, salePriceCents: null })).toBeNull();
  expect(promotionOffered(offered)).toBe('Buy 2 Get 1 Free');
  expect(promotionOffered({ ...offered, promotions: [] })).toBeNull();
});

test.each([
  [1, 7, 0, 'second'],
  [1, 2, 0, 'none'],
  [2, 7, 0, 'first'],
  [2, 2, 0, 'none'],
  [2, null, 0, 'first'],
  [3, 7, 5_900, 'none'],
  [4, 7, 5_900, 'second'],
  [5, 7, 5_900, 'first'],
])(
  '%i units with %s left: %i cents are off, and of the next two units %s is free',
  (quantity, available, offCents, free) => {
    const line = { quantity, available, unitPriceCents: 5_900, promoted: true };
    const labels = offCents === 0 ? [] : ['Buy 2 Get 1 Free'];
    expect(promotionIn(promotions, [line])).toEqual({
      offCents,
      labels,
      nextFree: free === 'first' ? line : null,
      secondNextFree: free === 'second' ? line : null,
    });
    const nothing = { offCents: 0, labels: [], nextFree: null, secondNextFree: null };
    expect(promotionIn(promotions, [{ ...line, promoted: false }])).toEqual(nothing);
  },
);

test.each([
  [0, false],
  [1, true],
  [null, true],
])('with %s units available the promotion is offered: %s', (available, isOffered) => {
  expect(promotionOffered({ salePriceCents: 5_900, promotions, available })).toBe(
    isOffered ? 'Buy 2 Get 1 Free' : null,
  );
});
