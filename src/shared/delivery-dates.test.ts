import Holidays from 'date-holidays';
import { afterEach, expect, test } from 'vitest';

import { deliveryRange, formatDelivery } from './delivery-dates.ts';
import { isDayOff } from './holidays.ts';
import { setTimeZone } from './shop-zone.ts';

afterEach(() => setTimeZone('UTC'));

const promise = (start: string, country: string, daysMin = 1, daysMax = daysMin) =>
  formatDelivery(deliveryRange(new Date(start), { daysMin, daysMax }, country));

test.each([
  ['Thanksgiving', '2026-11-25T12:00:00Z', 'US', 'Fri, Nov 27'],
  ['Juneteenth', '2026-06-18T12:00:00Z', 'US', 'Mon, Jun 22'],
  ['July 4 on a Saturday', '2026-07-02T12:00:00Z', 'US', 'Mon, Jul 6'],
  ['New Year’s Day 2028, a Saturday', '2027-12-30T12:00:00Z', 'US', 'Mon, Jan 3'],
  ['Good Friday and Easter Monday in the United Kingdom', '2027-03-25T12:00:00Z', 'GB', 'Tue, Mar 30'],
  ['Good Friday in the United States', '2027-03-25T12:00:00Z', 'US', 'Fri, Mar 26'],
  ['Boxing Day on a Saturday', '2026-12-24T12:00:00Z', 'GB', 'Tue, Dec 29'],
  ['Anzac Day, a Tuesday', '2028-04-24T12:00:00Z', 'AU', 'Wed, Apr 26'],
  ['Victoria Day', '2027-05-21T12:00:00Z', 'CA', 'Tue, May 25'],
  ['Thanksgiving at home', '2026-11-25T12:00:00Z', 'GB', 'Fri, Nov 27'],
])('one business day skips %s', (_holiday, start, country, day) => {
  expect(promise(start, country)).toBe(day);
});

test('days are counted in the shop’s time zone: at 03:00 UTC it is still Tuesday in New York', () => {
  expect(promise('2026-11-18T03:00:00Z', 'US')).toBe('Thu, Nov 19');
  setTimeZone('America/New_York');
  expect(promise('2026-11-18T03:00:00Z', 'US')).toBe('Wed, Nov 18');
});

const years = Array.from({ length: 25 }, (_, index) => 2026 + index);

/**
 * Returns holidays on weekdays until 2050: from the date-holidays package, and from the shop's own
 * rules.
 */
function compared(country: 'US' | 'CA' | 'GB' | 'AU', state?: string) {
  const calendar = state === undefined ? new Holidays(country) : new Holidays(country, state);
  const isWeekday = (day: string) => new Date(day).getUTCDay() % 6 !== 0;
  const theirs = years
    .flatMap((year) => calendar.getHolidays(year).filter(({ type }) => type === 'public' || type === 'bank'))
    .map(({ date }) => date.slice(0, 10))
    .filter(isWeekday);
  const days = Array.from({ length: years.length * 366 }, (_, index) =>
    new Date(Date.UTC(2026, 0, 1 + index)).toISOString().slice(0, 10),
  );
  const ours = days.filter((day) => isWeekday(day) && Number(day.slice(0, 4)) < 2051 && isDayOff(day, country));
  return { theirs: [...new Set(theirs)].toSorted(), ours };
}

test.each([
  ['US', undefined],
  ['GB', 'ENG'],
  ['AU', undefined],
] as const)('holidays of %s until 2050 match those of the date-holidays package', (country, state) => {
  const { theirs, ours } = compared(country, state);
  expect(ours).toEqual(theirs);
});

test('holidays of CA include every national one of the date-holidays package', () => {
  const { theirs, ours } = compared('CA');
  expect(theirs.filter((day) => !ours.includes(day))).toEqual([]);
});
