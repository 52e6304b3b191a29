import { expect, test } from 'vitest';

import { pageOf, personIn, placeOf } from './rules.ts';

const id = '7d8ad2a5-3d5f-4f67-9f2b-7a3f2f1c9f10';

test.each([
  [`user:${id}`, id],
  [`customer:${id}`, id],
  [`message:${id}`, null],
  ['order:HR-7K3QX9M2', null],
  ['customer:x', null],
  [`user:${id} `, null],
  [id, null],
])('the subject %j names the person %j', (subject, person) => {
  expect(personIn(subject)).toBe(person);
});

test.each([
  ['', null],
  ['after=12', { from: 12, towards: 'older' }],
  ['before=12', { from: 12, towards: 'newer' }],
  ['after=0', null],
  ['after=-1', null],
  ['after=1.5', null],
  ['after=9007199254740993', null],
  ['after=x', null],
])('the address %j names the place %j of the log', (query, place) => {
  expect(placeOf(new URLSearchParams(query))).toEqual(place);
});

const rows = [{ id: 9 }, { id: 8 }, { id: 7 }];

test.each([
  ['the only page', null, rows, { rows, newer: null, older: null }],
  ['the newest page of more', null, [...rows, { id: 6 }], { rows, newer: null, older: 7 }],
  ['a page between', { from: 10, towards: 'older' as const }, [...rows, { id: 6 }], { rows, newer: 9, older: 7 }],
  ['the oldest page', { from: 10, towards: 'older' as const }, rows, { rows, newer: 9, older: null }],
  ['back to the newest', { from: 6, towards: 'newer' as const }, rows, { rows, newer: null, older: 7 }],
  ['back between', { from: 6, towards: 'newer' as const }, [{ id: 10 }, ...rows], { rows, newer: 9, older: 7 }],
  ['past the end', { from: 1, towards: 'older' as const }, [], { rows: [], newer: null, older: null }],
])('of three entries a page, %s', (_name, place, found, page) => {
  expect(pageOf(found, 3, place)).toEqual(page);
});
