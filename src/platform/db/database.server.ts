import { drizzle, type NodePgQueryResultHKT } from 'drizzle-orm/node-postgres';
import type { PgDatabase } from 'drizzle-orm/pg-core';
import type pg from 'pg';

import type { EmbeddedOptions } from './embedded.server.ts';
import { GuardedPool } from './guarded-pool.server.ts';
import { openNotificationListener } from './notification-listener.server.ts';
import { timeouts } from './session-check.server.ts';
import { DatabaseUnreachable } from './database-errors.server.ts';

/**
 * A Drizzle database or an open transaction of one. Queries take either as their first argument.
 */
export type Db = PgDatabase<NodePgQueryResultHKT>;

export type Database = {
  pool: pg.Pool;
  db: Db;
  kind: 'embedded' | 'postgres';
  close(): Promise<void>;
  /**
   * Calls back on every notification of a channel, and once after a lost connection is restored.
   * Returns a function that stops it.
   */
  listen(channel: string, onNotify: () => void): Promise<() => Promise<void>>;
  /** True when the database is known not to answer. Only detected while something listens. */
  isAway(): boolean;
  /** True when the database is away, or failed to answer within the last seconds. */
  isFailing(): boolean;
};

type DatabaseOptions = EmbeddedOptions & {
  databaseUrl?: string | undefined;
  /** Max connections of the PostgreSQL pool. */
  poolSize?: number | undefined;
  /** Called when a database that was away answers again. */
  onBack?(): void;
};

function poolConfig(connectionString: string | undefined, poolSize = 10) {
  return {
    connectionString,
    max: poolSize,
    connectionTimeoutMillis: 3_000,
    ...timeouts,
    allowExitOnIdle: true,
    application_name: 'shop',
  };
}

async function openPostgres(options: DatabaseOptions): Promise<Database> {
  const pool = new GuardedPool(poolConfig(options.databaseUrl, options.poolSize), options.onError);
  try {
    await pool.query('select 1');
  } catch (error) {
    await pool.end();
    throw new DatabaseUnreachable(error);
  }
  const connection = openNotificationListener({
    connectionString: options.databaseUrl,
    onError: options.onError,
    onDisconnect: () => pool.shut(),
    onReconnect() {
      pool.open();
      options.onBack?.();
    },
  });
  const close = async () => {
    connection.close();
    await pool.end();
  };
  const state = { isAway: () => pool.isShut, isFailing: () => pool.isFailing };
  return { pool, db: drizzle({ client: pool }), kind: 'postgres', close, listen: connection.listen, ...state };
}

/**
 * Opens PostgreSQL if `databaseUrl` is given, else the embedded database. Throws
 * DatabaseUnreachable or DirectoryInUse.
 */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  if (options.databaseUrl !== undefined) return openPostgres(options);
  // PostgreSQL in WASM is loaded only if it is used.
  const { openEmbeddedPool } = await import('./embedded.server.ts');
  const { dump: _dump, ...embedded } = await openEmbeddedPool(options);
  return { ...embedded, db: drizzle({ client: embedded.pool }), kind: 'embedded' };
}
