import { afterAll, beforeAll, expect, test } from 'vitest';

import { newPostgresDatabase } from '../../../tests/support/postgres-database.ts';
import { openDatabase } from './database.server.ts';
import { checkSessions, poolerProblem } from './sessions.server.ts';

let made: Awaited<ReturnType<typeof newPostgresDatabase>>;
beforeAll(async () => {
  made = await newPostgresDatabase();
});
afterAll(() => made.drop());

async function problemAt(url: string): Promise<string | null> {
  const { pool, close } = await openDatabase({ databaseUrl: url, onError: () => undefined });
  try {
    return await checkSessions(pool).then(
      () => null,
      (error: Error) => error.message,
    );
  } finally {
    await close();
  }
}

test('PostgreSQL itself gives each connection of the shop a session of its own, with its limits of time', async () => {
  expect(await problemAt(made.url)).toBeNull();
});

test('a database at which a limit of time does not hold is refused, and the limit named', async () => {
  expect(await problemAt(`${made.url}?lock_timeout=0`)).toMatch(
    /drops limits of time that the shop needs \(lock_timeout\)/,
  );
});

test('a pooler that serves two connections by one session is refused', () => {
  const session = { pid: 7, dropped: [] };
  expect(poolerProblem(session, session)).toMatch(/set its pool_mode to session/);
  expect(poolerProblem(session, { pid: 8, dropped: [] })).toBeNull();
});
