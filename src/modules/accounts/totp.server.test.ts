import { expect, test } from 'vitest';

import { matchingStep } from './totp.server.ts';

/** Secret of the examples in RFC 6238. */
const secret = '12345678901234567890';

/** Its code from 3,000 to 3,030 s. */
const codeOfStep100 = '295165';

test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
])('the code of RFC 6238 at second %i is %s', async (second, code) => {
  expect(await matchingStep(secret, code, second * 1_000)).toBe(Math.floor(second / 30));
});

test.each([
  [2_969_999, null],
  [2_970_000, 100],
  [3_000_000, 100],
  [3_059_999, 100],
  [3_060_000, null],
])('a code shown from 3,000 to 3,030 s is, at %i ms, that of step %j', async (nowMs, step) => {
  expect(await matchingStep(secret, codeOfStep100, nowMs)).toBe(step);
});

test.each(['', '28708', '2870820', ' 287082', 'abcdef', '２８７０８２'])('%j is not a valid code', async (code) => {
  expect(await matchingStep(secret, code, 59_000)).toBeNull();
});
