import type { CountryCode } from './countries.ts';

/** Days since 1970-01-01, a Thursday. */
type DayNumber = number;

const dayMs = 24 * 60 * 60 * 1000;
const on = (year: number, month: number, day: number): DayNumber => Date.UTC(year, month - 1, day) / dayMs;
/** Returns 0 for Sunday to 6 for Saturday. */
const weekdayOf = (day: DayNumber) => (day + 4) % 7;

/** Returns a Monday of a month: 1 for its first, -1 for its last. */
function monday(year: number, month: number, index: number): DayNumber {
  const first = on(year, month, 1);
  const last = on(year, month + 1, 1) - 1;
  return index > 0
    ? first + ((8 - weekdayOf(first)) % 7) + 7 * (index - 1)
    : last - ((weekdayOf(last) + 6) % 7) + 7 * (index + 1);
}

/**
 * Returns Easter Sunday by the anonymous Gregorian algorithm (Meeus, Astronomical Algorithms,
 * chapter 8).
 */
function easter(year: number): DayNumber {
  const [a, b, c] = [year % 19, Math.floor(year / 100), year % 100];
  const g = Math.floor((8 * b + 13) / 25);
  const h = (19 * a + b - Math.floor(b / 4) - g + 15) % 30;
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7;
  const m = Math.floor((a + 11 * h + 19 * l) / 433);
  const month = Math.floor((h + l - 7 * m + 90) / 25);
  return on(year, month, (h + l - 7 * m + 33 * month + 19) % 32);
}

/** Moves a holiday on Saturday to the Friday before, and one on Sunday to the Monday after. */
const nearest = (day: DayNumber): DayNumber => day + (({ 6: -1, 0: 1 } as Record<number, number>)[weekdayOf(day)] ?? 0);
/** Moves a holiday on a weekend to the Monday after. */
const after = (day: DayNumber): DayNumber => day + (({ 6: 2, 0: 1 } as Record<number, number>)[weekdayOf(day)] ?? 0);
/**
 * Moves Christmas or Boxing Day on a weekend by two days, because the other one takes the Monday or
 * Tuesday.
 */
const twoAfter = (day: DayNumber): DayNumber => (weekdayOf(day) % 6 === 0 ? day + 2 : day);

/** Weekdays of a year on which no carrier of the country delivers. */
const observed: Record<CountryCode, (year: number) => DayNumber[]> = {
  // 5 U.S.C. 6103: the days on which USPS does not deliver.
  US: (year) => [
    ...[on(year, 1, 1), on(year, 6, 19), on(year, 7, 4), on(year, 11, 11), on(year, 12, 25)].map(nearest),
    monday(year, 1, 3),
    monday(year, 2, 3),
    monday(year, 5, -1),
    monday(year, 9, 1),
    monday(year, 10, 2),
    // The fourth Thursday of November.
    on(year, 11, 22) + ((11 - weekdayOf(on(year, 11, 22))) % 7),
  ],
  // Canada Labour Code, part III, division V: the days on which Canada Post does not deliver.
  // Victoria Day is the Monday before May 25.
  CA: (year) => [
    ...[on(year, 1, 1), on(year, 7, 1), on(year, 9, 30), on(year, 11, 11)].map(after),
    easter(year) - 2,
    monday(year, 9, 1),
    monday(year, 10, 2),
    on(year, 5, 24) - ((weekdayOf(on(year, 5, 24)) + 6) % 7),
    ...[on(year, 12, 25), on(year, 12, 26)].map(twoAfter),
  ],
  // gov.uk/bank-holidays, England and Wales: the days on which Royal Mail does not deliver there.
  GB: (year) => [
    after(on(year, 1, 1)),
    easter(year) - 2,
    easter(year) + 1,
    monday(year, 5, 1),
    monday(year, 5, -1),
    monday(year, 8, -1),
    ...[on(year, 12, 25), on(year, 12, 26)].map(twoAfter),
  ],
  // Fair Work Act 2009 s. 115, the national holidays: the days on which Australia Post does not
  // deliver.
  AU: (year) => [
    ...[on(year, 1, 1), on(year, 1, 26)].map(after),
    easter(year) - 2,
    easter(year) + 1,
    on(year, 4, 25),
    ...[on(year, 12, 25), on(year, 12, 26)].map(twoAfter),
  ],
};

const known = new Map<string, ReadonlySet<DayNumber>>();

/** Returns public holidays of a year, including those of the next one that are observed in it. */
function holidays(country: CountryCode, year: number): ReadonlySet<DayNumber> {
  const key = `${country} ${year}`;
  const days = known.get(key) ?? new Set([year, year + 1].flatMap(observed[country]));
  // Years come from the clock and from stored dates. The bound protects against invalid ones.
  if (known.size < 200) known.set(key, days);
  return days;
}

/**
 * True when carriers of a country do not deliver on a day ('2026-11-26') because it is a weekend or
 * a public holiday.
 */
export function isDayOff(day: string, country: CountryCode): boolean {
  const at = Date.parse(day) / dayMs;
  return weekdayOf(at) % 6 === 0 || holidays(country, Number(day.slice(0, 4))).has(at);
}
