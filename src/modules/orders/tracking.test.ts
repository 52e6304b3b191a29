import { expect, test } from 'vitest';

import type { OrderStatus } from './order-status.ts';
import { carrierLink } from './carriers.ts';
import { isUnderway, lookupKey, timeline } from './tracking.ts';

test.each([
  'HR-7K3QX9M2',
  ' hr-7k3qx9m2 ',
  '#HR-7K3QX9M2',
  ' # hr 7k3qx9m2',
  'hr 7k3q x9m2',
  'HR7K3QX9M2',
  'HR_7K3QX9M2',
  'HR.7K3QX9M2',
  'HR/7K3QX9M2',
  'HR--7K3Q-X9M2',
  'HR\u00a07K3QX9M2',
  'HR\u20107K3QX9M2',
  'HR\u20117K3QX9M2',
  'HR \u2013 7K3QX9M2',
  'HR\u20147K3QX9M2',
  'HR\u22127K3QX9M2',
  'HR\u00ad-7K3Q\u200bX9M2\ufeff',
  'H R - 7 K 3 Q X 9 M 2',
  '7K3QX9M2',
  '#7k3q x9m2',
  'Order HR-7K3QX9M2',
  'order number: 7K3QX9M2',
  'Order No. HR-7K3QX9M2.',
  'Order #7K3QX9M2',
  'Your order HR-7K3QX9M2 is confirmed',
  '"HR-7K3QX9M2"',
  '\u201cHR-7K3QX9M2\u201d,',
  '(HR-7K3QX9M2)',
  '<HR-7K3QX9M2>',
  '\uff28\uff32\uff0d\uff17\uff2b\uff13\uff31\uff38\uff19\uff2d\uff12',
  'HR-7\u041a3QX9\u041c2',
  'HR-7K30X9M2',
  'HR-7K3OX9M2',
  'https://shop.example/track?order=HR-7K3QX9M2',
  'https://shop.example/track?order=HR%2D7K3QX9M2',
  '100% sure: HR-7K3QX9M2',
])('the order number is found in %j', (typed) => {
  const key = { orderNumber: 'HR-7K3QX9M2', email: 'mia@example.com' };
  expect(lookupKey({ orderNumber: typed, email: ' Mia\u200b@Example.com ' }, ['HR'])).toEqual(key);
});

test.each([
  ['HR-I1LLLLL2', 'HR-LLLLLLL2'],
  ['HR234567', 'HR-HR234567'],
  ['HR-HR234567', 'HR-HR234567'],
])('%j is read as %s', (typed, orderNumber) => {
  expect(lookupKey({ orderNumber: typed, email: 'mia@example.com' }, ['HR'])?.orderNumber).toBe(orderNumber);
});

test.each([
  ['HR-7K3QX9M2', 'HR-7K3QX9M2'],
  ['Your order no. cs 7k3qx9m2', 'CS-7K3QX9M2'],
  ['7K3QX9M2', 'CS-7K3QX9M2'],
])('after the prefix changed from HR to CS, %j is read as %s', (typed, orderNumber) => {
  expect(lookupKey({ orderNumber: typed, email: 'mia@example.com' }, ['CS', 'HR'])?.orderNumber).toBe(orderNumber);
});

test.each([
  ['HR-7K3QX9M', 'mia@example.com'],
  ['HR-7K3QX9M22', 'mia@example.com'],
  ['my order', 'mia@example.com'],
  ["HR-1' or 1=1", 'mia@example.com'],
  ['HR-\u0000', 'mia@example.com'],
  ['H'.repeat(200), 'mia@example.com'],
])('a number that no order can have is not looked up: %j, %j', (orderNumber, email) => {
  expect(lookupKey({ orderNumber, email }, ['HR'])).toBeNull();
});

const at = new Date('2026-11-21T10:00:00Z');
const reached = (status: OrderStatus) => ({ status, at, location: null });

test('a shipped order has three completed steps and three to come', () => {
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
] as const)('an order that is %s has completed %j', (status, done) => {
  const steps = timeline(status, [reached(status)]);
  expect(steps.filter(({ completed }) => completed).map((step) => step.status)).toEqual(done);
});

test('a step that happened twice shows its latest time', () => {
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
] as const)('the shipment of an order that is %s is still to come: %s', (status, expected) => {
  expect(isUnderway(status)).toBe(expected);
});

test.each([
  ['USPS', 'https://tools.usps.com/go/TrackConfirmAction?tLabels=9400%201'],
  ['ups', 'https://www.ups.com/track?tracknum=9400%201'],
  ['FedEx Home Delivery', 'https://www.fedex.com/fedextrack/?trknbr=9400%201'],
  [' DHL Express ', 'https://www.dhl.com/en/express/tracking.html?AWB=9400%201'],
  ['Royal Mail', 'https://www.royalmail.com/track-your-item#/tracking-results/9400%201'],
  ['Canada Post', 'https://www.canadapost-postescanada.ca/track-reperage/en#/search?searchFor=9400%201'],
  ['Australia Post', 'https://auspost.com.au/mypost/track/#/details/9400%201'],
  ['dpd local', 'https://track.dpd.co.uk/parcels/9400%201'],
  ['Evri', 'https://www.evri.com/track/parcel/9400%201/details'],
  ['Purolator Ground', 'https://www.purolator.com/en/shipping/tracker?pin=9400%201'],
])('a shipment with %s links to the tracking page of its carrier', (carrier, link) => {
  expect(carrierLink(carrier, ' 9400 1 ')).toBe(link);
});

test.each([
  ['Pigeon & Sons', 'https://www.google.com/search?q=Pigeon%20%26%20Sons%20tracking%209400'],
  ['upstart', 'https://www.google.com/search?q=upstart%20tracking%209400'],
  ['constructor', 'https://www.google.com/search?q=constructor%20tracking%209400'],
  ['', 'https://www.google.com/search?q=tracking%209400'],
])('a shipment with the unknown carrier %j links to a web search', (carrier, link) => {
  expect(carrierLink(carrier, '9400')).toBe(link);
});
