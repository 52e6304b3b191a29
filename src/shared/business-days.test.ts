import { expect, test } from 'vitest';

import { businessDays } from './business-days.ts';

test.each([
  [1, 1, '1 business day'],
  [2, 2, '2 business days'],
  [0, 0, '0 business days'],
  [1, 2, '1-2 business days'],
  [3, 5, '3-5 business days'],
])('a delivery in %i to %i days is written as "%s"', (min, max, text) => {
  expect(businessDays(min, max)).toBe(text);
});
