import { expect, test } from 'vitest';

import { resultsText } from './list-results.ts';

test.each([
  [0, '0 results'],
  [1, '1 result'],
  [12, '12 results'],
  [1_000, '1,000 results'],
  [1_001, '1,000+ results'],
])('%i results are shown as %s', (results, text) => {
  expect(resultsText(results)).toBe(text);
});
