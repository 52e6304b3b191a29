import { openAsBlob } from 'node:fs';

import { inject } from 'vitest';

import { openDatabase, type Database } from '#platform/db/database.server.ts';

import { newPostgresDatabase } from './postgres-database.ts';

const fail = (error: Error) => {
  throw error;
};

/** True if this run uses PostgreSQL instead of the embedded database. */
export const onPostgres = process.env.SHOP_TEST_DATABASE === 'postgres';

async function openOfCluster(template?: string): Promise<Database> {
  const { url, drop } = await newPostgresDatabase(template);
  const database = await openDatabase({ databaseUrl: url, poolSize: 20, onError: () => undefined });
  return {
    ...database,
    async close() {
      await database.close();
      await drop();
    },
  };
}

/** Opens a separate database without tables: embedded in memory, or in the test cluster. */
export function openBareDatabase(): Promise<Database> {
  return onPostgres ? openOfCluster() : openDatabase({ onError: fail });
}

/** Opens a separate, empty and migrated database, as a copy of one made before the suites began. */
export async function openTestDatabase(): Promise<Database> {
  if (onPostgres) return openOfCluster(inject('postgresTemplate'));
  return openDatabase({ dump: await openAsBlob(inject('embeddedDump')), onError: fail });
}
