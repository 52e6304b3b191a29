import fc from 'fast-check';
import { expect, test } from 'vitest';

import { splitReturn, soldParts, sumOfParts, type ReturnedMoney, type SplitReturn } from './refund-split.ts';
import type { MoneyParts } from './refunds.ts';

const item = {
  name: 'Wand',
  imageUrl: '',
  unitPriceCents: 5_900,
  discountCents: 0,
  restockedQuantity: 0,
};

const wand = '00000000-0000-4000-8000-000000000001';
const balm = '00000000-0000-4000-8000-000000000002';

/** Two wands to California: $118.00, $8.56 of added tax, $5.99 of shipping. */
const california = {
  items: [{ ...item, productId: wand, quantity: 2, taxCents: 856, totalCents: 12_656 }],
  shippingCents: 599,
  taxCents: 856,
  tax: { name: 'CA sales tax', ratePpm: 72_500, inclusive: false, amountCents: 856 },
  capturedCents: 13_255,
};

/** One wand to London: $59.00 with $9.83 of VAT in it, and $5.99 of shipping. */
const london = {
  items: [{ ...item, productId: wand, quantity: 1, taxCents: 0, totalCents: 5_900 }],
  shippingCents: 599,
  taxCents: 0,
  tax: { name: 'VAT', ratePpm: 200_000, inclusive: true, amountCents: 983 },
  capturedCents: 6_499,
};

const none = { parts: null, isTax: false };
const units = (quantity: number, shipping = false) => ({
  parts: { lines: [{ productId: wand, quantity }], shipping },
  isTax: false,
});
const share = (basisPoints: number) => ({ parts: { lines: [], shipping: false, basisPoints }, isTax: false });
const shipping = { parts: { lines: [], shipping: true }, isTax: false };
const tax = { parts: null, isTax: true };

type Order = Parameters<typeof splitReturn>[0];

/** Splits returns one after the other. Returns goods, shipping and tax of each. */
function splitAll(order: Order, returns: readonly ReturnedMoney[]): SplitReturn[] {
  const done: SplitReturn[] = [];
  for (const one of returns) done.push({ ...one, split: splitReturn(order, done, one) });
  return done;
}

const figures = ({ goodsCents, shippingCents, taxCents }: MoneyParts) => [goodsCents, shippingCents, taxCents];

type Case = [string, Order, ReturnedMoney[], number[][]];

test.each<Case>([
  ['the shipping alone takes no tax', california, [{ ...shipping, amountCents: 599 }], [[0, 599, 0]]],
  ['the shipping alone takes no included tax', london, [{ ...shipping, amountCents: 599 }], [[0, 599, 0]]],
  ['everything returns exactly each part', california, [{ ...none, amountCents: 13_255 }], [[11_800, 599, 856]]],
  ['everything returns the included tax', london, [{ ...none, amountCents: 6_499 }], [[4_917, 599, 983]]],
  [
    'half by percent takes half of each part',
    california,
    [{ ...share(5_000), amountCents: 6_628 }],
    [[5_900, 300, 428]],
  ],
  ['100% returns exactly each part', london, [{ ...share(10_000), amountCents: 6_499 }], [[4_917, 599, 983]]],
  ['one of two units takes half of the tax', california, [{ ...units(1), amountCents: 6_328 }], [[5_900, 0, 428]]],
  ['units and shipping take both', california, [{ ...units(2, true), amountCents: 13_255 }], [[11_800, 599, 856]]],
  ['more than its unit takes shipping', london, [{ ...units(1), amountCents: 6_200 }], [[4_917, 300, 983]]],
  ['less than its unit takes its share of the tax', london, [{ ...units(1), amountCents: 2_950 }], [[2_458, 0, 492]]],
  ['an amount takes goods with their tax first', california, [{ ...none, amountCents: 1_000 }], [[932, 0, 68]]],
  [
    'shipping first, then all the rest',
    california,
    [
      { ...shipping, amountCents: 599 },
      { ...none, amountCents: 12_656 },
    ],
    [
      [0, 599, 0],
      [11_800, 0, 856],
    ],
  ],
  [
    'shipping that went back is not returned again by an amount above the goods',
    california,
    [
      { ...shipping, amountCents: 599 },
      { ...shipping, amountCents: 100 },
    ],
    [
      [0, 599, 0],
      [93, 0, 7],
    ],
  ],
  ['Great Britain to Jersey: all its VAT', london, [{ ...tax, amountCents: 983 }], [[0, 0, 983]]],
  [
    'California to Oregon: all its tax, then goods without any',
    california,
    [
      { ...tax, amountCents: 856 },
      { ...units(1), amountCents: 5_900 },
    ],
    [
      [0, 0, 856],
      [5_900, 0, 0],
    ],
  ],
  [
    'California to New York: the difference, then half of the rest',
    california,
    [
      { ...tax, amountCents: 384 },
      { ...none, amountCents: 6_136 },
    ],
    [
      [0, 0, 384],
      [5_900, 0, 236],
    ],
  ],
  [
    'Oregon to California: no tax was charged',
    { ...california, taxCents: 0, tax: null, capturedCents: 12_399 },
    [{ ...none, amountCents: 12_399 }],
    [[11_800, 599, 0]],
  ],
  ['more tax than was charged takes goods', california, [{ ...tax, amountCents: 1_000 }], [[144, 0, 856]]],
  [
    'a lost dispute after a refund returns more than was captured: the rest is goods',
    london,
    [
      { ...none, amountCents: 6_499 },
      { ...none, amountCents: 100 },
    ],
    [
      [4_917, 599, 983],
      [100, 0, 0],
    ],
  ],
])('a refund by parts: %s', (_what, order, returns, expected) => {
  expect(splitAll(order, returns).map(({ split }) => figures(split))).toEqual(expected);
});

