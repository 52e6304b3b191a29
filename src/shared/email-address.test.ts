import fc from 'fast-check';
import { expect, test } from 'vitest';

import { isEmailAddress } from './email-address.ts';

test.each([
  'mia@example.com',
  'MIA@EXAMPLE.COM',
  "o'brien@example.com",
  'mia.rose@example.com',
  'mia+wand@example.com',
  'mia_rose-2@mail.shop.example.co.uk',
  'a@b.co',
  '1@2.example',
  'mia@example.photography',
  'mia@xn--mller-kva.example',
  'mia@example.xn--p1ai',
  `${'m'.repeat(64)}@example.com`,
  `mia@${'e'.repeat(63)}.${'x'.repeat(63)}.${'a'.repeat(63)}.${'b'.repeat(54)}.com`,
])('%s is an email address', (text) => {
  expect(isEmailAddress(text)).toBe(true);
});

test.each([
  '',
  'mia',
  'mia@',
  '@example.com',
  'mia@example',
  'mia example.com',
  'mia@@example.com',
  'mia@rose@example.com',
  'müller@example.de',
  'mia@müller.de',
  'mia@example..com',
  'mia@.example.com',
  'mia@example.com.',
  'mia..rose@example.com',
  '.mia@example.com',
  'mia.@example.com',
  'mia,rose@example.com',
  'mia rose@example.com',
  'mia@exam ple.com',
  'mia@example.c',
  'mia@example.123',
  'mia@-example.com',
  'mia@example-.com',
  'mia@exa_mple.com',
  '"mia"@example.com',
  'Mia <mia@example.com>',
  'mia@example.com, eve@example.com',
  'mia@example.com\nbcc: eve@example.com',
  ' mia@example.com',
  `${'m'.repeat(65)}@example.com`,
  `mia@${'e'.repeat(64)}.com`,
  `mia@${'e'.repeat(63)}.${'x'.repeat(63)}.${'a'.repeat(63)}.${'b'.repeat(55)}.com`,
])('%j is not an email address', (text) => {
  expect(isEmailAddress(text)).toBe(false);
});

test('an accepted address has no space, comma or bracket, one @, and ASCII only', () => {
  const pieces = fc.constantFrom('mia', 'ü', '.', '..', ',', ' ', '@', '<', '>', '-', 'example', 'com', '\n', '"', '+');
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 9 }), (parts) => {
      const text = parts.join('');
      expect(!isEmailAddress(text) || /^[!-+\--;=?-~]+@[a-z-]+(\.[a-z-]+)+$/.test(text)).toBe(true);
    }),
  );
});
