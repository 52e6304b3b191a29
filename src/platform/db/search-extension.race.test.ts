import { expect, test } from 'vitest';

import { administer } from '../../../tests/support/postgres-cluster.ts';
import { newPostgresDatabase } from '../../../tests/support/postgres-database.ts';
import { openDatabase } from './database.server.ts';
import { checkExtension } from './search-extension.server.ts';
import { migrateDatabase } from './migrate.server.ts';

test('a shop that may not create the search extension says what to do, until it is done', async () => {
  const { url, drop } = await newPostgresDatabase();
  const role = `seller_${crypto.randomUUID().replaceAll('-', '')}`;
  await administer(url, `create role ${role} login`);
  const ofSeller = new URL(url);
  ofSeller.username = role;
  const database = await openDatabase({ databaseUrl: ofSeller.href, onError: () => undefined });
  await expect(migrateDatabase(database)).rejects.toThrow(/run "create extension pg_trgm" in this database/);
  await administer(url, 'create extension pg_trgm');
  await checkExtension(database.pool);
  await database.close();
  await drop();
  await administer(new URL('/postgres', url).href, `drop role ${role}`);
});
