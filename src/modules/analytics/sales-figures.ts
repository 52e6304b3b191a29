import { figureDimensions, keyParam, refundedParam, type FigureDimension } from '#modules/orders/list-orders.ts';
import {
  added,
  noSales,
  revenueOf,
  shifted,
  type Days,
  type Sales,
  type SalesDimension,
} from '#modules/orders/sales-days.ts';
import type { PaymentMode } from '#modules/payments/payment-mode.ts';
import { countryName, regionsOf } from '#shared/countries.ts';
import { daysOf } from '#shared/day-range.ts';
import { dayAfter } from '#shared/shop-time.ts';
import { deviceNames, telephone } from '#shared/visit-source.ts';

/** Ranges that are chosen by name. All end today at the latest. */
export const rangeNames = {
  today: 'Today',
  week: '7 days',
  days: '30 days',
  this_month: 'This month',
  last_month: 'Last month',
  year: 'This year',
} as const;
export type RangeName = keyof typeof rangeNames;
export const ranges = Object.keys(rangeNames) as RangeName[];

export const comparisonNames = {
  before: 'Previous period',
  last_year: 'Same period last year',
  none: 'No comparison',
} as const;
export type Comparison = keyof typeof comparisonNames;
export const comparisons = Object.keys(comparisonNames) as Comparison[];

const dayMs = 86_400_000;
const lengthOf = ({ from, to }: Days) => Math.round((Date.parse(to) - Date.parse(from)) / dayMs) + 1;

/** Returns the days of a named range, up to `today`. */
export function namedDays(name: RangeName, today: string): Days {
  switch (name) {
    case 'today':
      return { from: today, to: today };
    case 'week':
      return { from: shifted(today, -6), to: today };
    case 'days':
      return { from: shifted(today, -29), to: today };
    case 'last_month':
      return daysOf(name, today);
    case 'this_month':
    case 'year':
      return { from: daysOf(name, today).from, to: today };
  }
}

/** Returns the day so many months earlier: the last of the month if that is shorter. */
function monthsEarlier(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const last = new Date(Date.UTC(year, month - months, 0));
  const shownDay = Math.min(date, last.getUTCDate());
  return `${last.toISOString().slice(0, 8)}${String(shownDay).padStart(2, '0')}`;
}

const isLastOfMonth = (day: string) => dayAfter(day).endsWith('-01');

/**
 * Returns the days with which a range is compared. Before a month or year comes the one before, up
 * to the same day; before other ranges come as many days.
 */
export function comparedDays(days: Days, comparison: Comparison, name: RangeName | null): Days | null {
  const earlier = (months: number) => {
    const to = monthsEarlier(days.to, months);
    const isWhole = isLastOfMonth(days.to) && days.from.endsWith('-01');
    return { from: monthsEarlier(days.from, months), to: isWhole ? lastOfMonth(to) : to };
  };
  if (comparison === 'none') return null;
  if (comparison === 'last_year' || name === 'year') return earlier(12);
  if (name === 'this_month' || name === 'last_month') return earlier(1);
  return { from: shifted(days.from, -lengthOf(days)), to: shifted(days.from, -1) };
}

const lastOfMonth = (day: string) => shifted(`${monthsEarlier(day, -1).slice(0, 7)}-01`, -1);

export const steps = ['day', 'week', 'month'] as const;
export type Interval = (typeof steps)[number];

/** Max bars of the chart by each step, so that they stay readable. */
const maxBars: Record<Interval, number> = { day: 92, week: 106, month: Infinity };
const daysPer: Record<Interval, number> = { day: 1, week: 7, month: 28 };

/** Returns the steps in which a range can be shown. */
export const possibleSteps = (days: Days): Interval[] =>
  steps.filter((step) => lengthOf(days) / daysPer[step] <= maxBars[step]);

/** Returns the step of a chart: the chosen one if it fits the range, else by the range's length. */
export function stepOf(days: Days, chosen: Interval | null): Interval {
  const possible = possibleSteps(days);
  if (chosen !== null && possible.includes(chosen)) return chosen;
  const length = lengthOf(days);
  return length <= 31 ? 'day' : length <= 182 ? 'week' : 'month';
}

/** Returns the first day of the step that holds a day. Weeks begin on Monday. */
function startOfStep(day: string, step: Interval): string {
  if (step === 'day') return day;
  if (step === 'month') return `${day.slice(0, 7)}-01`;
  return shifted(day, -((new Date(day).getUTCDay() + 6) % 7));
}

export type Bar = Sales & Days;
export type DaySum = Sales & { day: string };

