import { dictionary } from '@zxcvbn-ts/language-common';
import { expect, test } from 'vitest';

import { isCommonPassword, newPasswordProblem } from './service.server.ts';

test.each([
  ['PassWord', true],
  ['123456', true],
  ['Football1', true],
  ['hunter2', true],
  ['rose-garden-7', false],
  ['', false],
])('whether %j is guessed first: %j', async (password, isCommon) => {
  expect(await isCommonPassword(password)).toBe(isCommon);
});

test('each of the 10,000 passwords that are guessed first is refused', async () => {
  const first = dictionary['passwords-common'].slice(0, 10_000);
  const taken: string[] = [];
  for (const password of first) if (!(await isCommonPassword(password))) taken.push(password);
  expect([first.length, taken]).toEqual([10_000, []]);
});

test('the length is said before the commonness', async () => {
  expect(await newPasswordProblem('12345', 6)).toBe('Choose a password of at least 6 characters.');
  expect(await newPasswordProblem('Password', 6)).toBe('This password is among the most common ones. Choose another.');
  expect(await newPasswordProblem('six--6', 6)).toBeNull();
});
