import { expect, test } from 'vitest';

import type { OrderStatus } from '#modules/orders/rules.ts';

import { carrierLink, isUnderway, lookupKey, timeline } from './rules.ts';

test.each([
  ['USPS', 'https://tools.usps.com/go/TrackConfirmAction?tLabels=9400%201'],
  ['ups', 'https://www.ups.com/track?tracknum=9400%201'],
  ['FedEx Home Delivery', 'https://www.fedex.com/fedextrack/?trknbr=9400%201'],
  [' DHL Express ', 'https://www.dhl.com/en/express/tracking.html?AWB=9400%201'],
  ['Royal Mail', 'https://www.royalmail.com/track-your-item#/tracking-results/9400%201'],
  ['Canada Post', 'https://www.canadapost-postescanada.ca/track-reperage/en#/search?searchFor=9400%201'],
  ['Australia Post', 'https://auspost.com.au/mypost/track/#/details/9400%201'],
])('a parcel with %s is followed on its own page', (carrier, link) => {
  expect(carrierLink(carrier, ' 9400 1 ')).toBe(link);
});

test.each([
  ['Pigeon & Sons', 'https://www.google.com/search?q=Pigeon%20%26%20Sons%20tracking%209400'],
  ['upstart', 'https://www.google.com/search?q=upstart%20tracking%209400'],
  ['constructor', 'https://www.google.com/search?q=constructor%20tracking%209400'],
  ['', 'https://www.google.com/search?q=tracking%209400'],
])('a parcel with the unknown carrier %j is looked for on the web', (carrier, link) => {
  expect(carrierLink(carrier, '9400')).toBe(link);
});

test('number and e-mail are read as a person types them', () => {
  expect(lookupKey(' hr-7k3qx9m2 ', ' Mia@Example.com ')).toEqual({
    orderNumber: 'HR-7K3QX9M2',
    email: 'mia@example.com',
  });
});

test.each([
  ['HR 7K3Q', 'mia@example.com'],
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
