import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';

import { newPostgresDatabase } from '../../../tests/support/postgres-database.ts';
import { openDatabase, type Database } from './database.server.ts';
import { inTransaction } from './transaction.server.ts';
import { isDatabaseUnavailable } from './database-errors.server.ts';

const takeLock = sql`select pg_advisory_xact_lock(1)`;

let database: Database;
let drop: () => Promise<void>;
beforeEach(async () => {
  const target = await newPostgresDatabase();
  drop = target.drop;
  database = await openDatabase({ databaseUrl: target.url, poolSize: 2, onError: () => undefined });
});
afterEach(async () => {
  await database.close();
  await drop();
});

test('a process frozen in a transaction holds its lock for at most 6 s, and its transaction fails when it wakes', async () => {
  const { db } = database;
  const wakes = Promise.withResolvers<void>();
  const holds = Promise.withResolvers<void>();
  const stopped = inTransaction(db, async (tx) => {
    await tx.execute(takeLock);
    holds.resolve();
    await wakes.promise;
    await tx.execute(takeLock);
  }).then(
    () => 'committed',
    (error: unknown) => (isDatabaseUnavailable(error) ? 'database unavailable' : error),
  );
  await holds.promise;
  const began = performance.now();
  await inTransaction(db, (tx) => tx.execute(takeLock));
  const waitedMs = Math.round(performance.now() - began);
  wakes.resolve();
  expect([waitedMs < 6_000, await stopped], `${waitedMs} ms`).toEqual([true, 'database unavailable']);
});
