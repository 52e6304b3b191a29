import { drizzle } from 'drizzle-orm/node-postgres';
import type { NodePgQueryResultHKT } from 'drizzle-orm/node-postgres';
import type { PgDatabase } from 'drizzle-orm/pg-core';
import pg from 'pg';

import { openEmbeddedPool } from './embedded.server.ts';
import { listenOn } from './listen.server.ts';
import { PreparingClient } from './preparing-client.server.ts';

/** A drizzle database or an open transaction of one: repos take either as their first argument. */
export type Db = PgDatabase<NodePgQueryResultHKT>;

export type Database = {
  pool: pg.Pool;
  db: Db;
  kind: 'embedded' | 'postgres';
  close(): Promise<void>;
  /** Calls back on every notification of a channel, and once after a lost connection is back; answers how to stop. */
  listen(channel: string, heard: () => void): Promise<() => Promise<void>>;
};

export type DatabaseOptions = {
  databaseUrl?: string | undefined;
  /** Folder of the embedded database; without one it lives in memory. */
  dataDir?: string | undefined;
  /** Connections of the PostgreSQL pool. */
  poolSize?: number | undefined;
  /** A dump of an embedded database to begin with. */
  dump?: Blob | undefined;
  onError(error: Error): void;
};

function openPostgresPool(options: DatabaseOptions): pg.Pool {
  const pool = new pg.Pool({
    connectionString: options.databaseUrl,
    max: options.poolSize ?? 10,
    connectionTimeoutMillis: 3_000,
    statement_timeout: 10_000,
    lock_timeout: 3_000,
    idle_in_transaction_session_timeout: 15_000,
    allowExitOnIdle: true,
    application_name: 'shop',
    Client: PreparingClient,
    // Prepared once, planned for the values of each run: searches and lists differ too much for one plan.
    options: '-c plan_cache_mode=force_custom_plan',
  });
  pool.on('error', options.onError);
  // A client in use when the server goes away emits on itself, not on the pool: unheard, it would end the process.
  pool.on('connect', (client) => client.on('error', options.onError));
  return pool;
}

export class DatabaseUnreachable extends Error {
  constructor(cause: unknown) {
    super('The database cannot be used', { cause });
  }
}

/** Opens PostgreSQL when `databaseUrl` is given, else the embedded database; throws DatabaseUnreachable or DirectoryInUse. */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  if (options.databaseUrl === undefined) {
    const { pool, close, listen } = await openEmbeddedPool(options);
    return { pool, db: drizzle({ client: pool }), kind: 'embedded', close, listen };
  }
  const pool = openPostgresPool(options);
  try {
    await pool.query('select 1');
  } catch (error) {
    await pool.end();
    throw new DatabaseUnreachable(error);
  }
  const listen = (channel: string, heard: () => void) => listenOn(options, channel, heard);
  return { pool, db: drizzle({ client: pool }), kind: 'postgres', close: () => pool.end(), listen };
}
