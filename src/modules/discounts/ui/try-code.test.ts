import { expect, test } from 'vitest';

import { maxAttempts, submitCode, type CodeResult } from './try-code.ts';

/** Returns an order that answers each code with this result, and the codes that it received. */
function answering(result: CodeResult = { valid: true, message: '10% off applied' }) {
  const codes: string[] = [];
  const apply = async (code: string) => {
    codes.push(code);
    return result;
  };
  return { codes, apply };
}

test('a code is applied in capitals', async () => {
  const { codes, apply } = answering();
  const tried = await submitCode({ typed: ' glow10 ', used: 0, apply });
  expect(codes).toEqual(['GLOW10']);
  expect(tried).toEqual({
    applied: true,
    counts: false,
    message: { title: 'Success', description: '10% off applied' },
  });
});

const closed = 'Your items are no longer reserved. Please reserve them again.';

test.each<[{ typed?: string; used?: number; closed?: string }, string, string]>([
  [{ typed: '' }, 'Invalid Input', 'Please enter a discount code'],
  [{ typed: 'x'.repeat(51) }, 'Invalid Input', 'A discount code has at most 50 characters'],
  [{ typed: '10 % off' }, 'Invalid Input', 'A discount code has only letters, digits, dashes and underscores'],
  [{ used: 3 }, 'Too Many Attempts', 'Please wait before trying another discount code'],
  [{ closed }, 'Error', closed],
])('a code with %j does not leave the browser and costs no attempt', async (change, title, description) => {
  const { codes, apply } = answering();
  const tried = await submitCode({ typed: 'GLOW10', used: 0, apply, ...change });
  expect(tried).toEqual({ applied: false, counts: false, message: { title, description, destructive: true } });
  expect(codes).toEqual([]);
});

test.each([
  [
    { reason: 'unknown_code', message: 'This discount code is not valid.' },
    { title: 'Invalid Code', description: 'This discount code is not valid.' },
  ],
  [
    { reason: 'too_many_attempts', message: 'Too many attempts. Please try again later.' },
    { title: 'Rate Limited', description: 'Too many discount code attempts. Please try again later.' },
  ],
  [
    { reason: 'used_up', message: 'This discount code has been used up.' },
    { title: 'Invalid Code', description: 'This discount code has been used up.' },
  ],
  [
    { reason: 'unreachable', message: 'Can’t reach the shop.' },
    { title: 'Error', description: 'Failed to validate discount code. Please try again.' },
  ],
])('the refusal %o costs an attempt and is shown', async (refusal, message) => {
  const { apply } = answering({ valid: false, ...refusal });
  expect(await submitCode({ typed: 'NOPE', used: maxAttempts - 1, apply })).toEqual({
    applied: false,
    counts: true,
    message: { ...message, destructive: true },
  });
});

test('the time until the next attempt is passed on', async () => {
  const refusal = { reason: 'too_many_attempts', message: 'Too many attempts. Please try again later.' };
  const { apply } = answering({ valid: false, ...refusal, waitSeconds: 900 });
  expect(await submitCode({ typed: 'NOPE', used: 0, apply })).toMatchObject({ counts: true, waitSeconds: 900 });
});

test('a refusal that is not about the code costs no attempt', async () => {
  const { apply } = answering({ valid: false, reason: 'expired', message: 'Your items are no longer reserved.' });
  expect(await submitCode({ typed: 'GLOW10', used: 0, apply })).toMatchObject({
    counts: false,
    message: { title: 'Error', description: 'Your items are no longer reserved.' },
  });
});
