import { expect, test } from 'vitest';

import { barDebounceMs, stickyBarShown } from './sticky-bar-position.ts';

const viewportHeight = 1_000;
const pageHeight = 10_000;

test.each([
  ['at the top of the page', 0, false],
  ['at exactly 80 % of the viewport', 800, false],
  ['one pixel past 80 %', 801, true],
  ['in the middle of the page', 4_000, true],
  ['1001 px before the end', 7_999, true],
  ['exactly 1000 px before the end', 8_000, false],
  ['at the end of the page', 9_000, false],
])('%s, scrolled %d px, the bar shows: %s', (_place, scrollY, shown) => {
  expect(stickyBarShown({ scrollY, viewportHeight, pageHeight })).toBe(shown);
});

test('the bar never shows on a page too short to leave 1000 px', () => {
  expect(stickyBarShown({ scrollY: 900, viewportHeight, pageHeight: 2_900 })).toBe(false);
});

test('the bar waits 10 ms after the last scroll event', () => {
  expect(barDebounceMs).toBe(10);
});
