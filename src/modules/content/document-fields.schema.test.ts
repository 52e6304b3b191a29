import { expect, test } from 'vitest';

import { link } from './document-fields.schema.ts';

const isTaken = (text: string) => link('Page').safeParse(text).success;

test.each(['', '/about', '/reviews?a=1#b', 'https://example.com/a'])('a link of a document may be %j', (text) => {
  expect(isTaken(text)).toBe(true);
});

test.each([
  '//host',
  '/\\host',
  '/\t/host',
  '/\u0000/host',
  'https:host',
  'https://a"b',
  'javascript:alert(1)',
  'page',
])('a link of a document may not be %j', (text) => {
  expect(isTaken(text)).toBe(false);
});
