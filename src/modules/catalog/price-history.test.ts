import fc from 'fast-check';
import { expect, test } from 'vitest';

import {
  compareAtPrice,
  minPriceBefore,
  minPriceEnd,
  referenceAfter,
  possibleSlips,
  withoutSlips,
  type LastSale,
  type PricePoint,
} from './price-history.ts';

const day = 24 * 60 * 60 * 1000;
const now = new Date('2026-11-21T12:00:00Z');
const ago = (days: number, ms = 0) => new Date(now.getTime() - days * day - ms);
const point = (at: Date, priceCents: number, salePriceCents: number | null = null): PricePoint => ({
  at,
  priceCents,
  salePriceCents,
});

test.each([
  ['nothing was asked before', [], null],
  ['a price that begins now is not one from before', [point(now, 12_000)], null],
  ['$120 has held for a year', [point(ago(365), 12_000)], 12_000],
  ['a sale at $59 ended 10 days ago', [point(ago(60), 12_000, 5_900), point(ago(10), 12_000)], 5_900],
  ['a sale at $59 ended exactly 30 days ago', [point(ago(60), 12_000, 5_900), point(ago(30), 12_000)], 12_000],
  ['a sale at $59 ended 1 ms within the 30 days', [point(ago(60), 12_000, 5_900), point(ago(30, -1), 12_000)], 5_900],
])('lowest price of the 30 days before: %s', (_name, history, expected) => {
  expect(minPriceBefore(history, now)).toBe(expected);
});

const before = { priceCents: 12_000, salePriceCents: null, referencePriceCents: null };
const sale = { priceCents: 12_000, salePriceCents: 5_900 };

test('a new sale is compared with earlier prices and has no reference price without any', () => {
  const history = [point(ago(40), 8_000), point(ago(20), 12_000)];
  expect(referenceAfter({ before, after: sale, history, now })).toBe(8_000);
  expect(referenceAfter({ before, after: sale, history: [], now })).toBeNull();
});

test('a further reduction keeps its reference price, a raised sale price gets a new one, and ending the sale clears it', () => {
  const history = [point(ago(40), 12_000), point(ago(5), 12_000, 5_900)];
  const onSale = { ...sale, referencePriceCents: 12_000 };
  const to = (salePriceCents: number | null) =>
    referenceAfter({ before: onSale, after: { ...sale, salePriceCents }, history, now });
  expect([to(4_900), to(5_900), to(6_900), to(null)]).toEqual([12_000, 12_000, 5_900, null]);
});

const hour = day / 24;
const wand = point(ago(90), 12_000);
const slip = (beganAgo: number) => point(ago(0, beganAgo), 12_000, 6_450);
const sold = (unitPriceCents: number, beforeMs: number): LastSale => ({ unitPriceCents, at: ago(0, beforeMs) });

test.each<[string, PricePoint[], LastSale[], number[]]>([
  ['a price of 1 ms under an hour', [slip(hour - 1), wand], [], [12_000]],
  ['a price of an hour', [slip(hour), wand], [], [6_450, 12_000]],
  ['one at which somebody bought', [slip(1_000), wand], [sold(6_450, 500)], [6_450, 12_000]],
  ['one at which was bought only before', [slip(1_000), wand], [sold(6_450, 1_001)], [12_000]],
  ['one that was taken back', [point(ago(0, 1_000), 12_000), slip(2_000), wand], [], [12_000]],
  ['what the product began with', [slip(1_000)], [], [6_450]],
])('prices that count, given %s', (_name, history, lastSales, counted) => {
  const prices = withoutSlips(history, { lastSales, now }).map((one) => one.salePriceCents ?? one.priceCents);
  expect([...new Set(prices)].toSorted((a, b) => a - b)).toEqual(counted);
});

test.each<[string, PricePoint[], number[]]>([
  ['a price of an hour', [slip(hour), wand], []],
  ['a price of 1 ms under an hour', [slip(hour - 1), wand], [6_450]],
  ['one that was taken back a moment ago', [point(ago(0, 1_000), 12_000), slip(2_000), wand], [6_450, 12_000]],
  ['what the product began with', [slip(1_000)], []],
  ['one of a minute that ended 30 days ago', [point(ago(30), 12_000), slip(30 * day + 60_000), wand], []],
  ['one that ended a second later', [point(ago(30, -1_000), 12_000), slip(30 * day), wand], [6_450]],
])('prices whose sales decide if they count, given %s', (_name, history, prices) => {
  expect(possibleSlips(history, now).toSorted((a, b) => a - b)).toEqual(prices);
});

test('a lowest price is the reference for 30 days after it ends, or from now if it still applies', () => {
  const history = [point(ago(40), 12_000, 5_900), point(ago(10), 12_000)];
  expect(minPriceEnd(history, now)).toEqual(ago(-20));
  expect(minPriceEnd([point(ago(40), 12_000, 5_900)], now)).toEqual(ago(-30));
});

test('the struck-through price is never above the regular price and never at or below the sale price', () => {
  expect(compareAtPrice({ ...sale, referencePriceCents: 15_000 })).toBe(12_000);
  expect(compareAtPrice({ ...sale, referencePriceCents: 8_000 })).toBe(8_000);
  expect(compareAtPrice({ ...sale, referencePriceCents: 5_900 })).toBeNull();
  expect(compareAtPrice({ ...sale, referencePriceCents: null })).toBeNull();
});

test('the reference price is the lowest that applied within the window, for any price history', () => {
  const points = fc.array(fc.tuple(fc.integer({ min: 0, max: 90 }), fc.integer({ min: 1, max: 500 })), {
    minLength: 1,
    maxLength: 12,
  });
  fc.assert(
    fc.property(points, (pairs) => {
      const distinct = new Map(pairs.map(([days, dollars]) => [days + 1, dollars * 100]));
      const history = [...distinct].map(([days, cents]) => point(ago(days), cents));
      const daily = Array.from({ length: 30 }, (_, back) => {
        const held = [...distinct].filter(([days]) => days > back).toSorted(([a], [b]) => a - b)[0];
        return held?.[1];
      }).filter((cents) => cents !== undefined);
      // Prices change at whole days, so the first moment of each day shows the price of that day.
      const atWholeDays = daily.length === 0 ? null : Math.min(...daily);
      expect(minPriceBefore(history, now)).toBe(atWholeDays);
    }),
  );
});
