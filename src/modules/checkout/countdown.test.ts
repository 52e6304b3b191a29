import { expect, test } from 'vitest';

import { announcement, clockText } from './countdown.ts';

test.each([
  [900, '15:00'],
  [899, '14:59'],
  [60, '1:00'],
  [9, '0:09'],
  [0, '0:00'],
  [-3, '0:00'],
])('formats %i seconds as %s', (seconds, text) => {
  expect(clockText(seconds)).toBe(text);
});

test('the countdown is announced only three times', () => {
  const spoken = Array.from({ length: 901 }, (_, seconds) => seconds).filter(
    (seconds) => announcement(seconds) !== null,
  );
  expect(spoken).toEqual([0, 60, 300]);
});
