import { expect, test } from 'vitest';

import { differenceReasons, isUnexplained, reasonFor, type Compared, type DifferenceReason } from './difference.ts';

const paid: Compared = {
  hasOrder: true,
  mode: 'live',
  ledgerMode: 'live',
  shopBalanceCents: 5_900,
  providerBalanceCents: 4_900,
  isForeign: false,
  isDisputed: false,
  hasPendingRefund: false,
  isAhead: false,
};

test.each<[string, Partial<Compared>, string]>([
  ['without an order', { hasOrder: false, mode: null, shopBalanceCents: 0 }, 'no_order'],
  ['of an order of the rehearsal', { mode: 'test' }, 'other_mode'],
  ['of an order without a mode', { mode: null }, 'other_mode'],
  ['paid out in euros', { isForeign: true, providerBalanceCents: 0 }, 'other_currency'],
  ['equal over all time', { providerBalanceCents: 5_900, isAhead: true }, 'other_day'],
  ['newer than what was read', { providerBalanceCents: null, isAhead: true }, 'unread'],
  ['unknown to the provider', { providerBalanceCents: null }, 'no_record'],
  ['disputed', { providerBalanceCents: 0, isDisputed: true }, 'disputed'],
  ['with a refund on its way', { hasPendingRefund: true }, 'refund_pending'],
  ['of another amount', {}, 'amount'],
])('a difference of a payment %s has its reason', (_name, known, reason) => {
  expect(reasonFor({ ...paid, ...known })).toBe(reason);
});

test('only a missing order, a missing record and another amount need someone to look', () => {
  const reasons = Object.keys(differenceReasons) as DifferenceReason[];
  expect(reasons.filter(isUnexplained)).toEqual(['no_order', 'no_record', 'amount']);
});
