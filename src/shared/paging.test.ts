import { expect, test } from 'vitest';

import { pageOf } from './paging.ts';

const rows = [{ id: 9 }, { id: 8 }, { id: 7 }];
const [first, , last] = rows;

const older = { from: 10, towards: 'older' as const };

test.each([
  ['the only page', null, rows, { rows, newer: null, older: null }],
  ['the newest page of more', null, [...rows, { id: 6 }], { rows, newer: null, older: last }],
  ['a page between', older, [...rows, { id: 6 }], { rows, newer: first, older: last }],
  ['the oldest page', older, rows, { rows, newer: first, older: null }],
  ['back to the newest', { from: 6, towards: 'newer' as const }, rows, { rows, newer: null, older: last }],
  ['back between', { from: 6, towards: 'newer' as const }, [{ id: 10 }, ...rows], { rows, newer: first, older: last }],
  ['past the end', { from: 1, towards: 'older' as const }, [], { rows: [], newer: null, older: null }],
])('with three entries per page, %s', (_name, cursor, found, page) => {
  expect(pageOf(found, 3, cursor)).toEqual(page);
});
