import { expect, test } from 'vitest';

import { truncate } from './clean-text.ts';
import { parseCents, nonEmptyLines, formValues } from './form-values.ts';

test.each([
  ['59', 5_900],
  ['59.9', 5_990],
  ['$1,234.50', 123_450],
  ['0', 0],
  ['9999999.99', 999_999_999],
  ['59.5', 5_950],
  [' $59.5 ', 5_950],
  ['0.01', 1],
  ['1,059.00', 105_900],
  ['1,000,000', 100_000_000],
  ['1,2,3', null],
  ['1,2345', null],
  ['1,234,567,890', null],
  ['999,999,999,999,999', null],
  ['1e3', null],
  ['59.', null],
  ['.5', null],
  ['€59', null],
  ['59.999', null],
  ['1,23', null],
  ['-5', null],
  ['5 9', null],
  ['', null],
])('an amount typed as %j is %s cents', (typed, cents) => {
  expect(parseCents(typed)).toBe(cents);
});

test('texts are trimmed and bounded, files are left out, and empty lines are removed', () => {
  const form = new FormData();
  form.set('a', '  x ');
  form.set('b', 'y'.repeat(30_000));
  form.set('c', new File(['z'], 'z.txt'));
  const typed = formValues(form);
  expect([typed.a, typed.b?.length, typed.c]).toEqual(['x', 20_000, undefined]);
  expect(nonEmptyLines(' a \n\n b\n')).toEqual(['a', 'b']);
});

test('a repeated field becomes lines, in the order in which they were sent', () => {
  const form = new FormData();
  for (const [name, value] of [
    ['a', 'one'],
    ['b', 'x'],
    ['a', 'two'],
  ] as const)
    form.append(name, value);
  expect(formValues(form)).toEqual({ a: 'one\ntwo', b: 'x' });
});

test('no text is cut inside a surrogate pair, because half of one cannot be stored', () => {
  const form = new FormData();
  form.set('a', `${'x'.repeat(19_999)}\u{1f339}`);
  expect(formValues(form).a).toBe('x'.repeat(19_999));
  expect([truncate('a\u{1f339}', 2), truncate('a\u{1f339}', 3), truncate('abc', 2)]).toEqual(['a', 'a\u{1f339}', 'ab']);
});

test.each([
  ['Ro\u200bse\u202e\ufeff', 'Rose'],
  ['\u200b\u2060', ''],
  ['\u200d \u200c', ''],
  ['one\n\u200b\ntwo', 'one\n\ntwo'],
  ['\u{1f469}\u200d\u{1f680}', '\u{1f469}\u200d\u{1f680}'],
  ['-', '-'],
])('%j is stored as %j, without invisible characters', (text, expected) => {
  const form = new FormData();
  form.set('name', text);
  expect(formValues(form)).toEqual({ name: expected });
});
