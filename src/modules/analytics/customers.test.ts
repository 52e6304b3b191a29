import { expect, test } from 'vitest';

import { nameOf, parseCursor, cursorText } from './customers.ts';

test('a list cursor survives being written to and read from a URL', () => {
  const cursor = { micros: '1795250000123456', id: 'mia_rose@example.com' };
  expect(parseCursor(cursorText(cursor))).toEqual(cursor);
});

test.each([null, '', 'x_y', '12', '12_', `1${'0'.repeat(17)}_a`])('%s is not a cursor', (text) => {
  expect(parseCursor(text)).toBeNull();
});

test('a customer without a name is shown by e-mail address', () => {
  expect(nameOf({ firstName: '', lastName: '', email: 'a@example.com' })).toBe('a@example.com');
  expect(nameOf({ firstName: 'Mia', lastName: '', email: 'a@example.com' })).toBe('Mia');
});
