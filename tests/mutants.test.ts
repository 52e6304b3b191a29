import { expect, test } from 'vitest';

import { unmatchedMutants } from './support/mutants.ts';

test('the text that each planted bug replaces occurs exactly once in the source', () => {
  expect(unmatchedMutants()).toEqual([]);
});
