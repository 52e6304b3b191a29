import { expect, test } from 'vitest';

import { placeLine } from './place-line.ts';

test.each([
  ['Portland', 'OR', '97205', 'Portland, OR 97205'],
  ['London', '', 'SW1A 1AA', 'London, SW1A 1AA'],
  ['Portland', 'OR', '', 'Portland, OR'],
  ['', '', '', ''],
])('%j, %j and %j are written as %j', (city, state, postalCode, line) => {
  expect(placeLine({ city, state, postalCode })).toBe(line);
});
