import { drizzle } from 'drizzle-orm/node-postgres';
import { readMigrationFiles, type MigrationMeta } from 'drizzle-orm/migrator';
import { migrate } from 'drizzle-orm/node-postgres/migrator';

import type { Database } from './database.server.ts';

const migrationLock = 7_220_511;
const folder = 'db/migrations';

let own: MigrationMeta[] | undefined;

/** The migrations of this version, oldest first. */
export function ownMigrations(): MigrationMeta[] {
  own ??= readMigrationFiles({ migrationsFolder: folder });
  return own;
}

/** Whether the database has every migration of this version; one that a newer process has brought further has them too. */
export async function isMigrated({ pool }: Pick<Database, 'pool'>): Promise<boolean> {
  const { rows } = await pool.query<{ there: boolean }>(
    'select exists (select 1 from drizzle.__drizzle_migrations where hash = $1) as there',
    [ownMigrations().at(-1)?.hash],
  );
  return rows[0]?.there === true;
}

/** Brings the schema up to date; of two processes that start together one migrates and the other waits for it. */
export async function migrateDatabase(database: Database, migrationsFolder = folder): Promise<void> {
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
