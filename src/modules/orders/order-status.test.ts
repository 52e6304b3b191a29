import fc from 'fast-check';
import { expect, test } from 'vitest';

import { setTimeZone } from '#shared/shop-zone.ts';

import { envelope } from './order-record.ts';
import {
  type OrderStatus,
  paymentStatusAfter,
  type PaymentStatus,
  adminStatuses,
  datesAfter,
  isCancellable,
  isBlockedByHold,
  returnableUntil,
  unusualTransition,
  type AdminStatus,
  type UnusualJump,
} from './order-status.ts';

test.each<[OrderStatus, AdminStatus, UnusualJump | null]>([
  ['confirmed', 'processing', null],
  ['confirmed', 'shipped', null],
  ['confirmed', 'out_for_delivery', null],
  ['shipped', 'delivered', null],
  ['shipped', 'shipped', null],
  ['confirmed', 'delivered', 'skips_delivery'],
  ['processing', 'delivered', 'skips_delivery'],
  ['pending', 'delivered', 'unpaid'],
  ['pending', 'shipped', 'unpaid'],
  ['pending', 'confirmed', null],
  ['shipped', 'processing', 'backwards'],
  ['delivered', 'out_for_delivery', 'backwards'],
  ['completed', 'delivered', 'backwards'],
  ['cancelled', 'confirmed', 'from_cancelled'],
  ['cancelled', 'delivered', 'from_cancelled'],
  ['cancelled', 'cancelled', null],
])('a change from %s to %s is unusual: %s', (from, to, expected) => {
  expect(unusualTransition({ status: from, paymentStatus: 'paid' }, to)).toBe(expected);
});

test.each<[OrderStatus, AdminStatus, UnusualJump | null]>([
  ['confirmed', 'processing', null],
  ['confirmed', 'shipped', 'refunded'],
  ['processing', 'in_transit', 'refunded'],
  ['confirmed', 'delivered', 'refunded'],
  ['shipped', 'in_transit', null],
  ['shipped', 'processing', 'backwards'],
  ['cancelled', 'shipped', 'from_cancelled'],
])('a change of a fully refunded order from %s to %s is unusual: %s', (from, to, expected) => {
  expect(unusualTransition({ status: from, paymentStatus: 'refunded' }, to)).toBe(expected);
});

test.each<[PaymentStatus, AdminStatus, UnusualJump | null]>([
  ['pending', 'shipped', 'unpaid'],
  ['failed', 'delivered', 'unpaid'],
  ['failed', 'processing', null],
  ['not_required', 'shipped', null],
  ['partially_refunded', 'shipped', null],
])('a change of a confirmed order with the payment %s to %s is unusual: %s', (paymentStatus, to, expected) => {
  expect(unusualTransition({ status: 'confirmed', paymentStatus }, to)).toBe(expected);
});

const now = new Date('2026-11-21T10:00:00Z');
const earlier = new Date('2026-11-18T10:00:00Z');

test.each<[AdminStatus, Date | null, Date | null, Date | null, Date | null]>([
  ['processing', null, null, null, null],
  ['shipped', null, null, now, null],
  ['in_transit', earlier, null, earlier, null],
  ['delivered', earlier, null, earlier, now],
  ['delivered', earlier, earlier, earlier, earlier],
  ['delivered', null, null, now, now],
  ['out_for_delivery', earlier, now, earlier, null],
  ['confirmed', earlier, now, null, null],
  ['cancelled', earlier, null, earlier, null],
])(
  'a change to %s with shipped %s and delivered %s gives shipped %s, delivered %s',
  (to, shippedAt, deliveredAt, shipped, delivered) => {
    expect(datesAfter({ shippedAt, deliveredAt }, to, now)).toEqual({ shippedAt: shipped, deliveredAt: delivered });
  },
);

test('an order has the dates that match its status, unless it is cancelled', () => {
  const date = fc.option(fc.constant(earlier), { nil: null });
  fc.assert(
    fc.property(fc.constantFrom(...adminStatuses), date, date, (to, shippedAt, deliveredAt) => {
      const after = datesAfter({ shippedAt, deliveredAt }, to, now);
      if (to === 'cancelled') return;
      expect(after.shippedAt !== null).toBe(adminStatuses.indexOf(to) >= adminStatuses.indexOf('shipped'));
      expect(after.deliveredAt !== null).toBe(to === 'delivered');
    }),
  );
});

