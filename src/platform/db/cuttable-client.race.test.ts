import { setTimeout as pause } from 'node:timers/promises';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { newPostgresDatabase } from '../../../tests/support/postgres-database.ts';
import { openDatabase, type Database } from './database.server.ts';

let made: Awaited<ReturnType<typeof newPostgresDatabase>>;
let database: Database;
beforeAll(async () => {
  made = await newPostgresDatabase();
  database = await openDatabase({ databaseUrl: made.url, onError: () => undefined });
});
afterAll(async () => {
  await database.close();
  await made.drop();
});

/** Deadline, in milliseconds: mixed-up results may never end. */
const deadlineMs = 10_000;

test('four results of 1 MB that arrive at the same time reach their own callers complete', async () => {
  const signs = ['a', 'b', 'c', 'd'];
  const queries = signs.map((sign) =>
    database.pool.query<{ long: string }>('select repeat($1, 1000000) as long', [sign]),
  );
  const late = new AbortController();
  const answers = await Promise.race([Promise.allSettled(queries), pause(deadlineMs, [], { signal: late.signal })]);
  late.abort();
  const longs = answers.map((one) => (one.status === 'fulfilled' ? one.value.rows[0]?.long : one.status));
  expect(longs.map((long, index) => long === signs[index]?.repeat(1_000_000))).toEqual(signs.map(() => true));
});
