import fc from 'fast-check';
import { expect, test } from 'vitest';

import { envelope, paymentStatusAfter, type OrderStatus, type PaymentStatus } from './order.ts';

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
  const address = { street: '10 Downing Street', city: 'London', state: '', postalCode: 'SW1A 2AA', country: 'GB' };
  const lines = envelope({ firstName: 'Mia', lastName: '', phone: '' }, address);
  expect(lines).toEqual(['Mia', '10 Downing Street', 'London, SW1A 2AA', 'United Kingdom']);
});