test.each<[OrderStatus, string | null, AdminStatus, boolean]>([
  ['confirmed', null, 'delivered', false],
  ['confirmed', 'dispute', 'confirmed', false],
  ['confirmed', 'dispute', 'processing', true],
  ['confirmed', 'manual', 'shipped', true],
  ['pending', 'amount_mismatch', 'confirmed', true],
  ['shipped', 'dispute', 'confirmed', false],
])('an order that is %s and held for %s cannot become %s: %s', (status, holdReason, to, expected) => {
  expect(isBlockedByHold({ status, holdReason }, to)).toBe(expected);
});

test.each<[OrderStatus, Date | null, boolean]>([
  ['pending', null, true],
  ['confirmed', null, true],
  ['processing', null, true],
  ['processing', earlier, false],
  ['shipped', earlier, false],
  ['completed', earlier, false],
  ['cancelled', null, false],
])('an order that is %s (shipped %s) can be cancelled: %s', (status, shippedAt, expected) => {
  expect(isCancellable({ status, shippedAt })).toBe(expected);
});

test.each([
  ['America/New_York', '2026-11-21T10:00:00Z', 60, '2027-01-21T04:59:59.999Z'],
  ['America/New_York', '2026-11-22T04:59:00Z', 60, '2027-01-21T04:59:59.999Z'],
  // The clocks change in between, and on the last day itself.
  ['America/New_York', '2026-10-20T23:30:00Z', 30, '2026-11-20T04:59:59.999Z'],
  ['America/New_York', '2026-02-12T03:00:00Z', 25, '2026-03-09T03:59:59.999Z'],
  ['Pacific/Kiritimati', '2026-11-21T10:00:00Z', 1, '2026-11-23T09:59:59.999Z'],
  ['Pacific/Honolulu', '2026-11-21T09:59:00Z', 1, '2026-11-22T09:59:59.999Z'],
])('in %s an order delivered at %s can be returned for %i days, to the end of the last', (zone, at, days, end) => {
  setTimeZone(zone);
  expect(returnableUntil(new Date(at), days).toISOString()).toBe(end);
  setTimeZone('UTC');
});

test.each<[OrderStatus, PaymentStatus, number, PaymentStatus]>([
  ['confirmed', 'paid', 0, 'paid'],
  ['confirmed', 'paid', 1, 'partially_refunded'],
  ['confirmed', 'paid', 5_899, 'partially_refunded'],
  ['confirmed', 'paid', 5_900, 'refunded'],
  ['confirmed', 'paid', 11_800, 'refunded'],
  ['shipped', 'refunded', 0, 'paid'],
  ['shipped', 'refunded', 5_899, 'partially_refunded'],
  ['cancelled', 'partially_refunded', 0, 'paid'],
  ['pending', 'pending', 0, 'pending'],
  ['pending', 'pending', 100, 'pending'],
  ['pending', 'pending', 5_900, 'refunded'],
  ['pending', 'refunded', 0, 'pending'],
])(
  'an order that is %s and %s, with %i of 5900 cents returned, becomes %s',
  (status, paymentStatus, returned, after) => {
    expect(paymentStatusAfter({ status, paymentStatus, capturedCents: 5_900 }, returned)).toBe(after);
  },
);

test('an order with nothing captured keeps its payment status', () => {
  const free = { status: 'confirmed', paymentStatus: 'not_required', capturedCents: 0 } as const;
  expect(paymentStatusAfter(free, 0)).toBe('not_required');
});

test('the payment status depends on the final amount returned, not on the steps to it', () => {
  const ways = fc.array(fc.nat(6_000), { minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(ways, (amounts) => {
      const order = { status: 'shipped' as const, capturedCents: 5_900 };
      const walked = amounts.reduce<PaymentStatus>(
        (paymentStatus, returned) => paymentStatusAfter({ ...order, paymentStatus }, returned),
        'paid',
      );
      expect(walked).toBe(paymentStatusAfter({ ...order, paymentStatus: 'paid' }, amounts.at(-1) ?? 0));
    }),
  );
});

test('an envelope has no gaps for missing parts of an address', () => {
  const address = {
    street: '10 Downing Street',
    line2: '',
    city: 'London',
    state: '',
    postalCode: 'SW1A 2AA',
    country: 'GB',
  };
  const lines = envelope({ firstName: 'Mia', lastName: '', phone: '' }, address);
  expect(lines).toEqual(['Mia', '10 Downing Street', 'London, SW1A 2AA', 'United Kingdom']);
});
