import { expect, test } from 'vitest';

import { personIn } from './audit-log.ts';

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
