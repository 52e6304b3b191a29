import { expect, test } from 'vitest';

import { codeSaving, leavesAtTop, mayOffer, offerEnd, type ExitOfferState } from './exit-offer.ts';

test.each([
  [-1, true],
  [0, true],
  [20, true],
  [21, false],
])('a pointer that leaves at %i px is about to leave the page: %s', (clientY, expected) => {
  expect(leavesAtTop(clientY)).toBe(expected);
});

const quiet: ExitOfferState = { wasShown: false, hasCode: false, isBusy: false, isTyping: false, isDialogOpen: false };

test('the offer opens if no condition blocks it', () => {
  expect(mayOffer(quiet)).toBe(true);
});

test.each(['wasShown', 'hasCode', 'isBusy', 'isTyping', 'isDialogOpen'] as const)(
  'the offer does not open if %s',
  (reason) => {
    expect(mayOffer({ ...quiet, [reason]: true })).toBe(false);
  },
);

test('an offer made at 12:00:00.000 ends at 12:05:00.000', () => {
  expect(offerEnd(new Date('2026-11-21T12:00:00Z'))).toEqual(new Date('2026-11-21T12:05:00Z'));
});

test.each([
  ['percent', 1_000, 590],
  ['fixed', 700, 700],
  ['free_shipping', 0, 1_299],
  ['free_order', 0, 7_199],
] as const)('a %s code of %i saves %i cents on goods of $59.00 and shipping of $12.99', (type, value, expected) => {
  expect(codeSaving({ type, value }, { goods: 5_900, shippingCents: 1_299 })).toBe(expected);
});
