import { expect, test } from 'vitest';

import { isUuid } from './uuid.ts';

test('an id is recognized by its format', () => {
  expect(isUuid('5f0c1e9a-7a35-4c58-9d0e-1f6d3a2b4c10')).toBe(true);
  expect([isUuid(''), isUuid('x'), isUuid("5f0c1e9a-7a35-4c58-9d0e-1f6d3a2b4c10' or 1=1")]).toEqual([
    false,
    false,
    false,
  ]);
});
