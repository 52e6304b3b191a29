import { sql, type SQL } from 'drizzle-orm';
import type { Logger } from 'pino';

import type { Db } from '../db/database.server.ts';
import { beforeDeadline } from './job-deadline.ts';
import { statementSeconds } from './job-runs.server.ts';

/** Work to start while a condition holds. */
export type ConditionalJob = {
  name: string;
  isDue: SQL;
  /** `steadyMs`: how long this process has polled without a failure or a gap. */
  begin(this: void, steadyMs: number): Promise<void>;
};

type Options = {
  db: Db;
  log: Logger;
  looked: readonly ConditionalJob[];
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
/** Pause between two polls from which on this process counts as having been held up. */
const gapMs = 6_000;
/** Time that running work has to end when the process stops. */
export const stopWithinMs = 3_000;

type Ending = { log: Logger; names: () => readonly string[] };

/** Waits for the end of work at most `ms`, then logs what still runs. */
export async function endWithin(ms: number, { log, names }: Ending, end: Promise<unknown>): Promise<void> {
  const late = Symbol('late');
  const { promise, resolve } = Promise.withResolvers<typeof late>();
  const timer = setTimeout(() => resolve(late), ms);
  if ((await Promise.race([end, promise])) === late)
    log.warn({ jobs: names() }, 'the stop does not wait for this work');
  clearTimeout(timer);
}

/**
 * Polls all conditions in one statement and starts the work that is due, one run per name at a
 * time.
 */
export function pollConditions({ db, log, looked, onOutcome }: Options) {
  const names = looked.map(({ name, isDue }) => sql`case when ${isDue} then ${name}::text end`);
  const question = sql`select array_remove(array[${sql.join(names, sql`, `)}], null) as due`;
  const running = new Map<string, Promise<void>>();
  let stirredAt = Date.now();
  let timer: NodeJS.Timeout | undefined;
  let looking: Promise<void> = Promise.resolve();
  let isStopped = false;
  let isFailing = true;
  let steadySince = -Infinity;
  let polledAt = performance.now();

  const isBusy = () => Date.now() - stirredAt < quietAfterMs;

  function begin({ name, begin: work }: ConditionalJob): void {
    const done = work(performance.now() - steadySince)
      .catch((error: unknown) => log.error({ err: error, job: name }, 'job failed'))
      .finally(() => running.delete(name));
    running.set(name, done);
  }

  async function look(): Promise<void> {
    const { rows } = await db.execute<{ due: string[] }>(question);
    if (performance.now() - polledAt > gapMs) steadySince = performance.now();
    polledAt = performance.now();
    if (isStopped) return;
    const due = new Set(rows[0]?.due);
    if (due.size > 0) stirredAt = Date.now();
    for (const one of looked) if (due.has(one.name) && !running.has(one.name)) begin(one);
  }

  async function poll(): Promise<void> {
    try {
      await beforeDeadline(statementSeconds, look);
      if (isFailing) await onOutcome(null);
      isFailing = false;
    } catch (error) {
      log.error({ err: error }, 'what is due could not be asked');
      isFailing = true;
      polledAt = -Infinity;
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
      await endWithin(
        stopWithinMs,
        { log, names: () => [...running.keys()] },
        Promise.all([looking, ...running.values()]),
      );
    },
  };
}
