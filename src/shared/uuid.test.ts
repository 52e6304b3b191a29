import { expect, test } from 'vitest';

import { isUuid } from './uuid.ts';

test('an id is recognized by its format', () => {
  const id = '5f0c1e9a-7a35-4c58-9d0e-1f6d3a2b4c10';
  expect([id, '', 'x', `${id}' or 1=1`].filter(isUuid)).toEqual([id]);
});
