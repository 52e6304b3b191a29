import { expect, test } from 'vitest';

import { textOfFile } from './text-of-file.ts';

const text = 'order,number\nHR-1,1Z9\n';
const mark = '\ufeff';
const utf8 = (of: string) => new Uint8Array(Buffer.from(of));
const utf16le = (of: string) => new Uint8Array(Buffer.from(of, 'utf16le'));
const utf16be = (of: string) => new Uint8Array(Buffer.from(of, 'utf16le').swap16());
const windows = text.replaceAll('\n', '\r\n');

test.each<[string, Uint8Array]>([
  ['UTF-8', utf8(text)],
  ['UTF-8 with a byte order mark', utf8(mark + text)],
  ['UTF-8 with the line ends of Windows', utf8(mark + windows)],
  ['UTF-8 with the line ends of old spreadsheets', utf8(text.replaceAll('\n', '\r'))],
  ['UTF-16 LE', utf16le(mark + windows)],
  ['UTF-16 LE without a mark', utf16le(windows)],
  ['UTF-16 BE', utf16be(mark + windows)],
  ['UTF-16 BE without a mark', utf16be(text)],
])('a file in %s is read', (_encoding, bytes) => {
  expect(textOfFile(bytes, 1_000)).toEqual({ ok: true, value: text });
});

test('a workbook, a binary file and one above its limit are refused, an empty one is read', () => {
  const reasonOf = (bytes: Uint8Array) => textOfFile(bytes, 10);
  expect(reasonOf(utf8('PK\u0003\u0004'))).toEqual({ ok: false, reason: 'workbook' });
  expect(reasonOf(utf8('ab\0c'))).toEqual({ ok: false, reason: 'not_text' });
  expect(reasonOf(new Uint8Array(11))).toEqual({ ok: false, reason: 'too_large' });
  expect(reasonOf(new Uint8Array())).toEqual({ ok: true, value: '' });
});
