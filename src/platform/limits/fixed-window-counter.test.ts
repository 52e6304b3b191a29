import { expect, test } from 'vitest';

import { createFixedWindowCounter } from './fixed-window-counter.ts';

test('a window of 60 s begins with its first point, counts to its end, and restarts with the first point after it', () => {
  let at = 1_000;
  const windows = createFixedWindowCounter(60, () => at);
  const takenAt = (ms: number, key: string) => {
    at = 1_000 + ms;
    return windows.take(key);
  };
  expect([takenAt(0, 'mia'), takenAt(30_000, 'noah'), takenAt(59_999, 'mia')]).toEqual([1, 1, 2]);
  expect([takenAt(60_000, 'mia'), takenAt(89_999, 'noah')]).toEqual([1, 2]);
  expect([takenAt(90_000, 'noah'), takenAt(119_999, 'mia'), takenAt(120_000, 'mia')]).toEqual([1, 2, 1]);
});

test('a visitor who stays away for two windows uses no memory', () => {
  let at = 0;
  const windows = createFixedWindowCounter(60, () => at);
  for (let visitor = 0; visitor < 1_000; visitor += 1) windows.take(`visitor ${visitor}`);
  for (at = 60_000; at <= 120_000; at += 60_000) windows.take('mia');
  expect(windows.size()).toBeLessThanOrEqual(2);
});
