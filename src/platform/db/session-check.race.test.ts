import { afterAll, beforeAll, expect, test } from 'vitest';

import { administer } from '../../../tests/support/postgres-cluster.ts';
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

test('a database that is not in UTF-8 is refused, and its encoding is named', async () => {
  const name = `latin_${crypto.randomUUID().replaceAll('-', '')}`;
  await administer(made.url, `create database ${name} encoding 'LATIN1' locale 'C' template template0`);
  const url = new URL(made.url);
  url.pathname = `/${name}`;
  try {
    expect(await problemAt(url.href)).toContain('has the encoding LATIN1, which cannot hold every name');
  } finally {
    await administer(made.url, `drop database ${name} with (force)`);
  }
});

test('a pooler that serves two connections with one session is refused', async () => {
  const { pool, close } = await openDatabase({ databaseUrl: made.url, onError: () => undefined });
  const client = await pool.connect();
  // Queries run on the client itself, which keeps track of those it has sent.
  const lent = { query: { value: client.query.bind(client) }, release: { value: () => undefined } };
  const pooler = { connect: async () => Object.create(client, lent) };
  try {
    await expect(checkSessions(pooler)).rejects.toThrow('Set its pool_mode to session');
  } finally {
    client.release();
    await close();
  }
});
