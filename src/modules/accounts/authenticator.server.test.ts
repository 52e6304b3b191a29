import { expect, test } from 'vitest';

import { authenticatorSetup } from './authenticator.server.ts';

test('the dark modules of the QR code become one path within its size', () => {
  const { path, size } = authenticatorSetup('otpauth://totp/shop?secret=ABCDEFGHIJ', [])?.qr ?? { path: '', size: 0 };
  const modules = [...path.matchAll(/M(\d+) (\d+)h1v1h-1z/g)].map(([, x, y]) => [Number(x), Number(y)]);
  expect(path).toMatch(/^(?:M\d+ \d+h1v1h-1z)+$/);
  // The finder pattern begins after a border of two modules.
  expect(modules.slice(0, 7)).toEqual([2, 3, 4, 5, 6, 7, 8].map((x) => [x, 2]));
  expect(Math.max(...modules.flat())).toBe(size - 3);
});

test.each([
  ['otpauth://totp/shop:mia%40example.com?secret=ABCDEFGHIJ&issuer=shop', 'ABCD EFGH IJ'],
  ['otpauth://totp/shop?issuer=shop', null],
  ['https://evil.example/?secret=ABCD', null],
  ['', null],
])('the secret of %j to type in is %j', (uri, secret) => {
  expect(authenticatorSetup(uri, [])?.secret ?? null).toBe(secret);
});
