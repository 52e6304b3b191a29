import { openDatabase, type Database } from '#platform/db/database.server.ts';
import { migrateDatabase } from '#platform/db/migrate.server.ts';

import { newPostgresDatabase } from './postgres-database.ts';

const fail = (error: Error) => {
  throw error;
};

/** Which database this run of the suites is on. */
export const onPostgres = process.env.SHOP_TEST_DATABASE === 'postgres';

/** A database of its own without any table: embedded in memory, or one of the test cluster's. */
export async function openBareDatabase(): Promise<Database> {
  if (!onPostgres) return openDatabase({ onError: fail });
  const { url, drop } = await newPostgresDatabase();
  const database = await openDatabase({ databaseUrl: url, poolSize: 20, onError: () => undefined });
  return {
    ...database,
    async close() {
      await database.close();
      await drop();
    },
  };
}

/** An empty, migrated database of its own. */
export async function openTestDatabase(): Promise<Database> {
  const database = await openBareDatabase();
  await migrateDatabase(database);
  return database;
}
