import { timeZone } from './shop-zone.ts';

/** A point in time, or a calendar day ('2026-11-24'), which is the same day in every zone. */
type Moment = Date | string;

const calendarDay = /^\d{4}-\d\d-\d\d$/;

/** Formats by name: locale and style. Swedish writes ISO dates and times. */
const formats = {
  longDay: ['en-US', { dateStyle: 'long' }],
  shortDay: ['en-US', { dateStyle: 'medium' }],
  weekDay: ['en-US', { weekday: 'short', month: 'short', day: 'numeric' }],
  longMoment: ['en-US', { dateStyle: 'long', timeStyle: 'short' }],
  shortMoment: ['en-US', { dateStyle: 'medium', timeStyle: 'short' }],
  zoneName: ['en-US', { timeZoneName: 'short' }],
  iso: ['sv-SE', { dateStyle: 'short', timeStyle: 'medium' }],
} as const satisfies Record<string, [locale: string, style: Intl.DateTimeFormatOptions]>;

const formatters = new Map<string, Intl.DateTimeFormat>();

/**
 * Returns the formatter of a zone. It is made on its first use, because the first ones block a
 * phone for a tenth of a second.
 */
function formatter(format: keyof typeof formats, zone = timeZone()): Intl.DateTimeFormat {
  const key = `${format} ${zone}`;
  const known = formatters.get(key);
  if (known !== undefined) return known;
  const [locale, style] = formats[format];
  const made = new Intl.DateTimeFormat(locale, { ...style, timeZone: zone });
  formatters.set(key, made);
  return made;
}

/** Writes a time in the shop's zone and a calendar day unchanged. */
function written(format: keyof typeof formats, at: Moment): string {
  const isDay = typeof at === 'string' && calendarDay.test(at);
  return formatter(format, isDay ? 'UTC' : timeZone()).format(new Date(at));
}

const zoneName = (at: Moment) =>
  formatter('zoneName')
    .formatToParts(new Date(at))
    .find(({ type }) => type === 'timeZoneName')?.value ?? '';

/** Returns 'November 24, 2026'. */
export const longDay = (at: Moment) => written('longDay', at);

/** Returns 'Nov 24, 2026'. */
export const shortDay = (at: Moment) => written('shortDay', at);

/** Returns 'Tue, Nov 24'. */
export const weekDay = (at: Moment) => written('weekDay', at);

/** Returns 'November 24, 2026 at 10:05 AM EST'. */
export const formatLongDateTime = (at: Moment) => `${written('longMoment', at)} ${zoneName(at)}`;

/** Returns 'Nov 24, 2026, 10:05 AM EST'. */
export const formatDateTime = (at: Moment) => `${written('shortMoment', at)} ${zoneName(at)}`;

/** Returns '2026-11-24', the day in the shop's zone. */
export const toShopDate = (at: Date) => written('iso', at).slice(0, 10);

/** Returns '2026-11-24 10:05:00' in the shop's zone, the format that spreadsheets read. */
export const sheetMoment = (at: Date) => written('iso', at);

/** Returns '2026-11-24T10:05' in the shop's zone, the value of a `datetime-local` field. */
export const fieldMoment = (at: Date) => written('iso', at).slice(0, 16).replace(' ', 'T');

// From 1900 to 9998: beyond, a day beside it has a year without four digits.
const fieldForm = /^(?!0|1[0-8]|9999)\d{4}-\d\d-\d\dT\d\d:\d\d$/;

/** Returns how far the shop's zone is ahead of UTC at a time, in milliseconds. */
const offset = (at: number) =>
  Date.parse(`${written('iso', new Date(at)).replace(' ', 'T')}Z`) - Math.floor(at / 1000) * 1000;

/**
 * Parses a `datetime-local` value in the shop's zone. Null if it is invalid. A time that the clocks
 * skip is moved by the length of the gap; for a time that occurs twice, the first is used.
 */
export function parseMoment(typed: string): Date | null {
  const wall = fieldForm.test(typed) ? Date.parse(`${typed}:00Z`) : Number.NaN;
  if (Number.isNaN(wall) || !new Date(wall).toISOString().startsWith(typed)) return null;
  const dayMs = 24 * 60 * 60 * 1000;
  const candidates = [offset(wall - dayMs), offset(wall + dayMs)].map((ahead) => wall - ahead);
  return new Date(candidates.find((at) => at + offset(at) === wall) ?? Math.max(...candidates));
}

/** Returns the next day: '2026-11-25' for '2026-11-24', or the day `days` later. */
export function dayAfter(day: string, days = 1): string {
  const date = new Date(day);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}

/**
 * Returns the last moment of a day in the shop's zone. A period with a last day includes all of it.
 */
export function endOfDay(day: string): Date {
  const next = parseMoment(`${dayAfter(day)}T00:00`);
  if (next === null) throw new RangeError(`${day} is no day`);
  return new Date(next.getTime() - 1);
}

/** Returns '2026-11-24', the day in UTC. */
export const utcDay = (at: Date) => at.toISOString().slice(0, 10);
