import { setTimeout as pause } from 'node:timers/promises';

import type { Logger } from 'pino';

import { DatabaseUnreachable, NoAnswer, isDatabaseUnavailable, sqlState } from '#platform/db/database-errors.server.ts';
import { stringProperty } from '#shared/read-property.ts';

/** Maximum wait for a slow database, pause between tries, and time between log lines, in ms. */
const [waitedMs, tryEveryMs, reportEveryMs] = [60_000, 1_000, 10_000];

/**
 * Timeouts of a statement, of a lock and of a pause within a transaction, and a deadlock: database
 * or shop were too busy.
 */
const busy = new Set(['57014', '55P03', '25P03', '40P01']);
/** Full disk and read-only: waiting does not help. */
const lasting = new Set(['53100', '25006']);

/** A database that starts, and a connection that something on its way has cut. */
const transientCodes = new Set(['57P03', 'ECONNRESET', 'EPIPE']);

/** True if the database exists but cannot work yet: it is starting, recovering or overloaded. */
function isSlow(error: unknown): boolean {
  const state = sqlState(error) ?? '';
  if (busy.has(state)) return true;
  if (!isDatabaseUnavailable(error) || lasting.has(state)) return false;
  if (!(error instanceof DatabaseUnreachable)) return true;
  const { cause } = error;
  if (cause instanceof NoAnswer) return true;
  return (
    cause instanceof Error &&
    (transientCodes.has(stringProperty(cause, 'code')) || /timeout|terminated/.test(cause.message))
  );
}

/**
 * Repeats a start for up to a minute while the database is slow. Logs the first failure and then a
 * line of progress every ten seconds. `start` must leave nothing open when it fails.
 */
export async function retryWhileSlow<T>(log: Logger, start: () => Promise<T>): Promise<T> {
  const seconds = waitedMs / 1_000;
  let since: number | undefined;
  let reported = 0;
  for (;;) {
    try {
      return await start();
    } catch (error) {
      if (!isSlow(error)) throw error;
      const now = performance.now();
      since ??= now;
      if (now - since > waitedMs) throw new DatabaseUnreachable(new Error(`it didn’t respond within ${seconds} s`));
      if (reported === 0) log.warn(`The database at DATABASE_URL isn’t responding yet. Waiting up to ${seconds} s.`);
      else if (now - reported >= reportEveryMs)
        log.warn(`The start still waits for the database (${Math.round((now - since) / 1_000)} of ${seconds} s).`);
      if (reported === 0 || now - reported >= reportEveryMs) reported = now;
      await pause(tryEveryMs);
    }
  }
}
