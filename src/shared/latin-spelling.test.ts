import { expect, test } from 'vitest';

import { needsLatinSpelling, unprintable, withSpelling } from './latin-spelling.ts';

test.each([
  ['王小明', true],
  ['김 민수', true],
  ['محمد علي', true],
  ['דוד', true],
  ['王小明 (Wang Xiaoming)', false],
  ['محمد Muhammad', false],
  ['Łukasz Đặng', false],
  ['Γεώργιος', false],
  ['Ірина', false],
  ['', false],
  ['💐', false],
])('the name %j needs a Latin spelling: %s', (name, needed) => {
  expect(needsLatinSpelling(name)).toBe(needed);
});

const gap = (count: number) => unprintable.repeat(count);

test.each([
  ['a name before its spelling', `${gap(3)} Wang Xiaoming`, 'Wang Xiaoming'],
  ['a name before its spelling in brackets', `${gap(3)} (Wang Xiaoming)`, 'Wang Xiaoming'],
  ['a spelling before the name in brackets', `Wang Xiaoming (${gap(3)})`, 'Wang Xiaoming'],
  ['a spelling without a blank', `${gap(3)}(Wang)`, 'Wang'],
  ['first name and family name, each with a spelling', `${gap(2)} Min ${gap(1)} Kim`, 'Min Kim'],
  ['a name alone', gap(3), '???'],
  ['two names alone', `${gap(2)} ${gap(1)}`, '?? ?'],
  ['a character within a word', `caf${gap(1)} Rose`, 'caf? Rose'],
  ['a line without a gap', 'Mia (Rose)', 'Mia (Rose)'],
])('%s is printed as its spelling, else with a mark for each character', (_what, line, expected) => {
  expect(withSpelling(line)).toBe(expected);
});
