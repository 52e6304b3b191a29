import { expect, test } from 'vitest';

import { isStorable, stripInvisible } from './clean-text.ts';

test.each([
  ['a\0b', 'ab'],
  ['Zo\ud800e', 'Zoe'],
  ['\u200bMia\ufeff', 'Mia'],
  ['\u202e1 Main\u202c', '1 Main'],
  ['Mar\u00adket\ufffc Street\u200e', 'Market Street'],
  ['Heart \u2764\ufe0f \u0915\u094d\u200d\u0937', 'Heart \u2764\ufe0f \u0915\u094d\u200d\u0937'],
  ['Zoë 👩‍👩‍👧 O’Neil', 'Zoë 👩‍👩‍👧 O’Neil'],
])('%j is reduced to its visible and storable part %j', (typed, seen) => {
  expect(stripInvisible(typed)).toBe(seen);
  expect(isStorable(seen)).toBe(true);
});
