import { expect, test } from 'vitest';

import { logCursor, personIn } from './audit-log.ts';

const id = '7d8ad2a5-3d5f-4f67-9f2b-7a3f2f1c9f10';

test.each([
  [`user:${id}`, id],
  [`customer:${id}`, id],
  [`message:${id}`, null],
  ['order:HR-7K3QX9M2', null],
  ['customer:x', null],
  [`user:${id} `, null],
  [id, null],
])('the subject %j identifies the person %j', (subject, person) => {
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
])('the query %j selects the cursor %j of the log', (query, cursor) => {
  expect(logCursor(new URLSearchParams(query))).toEqual(cursor);
});
