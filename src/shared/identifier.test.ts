import fc from 'fast-check';
import { expect, test } from 'vitest';

import { normalizeIdentifier, normalizeCompactIdentifier } from './identifier.ts';

test.each([
  ['415\u00ad555\u00ad0132', '4155550132'],
  ['\u2060415\ufeff 555\u200b 0132\u202c', '415 555 0132'],
  ['415\ufe0f 555\ufe0e 0132\u{e0100}', '415 555 0132'],
  ['\ufffc415 555 0132\ufffd', '415 555 0132'],
  ['mia\u200d@example\u200c.com', 'mia@example.com'],
  ['mia\u034f@example\u180e.com\u3164', 'mia@example.com'],
  ['\uff4d\uff49\uff41\uff20example.com', 'mia@example.com'],
  ['94103\u20131234', '94103-1234'],
  ['94103\u22121234', '94103-1234'],
  ['94103\u2014\u20101234', '94103--1234'],
  ['\u0664\u0661\u0665 \u06f5\u06f5\u06f5 \u0966\u0967\u0969\u0968', '415 555 0132'],
  ['\uff14\uff11\uff15\u3000555\u00a00132', '415 555 0132'],
  ['\u{1d7d2}\u{1d7cf}\u{1d7d3}', '415'],
  ['\u{116da}\u{116e3}\u{116dc}', '092'],
  ['SAVE\t15\r\n', 'SAVE 15'],
  ['SAVE\ud80015', 'SAVE15'],
  ['HR\u2011\uff17\uff2b3QX9M2', 'HR-7K3QX9M2'],
  ['  Que\u0301bec ', 'Qu\u00e9bec'],
  ['', ''],
])('%j is cleaned to %j', (typed, cleaned) => {
  expect(normalizeIdentifier(typed)).toBe(cleaned);
});

test('an authenticator code has its spaces removed', () => {
  expect(normalizeCompactIdentifier(' 123\u2009456\u200b ')).toBe('123456');
});

test('cleaning twice changes nothing, and printable ASCII is unchanged', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const once = normalizeIdentifier(text);
      expect(normalizeIdentifier(once)).toBe(once);
    }),
    { numRuns: 300 },
  );
  fc.assert(
    fc.property(
      fc.string({ unit: fc.integer({ min: 33, max: 126 }).map((code) => String.fromCharCode(code)) }),
      (text) => {
        expect(normalizeIdentifier(text)).toBe(text);
      },
    ),
  );
});