test('many refunds of a cent take the tax in proportion all along', () => {
  const returns = splitAll(
    california,
    Array.from({ length: 1_000 }, () => ({ ...none, amountCents: 1 })),
  );
  for (const count of [50, 200, 500, 1_000]) {
    const back = sumOfParts(returns.slice(0, count).map(({ split }) => split));
    expect(back.taxCents).toBe(Math.round((count * 856) / 12_656));
  }
});

test('money that does not match the total is missing from the goods first, and above it is goods', () => {
  expect(figures(soldParts({ ...california, capturedCents: 12_755 }))).toEqual([11_300, 599, 856]);
  expect(figures(soldParts({ ...california, capturedCents: 14_000 }))).toEqual([12_545, 599, 856]);
  expect(figures(soldParts({ ...california, capturedCents: 1_000 }))).toEqual([0, 144, 856]);
  expect(figures(soldParts({ ...california, capturedCents: 0 }))).toEqual([0, 0, 0]);
});

const cents = fc.integer({ min: 0, max: 90_000 });
const step = fc.record({
  part: fc.integer({ min: 1, max: 100 }),
  kind: fc.constantFrom('amount', 'shipping', 'tax', 'percent', 'wand', 'balm', 'both'),
});
const plan = fc.record({
  lines: fc.tuple(cents, cents),
  quantities: fc.tuple(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 5 })),
  shipping: fc.constantFrom(0, 599, 1_299),
  ppm: fc.constantFrom(0, 40_000, 72_500, 88_750, 149_750, 200_000),
  inclusive: fc.boolean(),
  mismatch: fc.constantFrom(0, 0, 0, -500, 250),
  steps: fc.array(step, { maxLength: 12 }),
});
type Plan = typeof plan extends fc.Arbitrary<infer T> ? T : never;

function orderOf({ lines, quantities, shipping: shippingCents, ppm, inclusive, mismatch }: Plan): Order {
  const items = lines.map((totalCents, index) => ({
    ...item,
    productId: index === 0 ? wand : balm,
    quantity: quantities[index] ?? 1,
    taxCents: 0,
    totalCents: inclusive ? totalCents : totalCents + Math.round((totalCents * ppm) / 1_000_000),
  }));
  const gross = items.reduce((sum, { totalCents }) => sum + totalCents, 0);
  const added = gross - (lines[0] + lines[1]);
  const amountCents = inclusive ? Math.round((gross * ppm) / (1_000_000 + ppm)) : added;
  const taxCents = inclusive ? 0 : added;
  const capturedCents = Math.max(0, gross + shippingCents + mismatch);
  return { items, shippingCents, taxCents, tax: { name: 'Tax', ratePpm: ppm, inclusive, amountCents }, capturedCents };
}

/** Returns the planned return, within the money that is left. Null if none is left. */
function returnOf(order: Order, left: number, { part, kind }: Plan['steps'][number]): ReturnedMoney | null {
  const amountCents = Math.min(left, Math.ceil((left * part) / 100));
  if (amountCents <= 0) return null;
  const parts = (productIds: readonly string[], shippingToo: boolean) => ({
    lines: productIds.map((productId) => ({ productId, quantity: 1 })),
    shipping: shippingToo,
  });
  const kinds = {
    amount: none,
    tax,
    percent: share(part * 100),
    shipping: { parts: parts([], true), isTax: false },
    wand: { parts: parts([wand], false), isTax: false },
    balm: { parts: parts([balm], false), isTax: false },
    both: { parts: parts([wand, balm], true), isTax: false },
  };
  return { ...kinds[kind], amountCents: kind === 'shipping' ? Math.min(left, order.shippingCents || 1) : amountCents };
}

test('the parts of random returns are never negative, add up, stay within what was sold and end with all of it', () => {
  fc.assert(
    fc.property(plan, (planned) => {
      const order = orderOf(planned);
      const sold = soldParts(order);
      expect(sold.goodsCents + sold.shippingCents + sold.taxCents).toBe(order.capturedCents);
      const returns: ReturnedMoney[] = [];
      let left = order.capturedCents;
      for (const one of planned.steps) {
        const next = returnOf(order, left, one);
        if (next === null) break;
        returns.push(next);
        left -= next.amountCents;
      }
      if (left > 0) returns.push({ ...none, amountCents: left });
      const done = splitAll(order, returns);
      for (const { split, amountCents } of done) {
        expect(figures(split).reduce((sum, part) => sum + part, 0)).toBe(amountCents);
        expect(Math.min(...figures(split))).toBeGreaterThanOrEqual(0);
      }
      for (const count of done.keys()) {
        const back = sumOfParts(done.slice(0, count + 1).map(({ split }) => split));
        expect(back.goodsCents).toBeLessThanOrEqual(sold.goodsCents);
        expect(back.shippingCents).toBeLessThanOrEqual(sold.shippingCents);
        expect(back.taxCents).toBeLessThanOrEqual(sold.taxCents);
      }
      expect(sumOfParts(done.map(({ split }) => split))).toEqual(sold);
    }),
    { numRuns: 2_000 },
  );
});
