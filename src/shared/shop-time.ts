/** A point in time, or a calendar day ('2026-11-24'), which is the same day in every zone. */
type Moment = Date | string;

const calendarDay = /^\d{4}-\d\d-\d\d$/;

/**
 * Returns formatters that write times in the shop's zone and calendar days unchanged. Created again
 * when the zone is set.
 */
function formats(timeZone: string) {
  const inZone = (style: Intl.DateTimeFormatOptions) => {
    const moments = new Intl.DateTimeFormat('en-US', { ...style, timeZone });
    const days = new Intl.DateTimeFormat('en-US', { ...style, timeZone: 'UTC' });
    return (at: Moment) => {
      const isDay = typeof at === 'string' && calendarDay.test(at);
      return (isDay ? days : moments).format(new Date(at));
    };
  };
  // Swedish writes ISO dates and times.
  const iso = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'medium', timeZone });
  const name = new Intl.DateTimeFormat('en-US', { timeZoneName: 'short', timeZone });
  return {
    timeZone,
    longDay: inZone({ dateStyle: 'long' }),
    shortDay: inZone({ dateStyle: 'medium' }),
    weekDay: inZone({ weekday: 'short', month: 'short', day: 'numeric' }),
    longMoment: inZone({ dateStyle: 'long', timeStyle: 'short' }),
    shortMoment: inZone({ dateStyle: 'medium', timeStyle: 'short' }),
    iso: (at: Date) => iso.format(at),
    zoneName: (at: Moment) => name.formatToParts(new Date(at)).find(({ type }) => type === 'timeZoneName')?.value ?? '',
  };
}

let shop = formats('UTC');

/**
 * Sets the zone of all displayed days and times. Called once, when the process starts and when the
 * browser hydrates a page.
 */
export function setTimeZone(timeZone: string): void {
  if (timeZone !== shop.timeZone) shop = formats(timeZone);
}

/** Returns the shop's time zone by its IANA name, 'America/New_York'. */
export const timeZone = () => shop.timeZone;

/** Returns 'November 24, 2026'. */
export const longDay = (at: Moment) => shop.longDay(at);

/** Returns 'Nov 24, 2026'. */
export const shortDay = (at: Moment) => shop.shortDay(at);

/** Returns 'Tue, Nov 24'. */
export const weekDay = (at: Moment) => shop.weekDay(at);

/** Returns 'November 24, 2026 at 10:05 AM EST'. */
export const formatLongDateTime = (at: Moment) => `${shop.longMoment(at)} ${shop.zoneName(at)}`;

/** Returns 'Nov 24, 2026, 10:05 AM EST'. */
export const formatDateTime = (at: Moment) => `${shop.shortMoment(at)} ${shop.zoneName(at)}`;

/** Returns '2026-11-24', the day in the shop's zone. */
export const toShopDate = (at: Date) => shop.iso(at).slice(0, 10);

/** Returns '2026-11-24 10:05:00' in the shop's zone, the format that spreadsheets read. */
export const sheetMoment = (at: Date) => shop.iso(at);

/** Returns '2026-11-24T10:05' in the shop's zone, the value of a `datetime-local` field. */
export const fieldMoment = (at: Date) => shop.iso(at).slice(0, 16).replace(' ', 'T');

// From 1900 to 9998: beyond, a day beside it has a year without four digits.
const fieldForm = /^(?!0|1[0-8]|9999)\d{4}-\d\d-\d\dT\d\d:\d\d$/;

/** Returns how far the shop's zone is ahead of UTC at a time, in milliseconds. */
const offset = (at: number) =>
  Date.parse(`${shop.iso(new Date(at)).replace(' ', 'T')}Z`) - Math.floor(at / 1000) * 1000;

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
