import fc from 'fast-check';
import { expect, test } from 'vitest';

import { utcDay } from '#shared/shop-time.ts';

import { addDays, customersDay, daysOnJourney, lastDays, streak } from './habit-tracker.ts';

const now = new Date('2026-11-21T12:00:00Z');

test.each([
  ['2026-11-20', '2026-11-20'],
  ['2026-11-21', '2026-11-21'],
  ['2026-11-22', '2026-11-22'],
  ['2026-11-19', '2026-11-21'],
  ['2026-11-23', '2026-11-21'],
  ['2026-11-31', '2026-11-21'],
  ['', '2026-11-21'],
  ['tomorrow', '2026-11-21'],
  ["2026-11-21'; --", '2026-11-21'],
])('on November 21 a browser that reports %j logs %s', (said, day) => {
  expect(customersDay(said, now)).toBe(day);
});

test.each([
  [[], 0],
  [['2026-11-21'], 1],
  [['2026-11-20'], 1],
  [['2026-11-19'], 0],
  [['2026-11-21', '2026-11-20', '2026-11-19'], 3],
  [['2026-11-20', '2026-11-19'], 2],
  [['2026-11-21', '2026-11-19', '2026-11-18'], 1],
  [['2026-11-22', '2026-11-21'], 1],
])('with %j logged, the streak on November 21 is %i', (days, length) => {
  expect(streak(days, '2026-11-21')).toBe(length);
});

test('a streak continues across month, year and daylight saving boundaries', () => {
  const days = ['2028-03-01', '2028-02-29', '2028-02-28'];
  expect(streak(days, '2028-03-01')).toBe(3);
  expect(addDays('2026-12-31', 1)).toBe('2027-01-01');
  expect(addDays('2026-11-01', 1)).toBe('2026-11-02');
});

test('a streak counts the consecutive logged days, regardless of their order and of earlier days', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 60 }), fc.boolean(), (length, endsToday) => {
      const today = utcDay(now);
      const end = endsToday ? today : addDays(today, -1);
      const days = Array.from({ length }, (_, index) => addDays(end, -index));
      const earlier = addDays(end, -length - 1);
      expect(streak([earlier, ...days.toReversed()], today)).toBe(length);
    }),
  );
});

const day = 24 * 60 * 60 * 1000;

test.each([
  [0, 1],
  [day - 1, 1],
  [day, 2],
  [23 * day, 24],
  [-day, 1],
])('%i ms after it was opened, an account is on its journey for %i days', (age, days) => {
  expect(daysOnJourney(new Date(now.getTime() - age), now)).toBe(days);
});

test('the last three days end today, oldest first', () => {
  expect(lastDays(['2026-11-20'], '2026-11-21', 3)).toEqual([
    { day: '2026-11-19', logged: false },
    { day: '2026-11-20', logged: true },
    { day: '2026-11-21', logged: false },
  ]);
});
