import { expect, test } from 'vitest';

import { bearerOf } from './api-keys.ts';
import { cursorFrom, cursorText } from './v1.ts';

const key = `shop_0a1b2c3d_${'A'.repeat(43)}`;

test.each(['', 'shop_0a1b2c3d', `${key}A`, `shop_0A1B2C3D_${'A'.repeat(43)}`, `x${key}`])(
  '%j is not a valid key',
  (text) => {
    expect(bearerOf(`Bearer ${text}`)).toBeNull();
  },
);

test.each([
  [`Bearer ${key}`, key],
  [`bearer ${key}`, key],
  [`Basic ${key}`, null],
  [`Bearer ${key} x`, null],
  ['Bearer', null],
  [undefined, null],
])('the header %j carries the key %j', (header, expected) => {
  expect(bearerOf(header)).toBe(expected);
});

test('a cursor holds the order before the next page, to the microsecond', () => {
  const id = 'c0a8012e-7a3f-4a6f-9d3b-111111111111';
  expect(cursorFrom(cursorText('1795250400123456', id))).toEqual({ micros: '1795250400123456', id });
});

test.each(['', 'x'])('the text %j is refused as a cursor', (text) => {
  expect(cursorFrom(text)).toBeNull();
});

test.each([
  '1',
  "1.' or true",
  `1.${'-'.repeat(36)}`,
  `1.${'a'.repeat(36)}`,
  '1.c0a8012e-7a3f-4a6f-9d3b-11111111111-',
  '9999999999999999.c0a8012e-7a3f-4a6f-9d3b-11111111111g',
  '12345678901234567.c0a8012e-7a3f-4a6f-9d3b-111111111111',
  '1.c0a8012e-7a3f-4a6f-9d3b-111111111111\n',
])('the text %j in base64url is refused as a cursor', (text) => {
  expect(cursorFrom(Buffer.from(text).toString('base64url'))).toBeNull();
});
