import { ok, refuse, type Result } from './result.ts';
import { dayAfter, parseMoment } from './shop-time.ts';

/** Days of the shop's time zone, both included. Null leaves an end open. */
export type DayRange = { from: string | null; to: string | null };

/** The same days as moments. `until` is the first moment after them. */
export type MomentRange = { from: Date | null; until: Date | null };

export type RangeRefusal = 'not_a_day' | 'upside_down';

/** Sentences for days that are no range. */
export const rangeRefusals: Record<RangeRefusal, string> = {
  not_a_day: 'This date doesn’t exist. Enter it as YYYY-MM-DD, for example 2026-11-24.',
  upside_down: 'The start date is after the end date. Swap them.',
};

/** Any moment. */
export const allTime: MomentRange = { from: null, until: null };

const startOf = (day: string) => parseMoment(`${day}T00:00`);

/**
 * Returns the range between two typed days; an empty text leaves its end open. Refuses `not_a_day`
 * and `upside_down`.
 */
export function parseDays(from: string, to: string): Result<DayRange, RangeRefusal> {
  const range = { from: from === '' ? null : from, to: to === '' ? null : to };
  const isWrong = [range.from, range.to].some((day) => day !== null && startOf(day) === null);
  if (isWrong) return refuse('not_a_day');
  return range.from !== null && range.to !== null && range.from > range.to ? refuse('upside_down') : ok(range);
}

/** Returns the moments of a range, by the clock of the shop's time zone. */
export function dayRangeToInstants({ from, to }: DayRange): MomentRange {
  return { from: from === null ? null : startOf(from), until: to === null ? null : startOf(dayAfter(to)) };
}

/** Returns the moments between two typed days, as `parseDays` reads them. */
export function parseMoments(from: string, to: string): Result<MomentRange, RangeRefusal> {
  const range = parseDays(from, to);
  return range.ok ? ok(dayRangeToInstants(range.value)) : range;
}

/** Ranges that are chosen by name. */
export const periods = ['this_month', 'last_month', 'quarter', 'year'] as const;

export type Period = (typeof periods)[number];

const utcDay = (year: number, month: number, day: number) =>
  new Date(Date.UTC(year, month, day)).toISOString().slice(0, 10);

/** Returns the days of a period that holds, or is before, `today` ('2026-11-24'). */
export function daysOf(period: Period, today: string): { from: string; to: string } {
  const [year = 0, number = 1] = today.split('-').map(Number);
  const month = number - 1;
  // Day 0 is the last day of the month before.
  const months = (first: number, count: number) => ({
    from: utcDay(year, first, 1),
    to: utcDay(year, first + count, 0),
  });
  switch (period) {
    case 'this_month':
      return months(month, 1);
    case 'last_month':
      return months(month - 1, 1);
    case 'quarter':
      return months(month - (month % 3), 3);
    case 'year':
      return months(0, 12);
  }
}
