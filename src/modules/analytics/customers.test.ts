import { expect, test } from 'vitest';

import { nameOf, placeFromText, placeToText } from './customers.ts';

test('a place in the list survives its address', () => {
  const place = { micros: '1795250000123456', id: 'mia_rose@example.com' };
  expect(placeFromText(placeToText(place))).toEqual(place);
});

test.each([null, '', 'x_y', '12', '12_', `1${'0'.repeat(17)}_a`])('%s names no place', (text) => {
  expect(placeFromText(text)).toBeNull();
});

test('who left no name is called by e-mail', () => {
  expect(nameOf({ firstName: '', lastName: '', email: 'a@example.com' })).toBe('a@example.com');
  expect(nameOf({ firstName: 'Mia', lastName: '', email: 'a@example.com' })).toBe('Mia');
});
