import { expect, inject, test, vi } from 'vitest';

import { newPostgresDatabase } from '../../../tests/support/postgres-database.ts';
import { openDatabase } from '../db/database.server.ts';
import { createLimits } from './limits.server.ts';

test('points are returned in key order: a call that waits for the first key holds no other', async () => {
  const own = await newPostgresDatabase(inject('postgresTemplate'));
  const database = await openDatabase({ databaseUrl: own.url, onError: () => undefined });
  const limits = createLimits(database.pool, { rateLimits: 'on' });
  const limit = { name: 'opens', points: 9, seconds: 600 };
  const [a, b] = ['a', 'b'].map((key) => ({ limit, key }));
  if (a === undefined || b === undefined) throw new Error('two keys');
  await limits.consume(limit, 'b');
  await limits.consume(limit, 'a');
  const holder = await database.pool.connect();
  await holder.query("begin; select from rate_limit_points where key = 'opens:a' for update");
  const returned = limits.restorePoints([b, a]);
  const waiting = "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
  await vi.waitFor(async () => expect((await database.pool.query(waiting)).rowCount).toBe(1), { timeout: 10_000 });
  const free = await database.pool.query('select key from rate_limit_points for update skip locked');
  await holder.query('commit');
  holder.release();
  await returned;
  const { rows } = await database.pool.query('select key, points from rate_limit_points order by key');
  await database.close();
  await own.drop();
  expect(free.rows).toEqual([{ key: 'opens:b' }]);
  expect(rows).toEqual([
    { key: 'opens:a', points: 0 },
    { key: 'opens:b', points: 0 },
  ]);
});
