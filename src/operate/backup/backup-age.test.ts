import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { findBackup } from '#platform/backups/backups.server.ts';
import { latestBackup } from '#platform/backups/tables.server.ts';
import type { Database } from '#platform/db/database.server.ts';

import { openTestDatabase } from '../../../tests/support/database.ts';
import { takeRecordedBackup } from './recorded-backup.server.ts';

const folder = mkdtempSync(join(tmpdir(), 'shop-backup-age-'));
let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(async () => {
  await database.close();
  rmSync(folder, { recursive: true });
});

const isMissed = async (shopMode: 'demo' | 'live') => (await findBackup(database.db, { shopMode })).isMissed;

test('a shop without any backup misses one only if it is live', async () => {
  expect([await isMissed('live'), await isMissed('demo')]).toEqual([true, false]);
});

test('a backup tells the shop its time and size', async () => {
  const file = join(folder, 'first.backup');
  await takeRecordedBackup({ database, jobNames: [], shopVersion: '1', sessionSecret: 'a secret' }, file);
  const latest = await findBackup(database.db, { shopMode: 'live' });
  expect(latest).toEqual({ finishedAt: expect.any(Date), bytes: statSync(file).size, isMissed: false });
});

test('a failed backup leaves the time of the one before', async () => {
  const before = await findBackup(database.db, { shopMode: 'live' });
  const file = join(folder, 'no-such-folder', 'second.backup');
  const failed = takeRecordedBackup({ database, jobNames: [], shopVersion: '1', sessionSecret: 'a secret' }, file);
  await expect(failed).rejects.toThrow('Folder not found:');
  expect(await findBackup(database.db, { shopMode: 'live' })).toEqual(before);
});

test.each([
  [25, false],
  [27, true],
])('a backup of %i hours ago counts as missed: %s', async (hours, expected) => {
  await database.db.update(latestBackup).set({ finishedAt: sql`now() - make_interval(hours => ${hours}::int)` });
  expect([await isMissed('live'), await isMissed('demo')]).toEqual([expected, expected]);
});
