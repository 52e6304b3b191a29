import { afterAll, beforeAll, expect, test } from 'vitest';

import { openTestDatabase } from '../../../tests/support/database.ts';
import { createLimits } from './limits.server.ts';

let database: Awaited<ReturnType<typeof openTestDatabase>>;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

test('an address of 300 characters has its own points, which run out', async () => {
  const limits = createLimits(database.pool, { rateLimits: 'on' });
  const limit = { name: 'sign-in-account', points: 2, seconds: 900 };
  const [one, other] = ['a', 'b'].map((sign) => `${'e'.repeat(287)}${sign}@example.com`);
  const taken = [];
  for (const key of [one, one, one, other]) taken.push(await limits.take(limit, key ?? ''));
  expect(taken).toEqual([true, true, false, true]);
  expect([await limits.left(limit, one ?? ''), await limits.left(limit, other ?? '')]).toEqual([false, true]);
  expect(await limits.wait(limit, other ?? '')).toBe(0);
  const seconds = await limits.wait(limit, one ?? '');
  expect([seconds > 840, seconds <= 900]).toEqual([true, true]);
});
