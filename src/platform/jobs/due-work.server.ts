import { sql, type SQL } from 'drizzle-orm';
import type { Logger } from 'pino';

import type { Db } from '../db/database.server.ts';

/** Work to start while a condition holds. */
export type Looked = { name: string; isDue: SQL; begin(this: void): Promise<void> };

type Options = {
  db: Db;
  log: Logger;
  looked: readonly Looked[];
  /** Called with the error of a failed poll, and with null once polling succeeds. */
  onOutcome(this: void, error: unknown): Promise<void>;
};

/**
 * Poll intervals. `busyMs` applies until nothing was due or enqueued for `quietAfterMs`. A quiet
 * shop leaves its database alone.
 */
const busyMs = 500;
const quietMs = 3_000;
const quietAfterMs = 10_000;

/**
 * Polls all conditions in one statement and starts the work that is due, one run per name at a
 * time.
 */
export function lookForWork({ db, log, looked, onOutcome }: Options) {
  const names = looked.map(({ name, isDue }) => sql`case when ${isDue} then ${name}::text end`);
  const question = sql`select array_remove(array[${sql.join(names, sql`, `)}], null) as due`;
  const running = new Map<string, Promise<void>>();
  let stirredAt = Date.now();
  let timer: NodeJS.Timeout | undefined;
  let looking: Promise<void> = Promise.resolve();
  let isStopped = false;
  let isFailing = true;

  const isBusy = () => Date.now() - stirredAt < quietAfterMs;

  function begin({ name, begin: work }: Looked): void {
    const done = work()
      .catch((error: unknown) => log.error({ err: error, job: name }, 'job failed'))
      .finally(() => running.delete(name));
    running.set(name, done);
  }

  async function look(): Promise<void> {
    const { rows } = await db.execute<{ due: string[] }>(question);
    const due = new Set(rows[0]?.due);
    if (due.size > 0) stirredAt = Date.now();
    for (const one of looked) if (due.has(one.name) && !running.has(one.name)) begin(one);
  }

  async function poll(): Promise<void> {
    try {
      await look();
      if (isFailing) await onOutcome(null);
      isFailing = false;
    } catch (error) {
      log.error({ err: error }, 'what is due could not be asked');
      isFailing = true;
      await onOutcome(error);
    }
  }

  function rest(): void {
    if (!isStopped) timer = setTimeout(run, isBusy() ? busyMs : quietMs);
  }

  function run(): void {
    timer = undefined;
    looking = poll().finally(rest);
  }

  run();
  return {
    /** Polls soon: something was enqueued that may be due as soon as its transaction ends. */
    stir(): void {
      const wasQuiet = !isBusy();
      stirredAt = Date.now();
      if (!wasQuiet || timer === undefined) return;
      clearTimeout(timer);
      rest();
    },
    async stop(): Promise<void> {
      isStopped = true;
      clearTimeout(timer);
      await looking;
      await Promise.all(running.values());
    },
  };
}
