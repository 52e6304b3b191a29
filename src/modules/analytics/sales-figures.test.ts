import { expect, test } from 'vitest';

import { noSales } from '#modules/orders/sales-days.ts';

import {
  barsBeside,
  barsOf,
  comparedDays,
  namedDays,
  possibleSteps,
  stepOf,
  type Comparison,
  type Days,
  type RangeName,
} from './sales-figures.ts';

const range = (text: string): Days => {
  const [from = '', to = from] = text.split(' to ');
  return { from, to };
};

test.each<[RangeName, string]>([
  ['today', '2026-03-31'],
  ['week', '2026-03-25 to 2026-03-31'],
  ['days', '2026-03-02 to 2026-03-31'],
  ['this_month', '2026-03-01 to 2026-03-31'],
  ['last_month', '2026-02-01 to 2026-02-28'],
  ['year', '2026-01-01 to 2026-03-31'],
])('on March 31 the range "%s" is %s', (name, expected) => {
  expect(namedDays(name, '2026-03-31')).toEqual(range(expected));
});

test.each<[string, Comparison, RangeName | null, string]>([
  ['2026-03-25 to 2026-03-31', 'before', 'week', '2026-03-18 to 2026-03-24'],
  ['2026-03-01 to 2026-03-10', 'before', 'this_month', '2026-02-01 to 2026-02-10'],
  ['2026-03-01 to 2026-03-31', 'before', 'this_month', '2026-02-01 to 2026-02-28'],
  ['2026-02-01 to 2026-02-28', 'before', 'last_month', '2026-01-01 to 2026-01-31'],
  ['2026-01-01 to 2026-03-31', 'before', 'year', '2025-01-01 to 2025-03-31'],
  ['2024-02-01 to 2024-02-29', 'last_year', null, '2023-02-01 to 2023-02-28'],
  ['2024-02-29', 'last_year', null, '2023-02-28'],
  ['2026-01-01', 'before', 'today', '2025-12-31'],
])('%s, compared with "%s" (range %s), stands beside %s', (days, comparison, name, expected) => {
  expect(comparedDays(range(days), comparison, name)).toEqual(range(expected));
});

test('a range compared with nothing stands beside nothing', () => {
  expect(comparedDays(range('2026-03-01'), 'none', 'today')).toBeNull();
});

test.each([
  ['2026-03-01 to 2026-03-31', ['day', 'week', 'month'], 'day'],
  ['2026-01-01 to 2026-06-30', ['week', 'month'], 'week'],
  ['2020-01-01 to 2026-06-30', ['month'], 'month'],
] as const)('%s can be charted by %j, and is by %s', (days, steps, step) => {
  expect([possibleSteps(range(days)), stepOf(range(days), null)]).toEqual([steps, step]);
});

const sold = (day: string, grossCents: number) => ({ ...noSales, day, orders: 1, paidOrders: 1, grossCents });
const revenue = (bars: readonly { grossCents: number }[]) => bars.map(({ grossCents }) => grossCents);

test('weeks begin on Monday, and the first and last bar hold only days of the range', () => {
  const bars = barsOf(range('2026-03-04 to 2026-03-17'), 'week', [sold('2026-03-08', 1), sold('2026-03-09', 2)]);
  expect(bars.map(({ from, to }) => `${from} to ${to}`)).toEqual([
    '2026-03-04 to 2026-03-08',
    '2026-03-09 to 2026-03-15',
    '2026-03-16 to 2026-03-17',
  ]);
  expect(revenue(bars)).toEqual([1, 2, 0]);
});

test('the first compared day stands beside the first day of the range, and further ones beside none', () => {
  const days = range('2026-02-01 to 2026-02-28');
  const compared = range('2026-01-01 to 2026-01-31');
  const bars = barsOf(days, 'day', []);
  const sums = [sold('2026-01-01', 1), sold('2026-01-28', 28), sold('2026-01-31', 31)];
  expect(revenue(barsBeside(bars, { days, compared, step: 'day' }, sums))).toEqual([1, ...Array(26).fill(0), 28]);
});

test('no compared bars are drawn beside a chart that leaves out empty months', () => {
  const days = range('2024-01-01 to 2026-02-28');
  const compared = range('2021-11-03 to 2023-12-31');
  const sums = [sold('2023-06-01', 1)];
  expect(barsBeside(barsOf(days, 'month', []), { days, compared, step: 'month' }, sums)).toEqual([]);
});
