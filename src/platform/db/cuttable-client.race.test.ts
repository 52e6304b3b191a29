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

/** Answers that got mixed up may never end. */
const patienceMs = 10_000;

test('four answers of 1 MB that arrive at the same time reach whom they are for, whole', async () => {
  const signs = ['a', 'b', 'c', 'd'];
  const asked = signs.map((sign) =>
    database.pool.query<{ long: string }>('select repeat($1, 1000000) as long', [sign]),
  );
  const late = new AbortController();
  const answers = await Promise.race([Promise.allSettled(asked), pause(patienceMs, [], { signal: late.signal })]);
  late.abort();
  const longs = answers.map((one) => (one.status === 'fulfilled' ? one.value.rows[0]?.long : one.status));
  expect(longs.map((long, place) => long === signs[place]?.repeat(1_000_000))).toEqual(signs.map(() => true));
});
