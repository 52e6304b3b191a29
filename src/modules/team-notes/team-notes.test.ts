import fc from 'fast-check';
import { expect, test } from 'vitest';

import { parseNote, maxTagLength, parseTags, maxTags, tagsText } from './team-notes.ts';

test.each([
  ['', []],
  [' , ,, ', []],
  ['VIP', ['vip']],
  ['  Press,vip ,  VIP,press ', ['press', 'vip']],
  ['gift\twrap,  late   payer', ['gift wrap', 'late payer']],
  ['cafe\u0301, caf\u00e9', ['caf\u00e9']],
  ['v\u200bip\u0000', ['vip']],
  ['x'.repeat(maxTagLength), ['x'.repeat(maxTagLength)]],
])('the typed tags %j are stored as %j', (typed, tags) => {
  expect(parseTags(typed)).toEqual({ ok: true, value: tags });
});

const tag = (index: number) => `tag ${index}`;

test.each([
  ['a tag of 31 characters', 'x'.repeat(maxTagLength + 1), 'tag_too_long'],
  ['11 tags', Array.from({ length: maxTags + 1 }, (_, index) => tag(index)).join(','), 'too_many_tags'],
  ['an overlong text', ','.repeat(100_000), 'too_many_tags'],
])('%s is refused', (_what, typed, reason) => {
  expect(parseTags(typed)).toEqual({ ok: false, reason });
});

test('stored tags are read back unchanged, whatever was typed', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (typed) => {
      const read = parseTags(typed);
      if (!read.ok) return;
      expect(parseTags(tagsText(read.value))).toEqual(read);
      for (const one of read.value) expect(one).toBe(one.trim());
    }),
  );
});

test.each([
  ['two lines', '  Call first.\r\nAsk for Ann. ', 'Call first.\nAsk for Ann.'],
  ['2,000 characters', 'x'.repeat(2_000), 'x'.repeat(2_000)],
])('a note of %s is stored without blanks around it', (_what, typed, text) => {
  expect(parseNote(typed)).toEqual({ ok: true, value: text });
});

test.each([
  ['blanks', ' \n ', 'note_missing'],
  ['an invisible character', '\u200b', 'note_missing'],
  ['2,001 characters', 'x'.repeat(2_001), 'note_too_long'],
  ['a million characters', 'x'.repeat(1_000_000), 'note_too_long'],
])('a note of %s is refused', (_what, typed, reason) => {
  expect(parseNote(typed)).toEqual({ ok: false, reason });
});
