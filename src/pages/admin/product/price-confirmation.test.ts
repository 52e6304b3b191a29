import { expect, test } from 'vitest';

import { priceQuestion } from './price-confirmation.ts';

const until = new Date('2026-12-24T12:00:00Z');

test.each([
  ['raised', 5_900, 6_450, 12_000, null, 'Raise to $64.50? Shoppers will no longer see “$120, Save $61”.'],
  [
    'lowered',
    5_900,
    4_900,
    12_000,
    5_900,
    'Lower to $49? Shoppers will see “$59, Save $10” instead of “$120, Save $61”.',
  ],
  [
    'unchanged',
    5_900,
    5_900,
    12_000,
    10_000,
    'Save these prices? Shoppers will see “$100, Save $41” instead of “$120, Save $61”.',
  ],
])('a %s price is asked about in the words of the shop', (_how, fromCents, toCents, nowCents, thenCents, question) => {
  const result = priceQuestion({ fromCents, toCents, nowCents, thenCents, lowestCents: null, until });
  expect(result).toEqual({
    question,
    note: 'If you undo the change within an hour, before anyone buys, it isn’t recorded.',
    keep: 'Keep $59',
  });
});
