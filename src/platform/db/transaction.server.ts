import { drizzle } from 'drizzle-orm/node-postgres';
import type pg from 'pg';

import { clientOf } from './constant.server.ts';
import type { Db } from './database.server.ts';
import { isRetryable } from './database-errors.server.ts';
import { PreparingClient } from './preparing-client.server.ts';

type Way = 'sendLater' | 'sendAlong';

const senders: Record<Way, WeakMap<PreparingClient, Db>> = { sendLater: new WeakMap(), sendAlong: new WeakMap() };

/** Returns the transaction with another way of sending; on the embedded database, `tx` itself. */
function sending(tx: Db, way: Way): Db {
  const client = clientOf(tx);
  if (!(client instanceof PreparingClient)) return tx;
  const known = senders[way].get(client);
  if (known !== undefined) return known;
  const sender: pg.PoolClient = Object.create(client, { query: { value: client[way].bind(client) } });
  const made = drizzle({ client: sender });
  senders[way].set(client, made);
  return made;
}

/**
 * A transaction for writes whose result is not needed. Each is sent with the next statement or with
 * the commit, and its failure fails the transaction. Contended rows are locked for that one round
 * trip only.
 */
export const deferred = (tx: Db): Db => sending(tx, 'sendLater');

/**
 * A transaction for a statement whose rows are read. It is sent with the next statement, so start
 * both before awaiting either.
 * Each statement sees the writes of the one before it, and what others committed while that one
 * waited for a lock.
 */
export const pipelined = (tx: Db): Db => sending(tx, 'sendAlong');

/** Runs `work` in a transaction, up to four times if another transaction is in the way. */
export async function inTransaction<T>(db: Db, work: (tx: Db) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db.transaction(work);
    } catch (error) {
      if (attempt === 4 || !isRetryable(error)) throw error;
    }
  }
}

class Refused extends Error {}

/** Like `inTransaction`, but rolls back all writes if `work` returns a refusal. */
export async function decide<R extends { ok: boolean }>(db: Db, work: (tx: Db) => Promise<R>): Promise<R> {
  let refusal: R | undefined;
  try {
    return await inTransaction(db, async (tx) => {
      const result = await work(tx);
      if (result.ok) return result;
      refusal = result;
      throw new Refused();
    });
  } catch (error) {
    if (error instanceof Refused && refusal !== undefined) return refusal;
    throw error;
  }
}
