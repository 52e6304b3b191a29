import { expect, test } from 'vitest';

import { suggestedAddress } from './email-typo.ts';

test.each([
  ['mia@gmial.com', 'mia@gmail.com'],
  ['mia@gmai.com', 'mia@gmail.com'],
  ['mia@gmaill.com', 'mia@gmail.com'],
  ['Mia.Rose@Gnail.com ', 'Mia.Rose@gmail.com'],
  ['mia@gmail.co', 'mia@gmail.com'],
  ['mia@hotmial.com', 'mia@hotmail.com'],
  ['mia@yahooo.com', 'mia@yahoo.com'],
  ['mia@iclod.com', 'mia@icloud.com'],
  ['mia@my-own-shop.con', 'mia@my-own-shop.com'],
])('%j suggests %j', (typed, expected) => {
  expect(suggestedAddress(typed)).toBe(expected);
});

test.each([
  'mia@gmail.com',
  'mia@mail.com',
  'mia@ymail.com',
  'mia@gmx.net',
  'mia@gmx.de',
  'mia@example.com',
  'mia@yahoo.de',
  'mia@hotmail.fr',
  'mia@outlook.de',
  'mia@one.com',
  'mia@',
  'mia',
  '',
])('%j gives no suggestion', (typed) => {
  expect(suggestedAddress(typed)).toBe(null);
});
