import { expect, test } from 'vitest';

import { migrateDatabase } from '#platform/db/migrate.server.ts';
import { ownMigrations } from '#platform/db/own-migrations.server.ts';
import type { Database } from '#platform/db/database.server.ts';

import { openBareDatabase } from '../../../tests/support/database.ts';
import { upgradeFindings } from './upgrade-checks.server.ts';

async function linesOf(database: Database): Promise<string[]> {
  return (await upgradeFindings(database, { shopMode: 'live' })).map(({ state, text }) => `${state}: ${text}`);
}

test('the upgrade check names each migration that the first start will run, and the missing backup', async () => {
  const database = await openBareDatabase();
  const [before, last] = ownMigrations().slice(-2);
  expect(await linesOf(database)).toEqual([expect.stringContaining('The database is empty')]);
  await migrateDatabase(database, { upTo: before?.hash });
  const lines = await linesOf(database);
  expect(lines[0]).toContain('The first start runs one migration');
  expect(lines.filter((line) => line.includes('Will run '))).toHaveLength(last?.sql.length ?? 0);
  expect(lines.at(-1)).toBe('warning: No backup yet. Take one before the upgrade: npm run backup.');
  await migrateDatabase(database);
  expect(await linesOf(database)).toEqual([expect.stringContaining('has all of its migrations')]);
  await database.pool.query("update drizzle.__drizzle_migrations set created_at = created_at + 1, shop_version = '9'");
  expect(await linesOf(database)).toEqual([expect.stringMatching(/^problem: .*start version 9/)]);
  await database.close();
});
