import { onOneConnection } from './connection.server.ts';
import type { Db } from './database.server.ts';
import { isRetryable, sqlState } from './database-errors.server.ts';

/** Deferred statements of each open transaction of `inTransaction`. */
const deferredOf = new WeakMap<Db, Promise<unknown>[]>();

/**
 * Runs a write whose result is not needed. In a transaction of `inTransaction`, the caller does not
 * wait for it: the connection pipelines it, it is awaited before the commit, and its failure fails
 * the transaction. Elsewhere the caller waits.
 */
export async function defer(tx: Db, statement: PromiseLike<unknown>): Promise<void> {
  const deferred = deferredOf.get(tx);
  if (deferred === undefined) return void (await statement);
  const running = Promise.resolve(statement);
  // Handled in `withDeferred`; without a handler here, an early failure would end the process.
  running.catch(() => undefined);
  deferred.push(running);
}

/** SQLSTATE of each statement after the first failure in a transaction. */
const aborted = '25P02';

/** Runs `work`, then waits for its deferred statements. Throws the failure that came first. */
async function withDeferred<T>(tx: Db, work: (tx: Db) => Promise<T>): Promise<T> {
  const deferred: Promise<unknown>[] = [];
  deferredOf.set(tx, deferred);
  const [outcome] = await Promise.allSettled([work(tx)]);
  // Also after a failure: nothing may be sent on this connection once it is released.
  const failure = (await Promise.allSettled(deferred)).find(({ status }) => status === 'rejected');
  if (outcome.status === 'rejected' && sqlState(outcome.reason) !== aborted) throw outcome.reason;
  if (failure?.status === 'rejected') throw failure.reason;
  if (outcome.status === 'rejected') throw outcome.reason;
  return outcome.value;
}

/** Runs `work` in a transaction, up to four times if another transaction is in the way. */
export async function inTransaction<T>(db: Db, work: (tx: Db) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await onOneConnection(db, (tx) => withDeferred(tx, work));
    } catch (error) {
      if (attempt === 4 || !isRetryable(error)) throw error;
    }
  }
}

class Refused extends Error {}

/** Like `inTransaction`, but rolls back all writes if `work` returns a refusal. */
export async function inResultTransaction<R extends { ok: boolean }>(db: Db, work: (tx: Db) => Promise<R>): Promise<R> {
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
