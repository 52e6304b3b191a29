import { openAsBlob } from 'node:fs';

import { inject } from 'vitest';

import { openDatabase, type Database } from '#platform/db/database.server.ts';

import { newPostgresDatabase } from './postgres-database.ts';

const fail = (error: Error) => {
  throw error;
};

/** Which database this run of the suites is on. */
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

/** A database of its own without any table: embedded in memory, or one of the test cluster's. */
export function openBareDatabase(): Promise<Database> {
  return onPostgres ? openOfCluster() : openDatabase({ onError: fail });
}

/** An empty, migrated database of its own: a copy of the one whose tables were made before the suites began. */
export async function openTestDatabase(): Promise<Database> {
  if (onPostgres) return openOfCluster(inject('postgresTemplate'));
  return openDatabase({ dump: await openAsBlob(inject('embeddedDump')), onError: fail });
}
