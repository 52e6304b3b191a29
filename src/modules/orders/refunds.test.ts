import fc from 'fast-check';
import { expect, test } from 'vitest';

import {
  partsLabel,
  refundableParts,
  refundRefusal,
  shareAmount,
  statusAfter,
  type RefundedParts,
  type RefundRefusal,
  type RefundStatus,
} from './refunds.ts';

test.each<[number, number, number, RefundRefusal | null]>([
  [0, 0, 100, 'not_paid'],
  [5_900, 0, 1, 'nothing_to_refund'],
  [5_900, 5_900, 0, 'nothing_to_refund'],
  [5_900, 5_900, 0.5, 'nothing_to_refund'],
  [5_900, 5_900, 5_901, 'too_much'],
  [5_900, 5_900, 5_900, null],
  [5_900, 1, 2, 'too_much'],
  [5_900, 1, 1, null],
])(
  'a payment with %i cents captured and %i left answers a refund of %i cents with %s',
  (captured, remaining, amount, refusal) => {
    expect(refundRefusal(captured, remaining, amount)).toBe(refusal);
  },
);

test.each<[RefundStatus, string | null, RefundStatus, RefundStatus]>([
  ['pending', 're_1', 'succeeded', 'succeeded'],
  ['pending', 're_1', 'failed', 'failed'],
  ['succeeded', 're_1', 'pending', 'succeeded'],
  ['succeeded', 're_1', 'failed', 'failed'],
  ['failed', 're_1', 'succeeded', 'failed'],
  ['failed', 're_1', 'pending', 'failed'],
  ['failed', null, 'succeeded', 'succeeded'],
  ['pending', null, 'succeeded', 'succeeded'],
])('a refund that is %s (%s) and updated to %s becomes %s', (status, providerId, update, after) => {
  expect(statusAfter({ status, providerId }, update)).toBe(after);
});

test('refund updates lead to the same status in any order and any number', () => {
  const statements = fc.array(fc.constantFrom<RefundStatus>('pending', 'succeeded', 'failed'), { minLength: 1 });
  fc.assert(
    fc.property(statements, fc.infiniteStream(fc.nat()), (updates, random) => {
      const end = (all: readonly RefundStatus[]) =>
        all.reduce<RefundStatus>((status, one) => statusAfter({ status, providerId: 're_1' }, one), 'pending');
      const weights = new Map(updates.map((_, index) => [index, random.next().value ?? 0]));
      const shuffled = updates
        .map((one, index) => ({ one, place: index }))
        .toSorted((a, b) => (weights.get(a.place) ?? 0) - (weights.get(b.place) ?? 0))
        .map(({ one }) => one);
      expect(end([...shuffled, ...updates])).toBe(end(updates));
    }),
  );
});

const wands = (quantity: number, totalCents: number) => ({
  productId: 'wand',
  name: 'Glow Wand',
  imageUrl: '',
  quantity,
  unitPriceCents: totalCents,
  discountCents: 0,
  taxCents: 0,
  totalCents,
  restockedQuantity: 0,
});

const units = (quantity: number, shipping = false) => ({
  by: 'items' as const,
  parts: { lines: quantity === 0 ? [] : [{ productId: 'wand', quantity }], shipping },
});

const made = (parts: RefundedParts | null, status: RefundStatus = 'succeeded') => ({ status, parts });

test('refunds of single units and the shipping add up to what was paid, to the cent', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 12 }),
      fc.nat(200_000),
      fc.integer({ min: 1, max: 5_000 }),
      (n, paid, ships) => {
        const order = { items: [wands(n, paid)], shippingCents: ships, capturedCents: paid + ships };
        const earlier: { status: RefundStatus; parts: RefundedParts }[] = [];
        let refunded = 0;
        for (const share of [...Array.from({ length: n }, () => units(1)), units(0, true)]) {
          refunded += shareAmount(order, earlier, share) ?? Number.NaN;
          earlier.push({ status: 'pending', parts: share.parts });
        }
        expect(refunded).toBe(paid + ships);
        expect(shareAmount(order, earlier, units(1))).toBeNull();
        expect(refundableParts(order, earlier)).toEqual({ lines: [], shippingCents: 0 });
      },
    ),
  );
});

test.each<[string, ReturnType<typeof made>[], ReturnType<typeof units>, number | null]>([
  ['one of three units', [], units(1), 334],
  ['all three units', [], units(3), 1_000],
  ['all three units and the shipping', [], units(3, true), 1_599],
  ['the next two after the first', [made(units(1).parts)], units(2), 666],
  ['one again after its refund failed', [made(units(3).parts, 'failed')], units(1), 334],
  ['three after one', [made(units(1).parts)], units(3), null],
  ['the shipping twice', [made(units(0, true).parts)], units(0, true), null],
  [
    'another order’s product',
    [],
    { by: 'items', parts: { lines: [{ productId: 'x', quantity: 1 }], shipping: false } },
    null,
  ],
])('a refund of %s is worth its share', (_what, earlier, share, cents) => {
  const order = { items: [wands(3, 1_000)], shippingCents: 599, capturedCents: 1_599 };
  expect(shareAmount(order, earlier, share)).toBe(cents);
});

test.each([
  [5_000, 800],
  [10_000, 1_599],
  [3_333, 533],
])('%d basis points of $15.99 paid are %d cents', (basisPoints, cents) => {
  const order = { items: [wands(3, 1_000)], shippingCents: 599, capturedCents: 1_599 };
  expect(shareAmount(order, [], { by: 'percent', basisPoints })).toBe(cents);
});

test('the parts of a refund are named', () => {
  expect([null, units(1).parts, units(2, true).parts, units(0, true).parts].map(partsLabel)).toEqual([
    '',
    '1 unit',
    '2 units and shipping',
    'shipping',
  ]);
});
