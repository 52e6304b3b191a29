import { randomBytes } from 'node:crypto';

import { TransactionRollbackError } from 'drizzle-orm';

import type { Database } from './database.server.ts';
import { writeProbes } from './tables.server.ts';
import { DatabaseUnreachable } from './database-errors.server.ts';

const trustedMs = 5_000;
const doubtedMs = 1_000;
/** Too large to fit beside another row: the table has to grow for it, which a full disk refuses. */
const fillerBytes = 6_000;

export type WriteProbe = () => Promise<'takes writes' | 'takes no writes' | 'disk full' | 'no answer'>;

/**
 * True for an error caused by the database's full disk: PostgreSQL's code for it, or the system's
 * message.
 */
export function isDiskFullError(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const isFull = ('code' in error && error.code === '53100') || error.message.includes('No space left on device');
  return isFull || isDiskFullError(error.cause);
}

async function write({ db }: Pick<Database, 'db'>): ReturnType<WriteProbe> {
  try {
    await db.transaction(async (tx) => {
      await tx.insert(writeProbes).values({ filler: randomBytes(fillerBytes).toString('base64') });
      tx.rollback();
    });
  } catch (error) {
    if (isDiskFullError(error)) return 'disk full';
    if (error instanceof DatabaseUnreachable) return 'no answer';
    if (!(error instanceof TransactionRollbackError)) return 'takes no writes';
  }
  return 'takes writes';
}

/** Writes a row and rolls it back, at most every 5 s, or every second while that fails. */
export function createWriteProbe(database: Pick<Database, 'db'>, now = () => performance.now()): WriteProbe {
  let until = -Infinity;
  let last: ReturnType<WriteProbe> = Promise.resolve('no answer');
  const probe: WriteProbe = async () => {
    const found = await write(database);
    until = now() + (found === 'takes writes' ? trustedMs : doubtedMs);
    return found;
  };
  return () => {
    if (now() >= until) {
      // Concurrent callers share the same answer.
      until = Infinity;
      last = probe();
    }
    return last;
  };
}
