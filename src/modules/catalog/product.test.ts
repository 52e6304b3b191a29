import { expect, test } from 'vitest';

import { promisedDelivery, quantityCap, shownProduct } from './product.ts';

const at = (text: string) => new Date(`2026-11-${text}Z`);

test.each([
  ['a Monday, 3 to 5 days: Thursday to the next Monday', '16T12:00:00.000', 3, 5, 'Thu, Nov 19 – Mon, Nov 23'],
  ['a Friday, 1 to 2 days: the weekend does not count', '20T12:00:00.000', 1, 2, 'Mon, Nov 23 – Tue, Nov 24'],
  ['equal days are one date', '16T12:00:00.000', 3, 3, 'Thu, Nov 19'],
  ['from a Saturday, one day is Monday', '21T12:00:00.000', 1, 1, 'Mon, Nov 23'],
])('delivery from %s', (_case, now, daysMin, daysMax, text) => {
  expect(promisedDelivery(at(now), { daysMin, daysMax }, 'US')).toBe(text);
});

const oneDay = { daysMin: 1, daysMax: 1 };

test('delivery dates of a page that may still be shown after midnight count from the next day, and not a moment earlier', () => {
  expect(promisedDelivery(at('16T23:49:59.999'), oneDay, 'US')).toBe('Tue, Nov 17');
  expect(promisedDelivery(at('16T23:50:00.000'), oneDay, 'US')).toBe('Wed, Nov 18');
});

test.each([
  [null, 99],
  [120, 99],
  [7, 7],
  [0, 0],
  [-1, 0],
])('with %s units available, at most %i fit in a cart', (available, cap) => {
  expect(quantityCap(available)).toBe(cap);
});

test.each([
  ['Red light at 630-680 nm', 'Red light at 630-680_nm'],
  ['15 × 1.5 × 1.8 cm', '15_×_1.5_×_1.8_cm'],
  ['60 minutes of use per charge', '60_minutes of use per charge'],
  ['350 mAh, 1.5 W', '350_mAh, 1.5_W'],
  ['4 modes in 1 wand', '4 modes in 1 wand'],
])('"%s" does not break a line inside a measurement', (text, whole) => {
  const shown = shownProduct({ description: text, features: [text], specifications: { Measure: text } });
  const { description, features, specifications } = shown;
  expect([description, ...features, specifications.Measure]).toEqual(Array(3).fill(whole.replaceAll('_', '\u00A0')));
});
