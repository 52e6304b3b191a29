import { dictionary } from '@zxcvbn-ts/language-common';
import { expect, test } from 'vitest';

import { guessableProblem, newPasswordProblem } from './passwords.server.ts';

const commonProblem = 'This password is among the most common ones. Choose another.';
const personalProblem =
  'This password is easy to guess: it is made of your name, your email address or the name of the shop. Choose another.';

const mia = { email: 'mia.victim82@example.com', name: 'Mia Rosenthal' };

test.each([
  '654321',
  '121212',
  'abcdef',
  '987654321',
  '777777',
  'aaaaaa',
  'asdfgh',
  'qwertz',
  '19900101',
  'PassWord',
  '123456',
  'Football1',
  'hunter2',
  'password!',
  'P@ssw0rd2024',
  'drowssap',
  'abcabcabc',
  'Password1!',
  'Password123!',
  'Qwerty123!',
  'Welcome1!',
  '!Welcome1',
  '',
])('refuses %j as a common password', async (password) => {
  expect(await guessableProblem(password)).toBe(commonProblem);
});

test.each([
  'halorosa',
  'HaloRosa1',
  'Halorosa2024!',
  'h@lor0sa',
  'halorosahalorosa',
  'mia.victim82',
  'miavictim82',
  'mia.victim82@example.com',
  'Rosenthal',
  'MiaRosenthal',
  'rosenthal1',
  'Rosenthal1999!',
  'lahtnesor',
  'halorosashop',
  'ilovehalorosa',
  'myhalorosa',
  'halorosa.com',
  'halo-rosa',
  'Halo Rosa',
  'mia.rosenthal',
])('refuses %j as derived from the name, the address or the shop', async (password) => {
  expect(await guessableProblem(password, mia)).toBe(personalProblem);
});

test.each([
  'rose-garden-7',
  'six--6',
  'lamp-shade-4',
  'ovenmitt',
  'xkqvjz',
  'Zeit für Tee 9',
  'пароль мой 77',
  '木漏れ日の散歩道',
  '!#%(*5)+',
  'Rosenthal und die sieben Zwerge',
  'mia-2-blue-lamps',
])('accepts %j', async (password) => {
  expect(await guessableProblem(password, mia)).toBeNull();
});

test('refuses every tenth of the 10,000 most guessed passwords', async () => {
  const first = dictionary['passwords-common'].slice(0, 10_000).filter((_, rank) => rank % 10 === 0);
  const accepted: string[] = [];
  for (const password of first) if ((await guessableProblem(password)) === null) accepted.push(password);
  expect([first.length, accepted]).toEqual([1_000, []]);
});

test('checks 128 hostile characters in less than 250 ms of processor time', async () => {
  await guessableProblem('warm-up');
  const begun = process.cpuUsage();
  const hostile = Array.from({ length: 128 }, (_, at) => '4380!|$+7%2'[(at * 7) % 11]).join('');
  await guessableProblem(hostile, mia);
  expect(process.cpuUsage(begun).user / 1_000).toBeLessThan(250);
});

test('reports the length before the commonness', async () => {
  expect(await newPasswordProblem('12345', 6)).toBe('Choose a password of at least 6 characters.');
  expect(await newPasswordProblem('Password', 6)).toBe(commonProblem);
  expect(await newPasswordProblem('six--6', 6)).toBeNull();
});
