import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';

import type { Database } from './database.server.ts';

const migrationLock = 7_220_511;

/** Brings the schema up to date; of two processes that start together one migrates and the other waits for it. */
export async function migrateDatabase(database: Database, migrationsFolder = 'db/migrations'): Promise<void> {
  const client = await database.pool.connect();
  try {
    await client.query('set lock_timeout = 0; set statement_timeout = 0');
    await client.query('select pg_advisory_lock($1)', [migrationLock]);
    await migrate(drizzle({ client }), { migrationsFolder });
  } finally {
    await client.query('select pg_advisory_unlock($1)', [migrationLock]).catch(() => undefined);
    // The session's time-outs were lifted for the migration: it must not go back into the pool.
    client.release(database.kind === 'postgres');
  }
}
