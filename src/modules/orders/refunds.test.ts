import fc from 'fast-check';
import { expect, test } from 'vitest';

import { refundRefusal, statusAfter, type RefundRefusal, type RefundStatus } from './refunds.ts';

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
