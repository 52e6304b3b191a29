import { afterEach, expect, test } from 'vitest';

import { daysOf, dayRangeToInstants, parseDays, type DayRange } from './day-range.ts';
import { setTimeZone } from './shop-zone.ts';

afterEach(() => setTimeZone('UTC'));

test.each([
  ['this_month', '2026-11-24', '2026-11-01', '2026-11-30'],
  ['last_month', '2026-01-31', '2025-12-01', '2025-12-31'],
  ['last_month', '2028-03-31', '2028-02-01', '2028-02-29'],
  ['quarter', '2026-11-24', '2026-10-01', '2026-12-31'],
  ['quarter', '2026-03-31', '2026-01-01', '2026-03-31'],
  ['year', '2026-11-24', '2026-01-01', '2026-12-31'],
] as const)('%s on %s lasts from %s to %s', (period, today, from, to) => {
  expect(daysOf(period, today)).toEqual({ from, to });
});

test('a day lasts from midnight to midnight of the time zone, also when the clocks change', () => {
  setTimeZone('America/New_York');
  const hours = (day: string) => {
    const { from, until } = dayRangeToInstants({ from: day, to: day });
    return [from?.toISOString(), ((until?.getTime() ?? 0) - (from?.getTime() ?? 0)) / 3_600_000];
  };
  expect(hours('2026-11-24')).toEqual(['2026-11-24T05:00:00.000Z', 24]);
  expect(hours('2026-11-01')).toEqual(['2026-11-01T04:00:00.000Z', 25]);
  expect(hours('2026-03-08')).toEqual(['2026-03-08T05:00:00.000Z', 23]);
});

test.each<[string, string, DayRange | string]>([
  ['2026-11-01', '2026-11-01', { from: '2026-11-01', to: '2026-11-01' }],
  ['', '2026-11-30', { from: null, to: '2026-11-30' }],
  ['', '', { from: null, to: null }],
  ['2026-11-02', '2026-11-01', 'upside_down'],
  ['2026-02-30', '', 'not_a_day'],
  ['', 'yesterday', 'not_a_day'],
  ['9999-12-31', '', 'not_a_day'],
  ['0001-01-01', '', 'not_a_day'],
  ['1900-01-01', '9998-12-31', { from: '1900-01-01', to: '9998-12-31' }],
  ['2026-11-01T00:00', '', 'not_a_day'],
])('the days %j to %j are %j', (from, to, expected) => {
  const range = parseDays(from, to);
  expect(range.ok ? range.value : range.reason).toEqual(expected);
});
