import { expect, test } from 'vitest';

import { holdTookStock, holdExplanation, reasonRefusal, releaseRefusal, type ReleaseRefusal } from './order-holds.ts';

const shippingAddress = {
  street: '1 Market Street',
  line2: '',
  city: 'Reno',
  state: 'NV',
  postalCode: '89501',
  country: 'US',
};
const held = {
  status: 'pending' as const,
  holdReason: 'amount_mismatch',
  paymentStatus: 'pending' as const,
  shippingAddress,
  lines: 1,
};

test.each<[string, object, boolean, ReleaseRefusal | null]>([
  ['as it stands', {}, false, null],
  ['that nothing holds', { holdReason: null }, false, 'not_held'],
  ['whose payment is disputed', {}, true, 'dispute_open'],
  ['that was refunded', { paymentStatus: 'refunded' }, false, 'refunded_already'],
  ['that was refunded and cancelled', { status: 'cancelled', paymentStatus: 'refunded' }, false, null],
  ['that holds nothing', { lines: 0 }, false, 'nothing_to_ship'],
  ['without a street', { shippingAddress: { ...shippingAddress, street: ' ' } }, false, 'address_missing'],
])('releasing an order %s', (_how, change, hasDispute, expected) => {
  expect(releaseRefusal({ ...held, ...change }, hasDispute)).toBe(expected);
});

test.each([
  [null, true],
  ['contact_incomplete', true],
  ['code_gone', true],
  ['stock_gone', false],
  ['amount_mismatch', false],
  ['unknown_checkout', false],
])('an order placed with the hold %s took its units out of stock: %s', (reason, expected) => {
  expect(holdTookStock(reason)).toBe(expected);
});

test('an unknown hold reason is shown as text, even if it is the name of an object property', () => {
  expect(holdExplanation('fraud_score').why).toBe('fraud score');
  expect(holdExplanation('constructor').why).toBe('constructor');
  expect(holdExplanation('stock_gone').todo).toContain('Release it when stock arrives');
});

test.each([
  ['', 'reason_missing'],
  [' \t ', 'reason_missing'],
  ['x', null],
  [` ${'x'.repeat(300)} `, null],
  ['x'.repeat(301), 'reason_too_long'],
])('checking %j as the reason of a hold or release gives %j', (reason, refusal) => {
  expect(reasonRefusal(reason)).toBe(refusal);
});
