import { expect, test } from 'vitest';

import { ageText } from './dashboard.ts';

const now = new Date('2026-11-27T12:00:00Z');

test.each([
  [59, 'new'],
  [60, '1 minute'],
  [59 * 60 + 59, '59 minutes'],
  [3_600, '1 hour'],
  [86_399, '23 hours'],
  [2 * 86_400, '2 days'],
])('an age of %i s is "%s"', (seconds, text) => {
  expect(ageText(new Date(now.getTime() - seconds * 1_000), now)).toBe(text);
});
