import { expect, test } from 'vitest';

import type { OrderStatus } from '#modules/buying/orders/rules.ts';

import { isUnderway, lookupKey, timeline } from './rules.ts';

test.each([' hr-7k3qx9m2 ', '#HR-7K3QX9M2', ' # hr 7k3qx9m2', 'HR\u20117K3QX9M2', 'HR \u2013 7K3QX9M2'])(
  'number and e-mail are read as a person types them: %j',
  (typed) => {
    const key = { orderNumber: 'HR-7K3QX9M2', email: 'mia@example.com' };
    expect(lookupKey(typed, ' Mia@Example.com ')).toEqual(key);
  },
);

test.each([
  ['HR_7K3Q', 'mia@example.com'],
  ["HR-1' or 1=1", 'mia@example.com'],
  ['HR-\u0000', 'mia@example.com'],
  ['HR-7K3QX9M2', 'mia\u0000@example.com'],
  ['H'.repeat(41), 'mia@example.com'],
])('what no order can have is not looked up: %j, %j', (orderNumber, email) => {
  expect(lookupKey(orderNumber, email)).toBeNull();
});

const at = new Date('2026-11-21T10:00:00Z');
const reached = (status: OrderStatus) => ({ status, at, location: null });

test('a shipped parcel has three steps behind it and three before it', () => {
  const steps = timeline('shipped', [reached('confirmed'), { status: 'shipped', at, location: 'Reno, NV' }]);
  expect(steps.map(({ status, completed }) => [status, completed])).toEqual([
    ['Confirmed', true],
    ['Processing', true],
    ['Shipped', true],
    ['In transit', false],
    ['Out for delivery', false],
    ['Delivered', false],
  ]);
  expect(steps[1]?.date).toBeNull();
  expect(steps[2]).toMatchObject({ date: at, location: 'Reno, NV' });
});

test.each([
  ['completed', ['Confirmed', 'Processing', 'Shipped', 'In transit', 'Out for delivery', 'Delivered']],
  ['cancelled', ['Cancelled']],
  ['pending', ['Pending']],
] as const)('an order that is %s has done %j', (status, done) => {
  const steps = timeline(status, [reached(status)]);
  expect(steps.filter(({ completed }) => completed).map((step) => step.status)).toEqual(done);
});

test('a step that happened twice shows its last time', () => {
  const later = new Date('2026-11-22T10:00:00Z');
  const steps = timeline('confirmed', [reached('confirmed'), { status: 'confirmed', at: later, location: null }]);
  expect(steps[0]?.date).toEqual(later);
});

test.each([
  ['pending', false],
  ['confirmed', true],
  ['out_for_delivery', true],
  ['delivered', false],
  ['completed', false],
  ['cancelled', false],
] as const)('a parcel of an order that is %s is still to come: %s', (status, expected) => {
  expect(isUnderway(status)).toBe(expected);
});
