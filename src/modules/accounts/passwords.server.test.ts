import { performance } from 'node:perf_hooks';

import { dictionary } from '@zxcvbn-ts/language-common';
import { expect, test } from 'vitest';

import { weakPasswordMessage } from './passwords.server.ts';

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
  expect(await weakPasswordMessage(password)).toBe(commonProblem);
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
  expect(await weakPasswordMessage(password, mia)).toBe(personalProblem);
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
  expect(await weakPasswordMessage(password, mia)).toBeNull();
});

test('refuses every tenth of the 10,000 most guessed passwords', async () => {
  const first = dictionary['passwords-common'].slice(0, 10_000).filter((_, rank) => rank % 10 === 0);
  const accepted: string[] = [];
  for (const password of first) if ((await weakPasswordMessage(password)) === null) accepted.push(password);
  expect([first.length, accepted]).toEqual([1_000, []]);
});

test('costs the main thread less than 20 ms of CPU time for 128 hostile characters', async () => {
  await weakPasswordMessage('warm-up');
  const hostile = Array.from({ length: 128 }, (_, at) => '4380!|$+7%2'[(at * 7) % 11]).join('');
  const costs: number[] = [];
  for (let round = 0; round < 3; round += 1) {
    const begun = performance.eventLoopUtilization();
    await weakPasswordMessage(`${hostile.slice(round)}${round}`, mia);
    costs.push(performance.eventLoopUtilization(begun).active);
  }
  expect(Math.min(...costs)).toBeLessThan(20);
});

test('judges 10,000 characters as fast as 128', async () => {
  const begun = performance.now();
  expect(await weakPasswordMessage(`${'1'.repeat(100_000)}a`, { ...mia, name: '-'.repeat(100_000) })).toBe(
    commonProblem,
  );
  expect(performance.now() - begun).toBeLessThan(2_000);
});
