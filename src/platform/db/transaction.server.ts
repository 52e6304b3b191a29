import type { Db } from './database.server.ts';

const passing = new Set(['40001', '40P01', '55P03']);

/** PostgreSQL's code of what went wrong, wherever an error carries it. */
export function sqlState(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  if ('code' in error && typeof error.code === 'string') return error.code;
  return 'cause' in error ? sqlState(error.cause) : undefined;
}

/** Whether the database refused because of a concurrent transaction, so that the same work may succeed on the next try. */
export function isPassing(error: unknown): boolean {
  return passing.has(sqlState(error) ?? '');
}

export function isUniqueViolation(error: unknown): boolean {
  return sqlState(error) === '23505';
}

/** Runs `work` in a transaction, up to four times when another transaction was in the way. */
export async function inTransaction<T>(db: Db, work: (tx: Db) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db.transaction(work);
    } catch (error) {
      if (attempt === 4 || !isPassing(error)) throw error;
    }
  }
}

class Refused extends Error {}

/** Like inTransaction, and a refusal that `work` returns undoes everything it wrote. */
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
