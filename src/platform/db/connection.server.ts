import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';

import type { Db } from './database.server.ts';

/** A pool, or the one connection of a transaction. */
export type Connection = pg.Pool | pg.PoolClient;

/** Connection of each open transaction of `onOneConnection`. */
const ofTransaction = new WeakMap<Db, pg.PoolClient>();

const databases = new WeakMap<Connection, Db>();

/** Returns the Drizzle database of a connection. */
export function databaseOn(connection: Connection): Db {
  const known = databases.get(connection);
  if (known !== undefined) return known;
  const database = drizzle({ client: connection });
  databases.set(connection, database);
  return database;
}

const poolOf = (db: Db) => ('$client' in db && db.$client instanceof pg.Pool ? db.$client : undefined);

/**
 * Returns the connection on which a database or a transaction runs. Undefined in a savepoint and in
 * a transaction that was not opened by `onOneConnection`.
 */
export const connectionOf = (db: Db): Connection | undefined => ofTransaction.get(db) ?? poolOf(db);

/**
 * Runs `work` in a transaction, or in a savepoint if `db` is one. Opens the transaction on a
 * connection that `connectionOf` finds. Drizzle does not expose the connection of a transaction.
 */
export async function onOneConnection<T>(db: Db, work: (tx: Db) => Promise<T>): Promise<T> {
  const pool = poolOf(db);
  if (pool === undefined) return db.transaction(work);
  const client = await pool.connect();
  try {
    return await databaseOn(client).transaction((tx) => {
      ofTransaction.set(tx, client);
      return work(tx);
    });
  } finally {
    client.release();
  }
}
