import { expect, test } from 'vitest';

import { paymentBadge, refundChip, statusMessage } from './order-status-text.ts';

test.each([
  ['paid', 'Paid', null],
  ['partially_refunded', 'Paid', 'Partially refunded'],
  ['refunded', 'Paid', 'Refunded'],
  ['pending', 'Not paid', null],
  ['failed', 'Not paid', null],
  ['not_required', 'Nothing to pay', null],
] as const)('a payment that is %s shows badge %s and chip %s', (status, badge, chip) => {
  expect([paymentBadge(status), refundChip(status)]).toEqual([badge, chip]);
});

test.each([
  ['confirmed', null, 'Your order is confirmed. We are getting it ready.'],
  ['confirmed', 'stock_gone', 'We are looking at this order and will write to you.'],
  ['pending', 'amount_mismatch', 'We are looking at this order and will write to you.'],
  ['delivered', 'dispute', 'Your order has been delivered.'],
] as const)('an order that is %s and held for %s says: %s', (status, holdReason, message) => {
  expect(statusMessage({ status, holdReason, paymentStatus: 'paid' })).toBe(message);
});

test.each([
  ['processing', 'Your payment has gone back to you.'],
  ['shipped', 'Your order has left us and is on its way.'],
  ['cancelled', 'This order was cancelled.'],
] as const)('a refunded order that is %s says: %s', (status, message) => {
  expect(statusMessage({ status, holdReason: null, paymentStatus: 'refunded' })).toBe(message);
});
