import { afterAll, beforeAll, expect, test } from 'vitest';

import { newPostgresDatabase } from '../../../tests/support/postgres-database.ts';
import { openDatabase } from './database.server.ts';
import { checkSessions } from './session-check.server.ts';

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

test('PostgreSQL gives each connection of the shop its own session, with its timeouts', async () => {
  expect(await problemAt(made.url)).toBeNull();
});

test.each([
  ['lock_timeout=0', 'lock_timeout'],
  ['options=-c datestyle=German', 'DateStyle'],
  ['options=-c default_transaction_isolation=serializable', 'default_transaction_isolation'],
])('a database with %s is refused, and the setting is named', async (setting, named) => {
  expect(await problemAt(`${made.url}?${setting}`)).toContain(`has other settings than the shop needs (${named})`);
});

test('a pooler that serves two connections with one session is refused', async () => {
  const { pool, close } = await openDatabase({ databaseUrl: made.url, onError: () => undefined });
  const client = await pool.connect();
  // Queries run on the client itself, which keeps track of those it has sent.
  const lent = { query: { value: client.query.bind(client) }, release: { value: () => undefined } };
  const pooler = { connect: async () => Object.create(client, lent) };
  try {
    await expect(checkSessions(pooler)).rejects.toThrow('set its pool_mode to session');
  } finally {
    client.release();
    await close();
  }
});
