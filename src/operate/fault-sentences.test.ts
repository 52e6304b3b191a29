import { readFile, writeFile } from 'node:fs/promises';

import Stripe from 'stripe';
import { expect, test } from 'vitest';

import { fileSentence, providerSentence } from './fault-sentences.server.ts';
import { operatorSentence } from './run-command.server.ts';

const failed = (code: string, path?: string) =>
  Object.assign(new Error(`${code}: raw words`), { code, syscall: 'write', ...(path === undefined ? {} : { path }) });

test.each([
  [failed('ENOSPC'), 'The disk is full. Make room on it, then try again.'],
  [failed('ENOSPC', '/b/shop.part'), 'The disk of /b/shop.part is full. Make room on it, then try again.'],
  [failed('EDQUOT', '/b'), 'The disk quota of this user is used up (/b). Make room, then try again.'],
  [failed('EROFS', '/b'), '/b is on a read-only disk. Name another place.'],
  [failed('EACCES', '/b'), 'This user may not read or write /b. Change its permissions, or name another place.'],
  [failed('EPERM', '/b'), 'This user may not read or write /b. Change its permissions, or name another place.'],
  [failed('ENOTDIR', '/b'), 'A part of /b is a file and no folder.'],
  [failed('EIO', '/b'), 'The disk of /b fails. Name a place on another disk.'],
])('%s is worded for the operator of a command', async (error, sentence) => {
  expect(fileSentence(error)).toBe(sentence);
  expect(await operatorSentence(error)).toBe(sentence);
});

test.each([
  ['/nowhere/a/b.json', '/nowhere/a/b.json does not exist.'],
  ['/', '/ is a folder. Name a file.'],
])('a file at %s that cannot be read is worded', async (path, sentence) => {
  const error = await readFile(path).catch((reason: unknown) => reason);
  expect(fileSentence(error, path)).toBe(sentence);
});

test('a path whose name is too long is worded', async () => {
  const error = await writeFile(`/tmp/${'a'.repeat(300)}`, '').catch((reason: unknown) => reason);
  expect(fileSentence(error)).toBe('The name of the file is too long.');
});

test.each([
  [new Stripe.errors.StripeConnectionError({ message: 'down' }), 'does not answer. Try again when it does.'],
  [new Stripe.errors.StripeAPIError({ message: 'down', statusCode: 500 }), 'does not answer.'],
  [new Stripe.errors.StripeAuthenticationError({ message: 'x', statusCode: 401 }), 'copy it again from'],
  [
    new Stripe.errors.StripeInvalidRequestError({ message: 'x', statusCode: 400, code: 'parameter_missing' }),
    'refuses the call (parameter_missing)',
  ],
])('a provider that fails with %s is worded for the operator of a command', async (error, words) => {
  expect(providerSentence(error)).toContain(words);
  expect(await operatorSentence(error)).toContain('The payment provider ');
});

test.each([new Error('down'), failed('EWHATEVER'), null])('%s is no fault of a file or the provider', (error) => {
  expect([fileSentence(error), providerSentence(error)]).toEqual([null, null]);
});
