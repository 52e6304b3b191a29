import { expect, test } from 'vitest';

import { measure } from '../scripts/measures.ts';

const measures = measure();

test.each([
  'more than three parameters',
  "other modules' tables",
  "SQL with other modules' tables",
  'files named for a role, or in a sub-folder',
  'literal API paths in the browser',
])('the product contains none of: %s', (name) => {
  expect(measures[name]).toEqual([]);
});

test('delivery instructions are named in at most 8 files of the product', () => {
  expect(measures['delivery instructions']?.length).toBeLessThanOrEqual(8);
});
