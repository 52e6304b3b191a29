import { afterEach, beforeEach, expect, test } from 'vitest';

import { newPostgresDatabase } from '../../../tests/support/postgres-database.ts';
import { openDatabase, type Database } from './database.server.ts';
import { readDatabaseVersion, versionProblem } from './database-version.server.ts';
import { isMigrated, migrateDatabase } from './migrate.server.ts';
import { ownMigrations } from './own-migrations.server.ts';

let made: Awaited<ReturnType<typeof newPostgresDatabase>>;
let database: Database;
beforeEach(async () => {
  made = await newPostgresDatabase();
  database = await openDatabase({ databaseUrl: made.url, onError: () => undefined });
});
afterEach(async () => {
  await database.close();
  await made.drop();
});

const migrations = ownMigrations();
const [baseline] = migrations;
const newest = migrations.at(-1);

async function record(hash: string, at: number, version: string | null): Promise<void> {
  const text = 'insert into drizzle.__drizzle_migrations (hash, created_at, shop_version) values ($1, $2, $3)';
  await database.pool.query(text, [hash, at, version]);
}

test('a database is empty, then older, then of this version as its migrations run', async () => {
  expect(await readDatabaseVersion(database.pool)).toEqual({ kind: 'empty', migration: '', shopVersion: null });
  await migrateDatabase(database, { upTo: baseline?.hash ?? '' });
  expect(await readDatabaseVersion(database.pool)).toMatchObject({ kind: 'older', migration: baseline?.hash });
  await migrateDatabase(database);
  const now = await readDatabaseVersion(database.pool);
  expect(now).toMatchObject({ kind: 'current', migration: newest?.hash });
  expect(now.shopVersion).toMatch(/^\d+\.\d+\.\d+$/);
});

test.each([
  [
    '9.1.0',
    'The database is of version 9.1.0 of the shop, and this is version',
    'start version 9.1.0, or put a backup',
  ],
  [null, 'The database is of a newer version of the shop', 'start the version that last ran on it, or put a backup'],
])('a start on a database of the newer version %s changes nothing and says what to start', async (name, is, remedy) => {
  await migrateDatabase(database);
  await record('of a newer version', (newest?.folderMillis ?? 0) + 1, name);
  const problem = versionProblem(await readDatabaseVersion(database.pool)) ?? '';
  expect([problem.includes(is), problem.includes(remedy)]).toEqual([true, true]);
  await expect(migrateDatabase(database)).rejects.toThrow(problem);
  // A process of the previous version that is still running stays ready during an upgrade.
  expect(await isMigrated(database)).toBe(true);
});

test('a database with migrations that no version up to this one has is refused', async () => {
  await migrateDatabase(database, { upTo: baseline?.hash ?? '' });
  await record('of another branch', (baseline?.folderMillis ?? 0) + 1, '0.1.0');
  await expect(migrateDatabase(database)).rejects.toThrow('has migrations that no version up to this one has');
});
