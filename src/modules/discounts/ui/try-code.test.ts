import { afterEach, expect, test, vi } from 'vitest';

import { maxAttempts, submitCode } from './try-code.ts';

/** Stubs the network: every call gets this response. */
function answering(body: object | null, status = 200) {
  const calls: unknown[] = [];
  vi.stubGlobal('fetch', async (_url: string, init: RequestInit) => {
    calls.push(JSON.parse(init.body as string));
    if (body === null) throw new TypeError('network');
    return Response.json(body, { status });
  });
  return calls;
}
afterEach(() => vi.unstubAllGlobals());

const works = async () => null;

test('a code is sent in capitals with the subtotal and then applied', async () => {
  const calls = answering({ valid: true, message: '10% off applied' });
  const applied: string[] = [];
  const tried = await submitCode({
    typed: ' glow10 ',
    subtotal: 59,
    used: 0,
    apply: async (code) => {
      applied.push(code);
      return null;
    },
  });
  expect(calls).toEqual([{ code: 'GLOW10', subtotal: 59 }]);
  expect(applied).toEqual(['GLOW10']);
  expect(tried).toEqual({
    applied: true,
    counts: false,
    message: { title: 'Success', description: '10% off applied' },
  });
});

test.each([
  ['', 'Please enter a discount code'],
  ['x'.repeat(51), 'A discount code has at most 50 characters'],
  ['10 % off', 'A discount code has only letters, digits, dashes and underscores'],
])('"%s" does not leave the browser and costs no attempt', async (typed, description) => {
  const calls = answering({ valid: true });
  const tried = await submitCode({ typed, subtotal: 59, used: 0, apply: works });
  expect(tried).toEqual({
    applied: false,
    counts: false,
    message: { title: 'Invalid Input', description, destructive: true },
  });
  expect(calls).toEqual([]);
});

test.each([
  [
    { valid: false, reason: 'unknown_code', error: 'This discount code is not valid.' },
    { title: 'Invalid Code', description: 'This discount code is not valid.' },
  ],
  [
    { valid: false, reason: 'too_many_attempts', error: 'Too many attempts. Please try again later.' },
    { title: 'Rate Limited', description: 'Too many discount code attempts. Please try again later.' },
  ],
  [null, { title: 'Error', description: 'Failed to validate discount code. Please try again.' }],
])('the response %o costs an attempt and is shown', async (body, message) => {
  answering(body);
  expect(await submitCode({ typed: 'NOPE', subtotal: 59, used: maxAttempts - 1, apply: works })).toEqual({
    applied: false,
    counts: true,
    message: { ...message, destructive: true },
  });
});

test('after three attempts no request is sent', async () => {
  const calls = answering({ valid: true });
  const tried = await submitCode({ typed: 'GLOW10', subtotal: 59, used: 3, apply: works });
  expect(tried.message).toEqual({
    title: 'Too Many Attempts',
    description: 'Please wait before trying another discount code',
    destructive: true,
  });
  expect(calls).toEqual([]);
});

test('a code is not called invalid if the order cannot be reached', async () => {
  answering({ valid: true });
  const apply = async () => ({ reason: 'unreachable', message: 'The shop cannot be reached.' });
  expect(await submitCode({ typed: 'GLOW10', subtotal: 59, used: 0, apply })).toMatchObject({
    counts: true,
    message: { title: 'Error', description: 'Failed to validate discount code. Please try again.' },
  });
});

test("a code that the order refuses shows the server's message", async () => {
  answering({ valid: true });
  const tried = await submitCode({
    typed: 'GLOW10',
    subtotal: 59,
    used: 0,
    apply: async () => ({ reason: 'used_up', message: 'This discount code has been used up.' }),
  });
  expect(tried.message).toMatchObject({ title: 'Invalid Code', description: 'This discount code has been used up.' });
});

test('a code entered after the reservation expired is not sent and costs no attempt', async () => {
  const calls = answering({ valid: true });
  const closed = 'Your items are no longer reserved. Please reserve them again.';
  expect(await submitCode({ typed: 'GLOW10', subtotal: 59, used: 0, apply: works, closed })).toEqual({
    applied: false,
    counts: false,
    message: { title: 'Error', description: closed, destructive: true },
  });
  expect(calls).toEqual([]);
});

test('a refusal that is not about the code costs no attempt', async () => {
  answering({ valid: true });
  const apply = async () => ({ reason: 'expired', message: 'Your items are no longer reserved.' });
  expect(await submitCode({ typed: 'GLOW10', subtotal: 59, used: 0, apply })).toMatchObject({
    counts: false,
    message: { title: 'Error', description: 'Your items are no longer reserved.' },
  });
});
