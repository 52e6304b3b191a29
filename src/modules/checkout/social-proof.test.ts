import { expect, test } from 'vitest';

import { firstAfterMs, nextAfterMs, shownMs } from './social-proof.ts';

test('the first event appears after 3 s and stays for 4 s', () => {
  expect([firstAfterMs, shownMs]).toEqual([3_000, 4_000]);
});

test.each([
  [0, 40_000],
  [0.5, 45_000],
  [1, 50_000],
])('with the random number %f the next event appears after 25 s plus a delay, %i ms in total', (random, expected) => {
  expect(nextAfterMs(random)).toBe(expected);
});
