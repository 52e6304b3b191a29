import fc from 'fast-check';
import { expect, test } from 'vitest';

import { averageOrder, noSales } from '#modules/orders/sales-days.ts';

import { growth, lastMonths, monthByMonth, monthName, scaleMarks, shortUsd } from './figures.ts';

test.each([
  [0, 0, 0],
  [5_900, 1, 5_900],
  [10_000, 3, 3_333],
  [20_000, 3, 6_667],
])('the average of %i cents over %i paid orders is %i', (grossCents, paidOrders, expected) => {
  expect(averageOrder({ grossCents, paidOrders })).toBe(expected);
});

test.each([
  [0, 0, '0.0%', 'level'],
  [0, 1, 'New', 'up'],
  [-100, 50, 'New', 'up'],
  [100, 100, '0.0%', 'level'],
  [100, 150, '+50.0%', 'up'],
  [300, 400, '+33.3%', 'up'],
  [100_000, 100_049, '0.0%', 'level'],
  [100_000, 100_050, '+0.1%', 'up'],
  [200, 100, '−50.0%', 'down'],
  [100, 0, '−100.0%', 'down'],
])('growth from %i to %i is %s', (before, now, text, direction) => {
  expect(growth(before, now)).toEqual({ text, direction });
});

test('the last six months cross the turn of the year', () => {
  expect(lastMonths('2026-02-28')).toEqual(['2025-09', '2025-10', '2025-11', '2025-12', '2026-01', '2026-02']);
  expect(lastMonths('2026-03-01').at(-1)).toBe('2026-03');
  expect(lastMonths('2026-03-31').slice(-2)).toEqual(['2026-02', '2026-03']);
});

test('a month without activity is shown with zeros', () => {
  const none = { ...noSales, accounts: 0, guests: 0 };
  const sold = { ...noSales, orders: 2, grossCents: 100 };
  const days = [
    { ...sold, day: '2026-02-01' },
    { ...sold, day: '2026-02-28' },
    { ...sold, day: '2026-03-01' },
  ];
  expect(monthByMonth(['2026-01', '2026-02'], days, [{ month: '2026-02', accounts: 1, guests: 3 }])).toEqual([
    { ...none, month: '2026-01' },
    { ...none, month: '2026-02', orders: 4, grossCents: 200, accounts: 1, guests: 3 },
  ]);
});

test('months are formatted in a short and a long form', () => {
  expect([monthName('2026-11', 'short'), monthName('2026-11', 'long')]).toEqual(['Nov', 'November 2026']);
});

test.each([
  [0, [0]],
  [4, [0, 1, 2, 3, 4]],
  [10, [0, 2, 4, 6, 8, 10]],
  [11, [0, 5, 10, 15]],
  [59, [0, 20, 40, 60]],
  [123_456, [0, 50_000, 100_000, 150_000]],
])('a scale up to %i has the ticks %j', (greatest, marks) => {
  expect(scaleMarks(greatest)).toEqual(marks);
});

test("short amounts equal Intl's compact format of the engine that runs the tests", () => {
  const compact = new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency: 'USD',
    notation: 'compact',
    maximumFractionDigits: 1,
  });
  expect([0, 5_900, 123_400, 999_996, -250_000_000].map(shortUsd)).toEqual(['$0', '$59', '$1.2K', '$10K', '-$2.5M']);
  fc.assert(
    fc.property(fc.oneof(fc.integer({ min: -1e12, max: 1e12 }), fc.integer({ min: 90_000, max: 110_000 })), (cents) => {
      fc.pre(Math.abs(cents) >= 99_995);
      expect(shortUsd(cents)).toBe(compact.format(cents / 100));
    }),
    { numRuns: 2_000 },
  );
});

test('amounts below a thousand dollars have no or two decimals', () => {
  expect([24_980, 50, 99_994, -105, 24_900].map(shortUsd)).toEqual(['$249.80', '$0.50', '$999.94', '-$1.05', '$249']);
});
