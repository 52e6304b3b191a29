import { afterAll, beforeAll, expect, test, vi } from 'vitest';

import { openTestDatabase } from '../../../tests/support/database.ts';
import { createLimits } from './limits.server.ts';

let database: Awaited<ReturnType<typeof openTestDatabase>>;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

test('an email address of 300 characters has its own points, which run out', async () => {
  const limits = createLimits(database.pool, { rateLimits: 'on' });
  const limit = { name: 'sign-in-account', points: 2, seconds: 900 };
  const [one, other] = ['a', 'b'].map((sign) => `${'e'.repeat(287)}${sign}@example.com`);
  const taken = [];
  for (const key of [one, one, one, other]) taken.push(await limits.consume(limit, key ?? ''));
  expect(taken).toEqual([true, true, false, true]);
  expect([await limits.hasRemaining(limit, one ?? ''), await limits.hasRemaining(limit, other ?? '')]).toEqual([
    false,
    true,
  ]);
  expect(await limits.secondsUntilAvailable([{ limit, key: other ?? '' }])).toBe(0);
  const seconds = await limits.secondsUntilAvailable([{ limit, key: one ?? '' }]);
  expect([seconds > 840, seconds <= 900]).toEqual([true, true]);
});

test('points are taken of all limits or of none, and a reached soft limit does not stop the others from counting', async () => {
  const reachedFirst: unknown[] = [];
  const limits = createLimits(database.pool, { rateLimits: 'on' }, async (reached) => void reachedFirst.push(reached));
  const [visitor, address] = [
    { limit: { name: 'opens', points: 2, seconds: 60 }, key: 'mia' },
    { limit: { name: 'opens-address', points: 4, seconds: 60 }, key: '192.0.2.7' },
  ];
  const soft = { limit: { name: 'opens-calm', points: 1, seconds: 60, isSoft: true }, key: '192.0.2.7' };
  const takes = [visitor, address, soft];
  const answers = [];
  for (let call = 0; call < 4; call += 1) answers.push(await limits.consumeAll(takes));
  expect(answers).toEqual([[], ['opens-calm'], ['opens', 'opens-calm'], ['opens', 'opens-calm']]);
  expect(reachedFirst).toEqual([
    { limit: 'opens-calm', key: '192.0.2.7' },
    { limit: 'opens', key: 'mia' },
  ]);
  // Two of four: calls that the reached limit refused were not counted here.
  const other = { ...visitor, key: 'noah' };
  expect([await limits.consumeAll([other, address]), await limits.consumeAll([other, address])]).toEqual([[], []]);
  expect(await limits.hasRemaining(address.limit, address.key)).toBe(false);
  await limits.restorePoints([other, address]);
  const left = [address, other].map(({ limit, key }) => limits.hasRemaining(limit, key));
  expect(await Promise.all(left)).toEqual([true, true]);
});

test('fifty concurrent takes for the same keys in either order take as many points as there are', async () => {
  const limits = createLimits(database.pool, { rateLimits: 'on' });
  const pair = ['a', 'b'].map((key) => ({ limit: { name: `at-once-${key}`, points: 20, seconds: 60 }, key }));
  const calls = Array.from({ length: 50 }, (_, call) => limits.consumeAll(call % 2 === 0 ? pair : pair.toReversed()));
  const taken = (await Promise.all(calls)).filter((reached) => reached.length === 0);
  expect(taken.length).toBe(20);
});

test('limits take the time of the database, so a process whose clock is 45 days ahead locks nobody out', async () => {
  const limits = createLimits(database.pool, { rateLimits: 'on' });
  const limit = { name: 'wrong-clock', points: 1, seconds: 60 };
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 45 * 86_400_000 });
  const ahead = await limits.consume(limit, 'mia').finally(() => vi.useRealTimers());
  const wait = await limits.secondsUntilAvailable([{ limit, key: 'mia' }]);
  expect([ahead, await limits.consume(limit, 'mia'), wait > 0, wait <= 60]).toEqual([true, false, true, true]);
});

test('a stored window that ends later than its limit allows does not count', async () => {
  const limits = createLimits(database.pool, { rateLimits: 'on' });
  const limit = { name: 'far-ahead', points: 1, seconds: 60 };
  const inWeeks = Date.now() + 45 * 86_400_000;
  await database.pool.query(`insert into rate_limit_points values ('far-ahead:mia', 9, $1)`, [inWeeks]);
  expect([await limits.hasRemaining(limit, 'mia'), await limits.consume(limit, 'mia')]).toEqual([true, true]);
  expect([await limits.consume(limit, 'mia'), await limits.hasRemaining(limit, 'mia')]).toEqual([false, false]);
  const wait = await limits.secondsUntilAvailable([{ limit, key: 'mia' }]);
  expect([wait > 0, wait <= 60]).toEqual([true, true]);
});
