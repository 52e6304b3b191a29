import { expect, test } from 'vitest';

import { qrPath, secretOf } from './authenticator.server.ts';

test('the dark modules of a QR code become one path', () => {
  expect(
    qrPath([
      [true, false],
      [true, true],
    ]),
  ).toBe('M0 0h1v1h-1zM0 1h1v1h-1zM1 1h1v1h-1z');
});

test.each([
  ['otpauth://totp/shop:mia%40example.com?secret=ABCDEFGHIJ&issuer=shop', 'ABCD EFGH IJ'],
  ['otpauth://totp/shop?issuer=shop', null],
  ['https://evil.example/?secret=ABCD', null],
  ['', null],
])('the secret of %j to type in is %j', (uri, secret) => {
  expect(secretOf(uri)).toBe(secret);
});