export const totalOf = (days: readonly DaySum[]): Sales => days.reduce<Sales>(added, noSales);

type Compared = { days: Days; compared: Days; step: Interval };

/** Days beyond which a chart leaves out the months before the first sale and after the last. */
const maxEmptyDays = 731;

function filledDays(days: Days, sums: readonly { day: string }[]): Days {
  if (lengthOf(days) <= maxEmptyDays) return days;
  const sold = sums.map(({ day }) => day).toSorted();
  return { from: sold[0] ?? days.to, to: sold.at(-1) ?? days.to };
}

/** Returns the sales of each step of a range, with zeros for steps without any. Oldest first. */
export function barsOf(days: Days, step: Interval, sums: readonly DaySum[]): Bar[] {
  const { from, to } = filledDays(days, sums);
  const byStart = new Map<string, Sales>();
  for (const { day, ...sales } of sums) {
    const start = startOfStep(day, step);
    byStart.set(start, added(byStart.get(start) ?? noSales, sales));
  }
  const bars: Bar[] = [];
  for (let start = startOfStep(from, step); start <= to;) {
    const next = step === 'month' ? monthsEarlier(start, -1) : shifted(start, daysPer[step]);
    const end = shifted(next, -1);
    const days = { from: start < from ? from : start, to: end > to ? to : end };
    bars.push({ ...days, ...(byStart.get(start) ?? noSales) });
    start = next;
  }
  return bars;
}

/**
 * Returns the bars of the compared days in the order of `bars`: the first stands beside the first.
 * Empty if the empty days of either range are left out, because the bars then do not correspond.
 */
export function barsBeside(bars: readonly Bar[], { days, compared, step }: Compared, sums: readonly DaySum[]): Bar[] {
  const isShortened = [days, compared].some((range) => lengthOf(range) > maxEmptyDays);
  return isShortened ? [] : barsOf(compared, step, sums).slice(0, bars.length);
}

/** Sales by one key of a dimension. */
export type KeySales = Sales & { key: string };
export type SalesByDimension = Record<FigureDimension, KeySales[]>;

const inOrder = (a: KeySales, b: KeySales) =>
  revenueOf(b) - revenueOf(a) || b.orders - a.orders || (a.key < b.key ? -1 : 1);

/** Groups sums by dimension, the highest revenue first. */
export function byDimension(sums: readonly (KeySales & { dimension: SalesDimension })[]): SalesByDimension {
  const rows = (one: FigureDimension) =>
    sums
      .filter(({ dimension }) => dimension === one)
      .map(({ dimension: _dimension, ...row }) => row)
      .toSorted(inOrder);
  return { code: rows('code'), source: rows('source'), state: rows('state'), device: rows('device') };
}

/** Names the country unless it is the United States. */
function stateName(key: string): string {
  const [country = '', ...rest] = key.split(' ');
  const state = rest.join(' ');
  if (country === '') return 'Unknown';
  const region = regionsOf(country).find(({ code }) => code === state)?.name ?? state;
  if (region === '') return countryName(country);
  return country === 'US' ? region : `${region}, ${countryName(country)}`;
}

function sourceName(key: string): string {
  if (key === 'direct') return 'Direct';
  if (key === telephone) return 'Phone order';
  return key.replace(/^campaign: /, 'Campaign: ');
}

/** Returns the text of a key of a dimension. */
export function keyName(dimension: FigureDimension, key: string): string {
  switch (dimension) {
    case 'code':
      return key === '' ? 'No code' : key;
    case 'source':
      return key === '' ? 'Not recorded' : sourceName(key);
    case 'state':
      return stateName(key);
    case 'device':
      return Object.entries(deviceNames).find(([device]) => device === key)?.[1] ?? 'Not recorded';
  }
}

export const dimensionNames: Record<FigureDimension, string> = {
  code: 'Discount code',
  source: 'Source',
  state: 'State',
  device: 'Device',
};

export { figureDimensions, type Days, type FigureDimension, type Sales };

type Rows = { days: Days; mode: PaymentMode };

/** Returns the address of the orders that a figure counts. */
export function ordersAddress(
  { days, mode }: Rows,
  { counted, by }: { counted: 'sold' | 'paid' | 'refunded'; by?: { dimension: FigureDimension; key: string } },
): string {
  const query = new URLSearchParams(
    counted === 'refunded' ? { refunded: refundedParam(days) } : { from: days.from, to: days.to, counted },
  );
  query.set('mode', mode);
  if (by !== undefined) query.set(by.dimension, keyParam(by.key));
  return `/admin/orders?${query.toString()}`;
}
