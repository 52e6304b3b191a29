import { randomUUID } from 'node:crypto';

import { sql, type SQL } from 'drizzle-orm';
import { PgBoss, fromDrizzle } from 'pg-boss';
import type { Logger } from 'pino';

import type { Ctx } from '../ctx.server.ts';
import { connectionOf, type Connection } from '../db/connection.server.ts';
import type { Database } from '../db/database.server.ts';
import { defer } from '../db/transaction.server.ts';
import type { Jobs } from './job-queue.ts';
import { existsAbandoned, freeAbandoned, freeAll } from './abandoned-jobs.server.ts';
import { endWithin, pollConditions, stopWithinMs, type ConditionalJob } from './condition-poller.server.ts';
import { beforeDeadline } from './job-deadline.ts';
import { createRunLog, type RunLog } from './job-runs.server.ts';

/** A worker of one process: takes one job at a time, and only those of at least `minPriority`. */
type WorkerOptions = { minPriority?: number };

/**
 * A background job. It runs for each enqueued job, every `everySeconds`, or while the condition
 * `isDue` holds.
 * Must be safe to run twice.
 */
export type JobDefinition<C extends Ctx = Ctx> = {
  name: string;
  everySeconds?: number;
  isDue?(ctx: C): SQL;
  /**
   * Time after which the run counts as stuck and others go on, in seconds. Unset: 5 minutes, and
   * less for an enqueued job.
   */
  deadlineSeconds?: number;
  retryLimit?: number;
  retryDelaySeconds?: number;
  retryDelayMaxSeconds?: number;
  /** `short`: at most one job per key waits; one enqueued meanwhile merges into it. */
  policy?: 'short';
  /** Workers of each process; a single one if unset. */
  workers?: readonly WorkerOptions[];
  /** Jobs of one group run one after the other, across processes. */
  onePerGroup?: boolean;
  /**
   * False while a fetched job would fail anyway, such as during an outage. Called before fetches.
   */
  mayFetch?(ctx: C): boolean;
  work(ctx: C, data: unknown): Promise<void>;
};

export type JobRunner<C extends Ctx> = Jobs & {
  start(definitions: readonly JobDefinition<C>[], ctx: C, worker: boolean): Promise<void>;
  stop(): Promise<void>;
};

type Repeated = { name: string; seconds: number; work(this: void): Promise<void> };

type Scheduled = { name: string; everySeconds: number | null; deadlineSeconds?: number | undefined };

/** Deadline of a run without one of its own, and of an enqueued job, in seconds. */
const [runSeconds, queuedSeconds] = [300, 80];
/** Time after which pg-boss gives an enqueued job to another worker, in seconds. */
const expireSeconds = 90;
/**
 * Pause between two signs of life of a worker, in seconds, and the silence after which pg-boss
 * fails its job. `freeAbandoned` comes first.
 */
const [signSeconds, silenceSeconds] = [3, 60];

/** Runs `work` and records its outcome for all processes. Rethrows its error. */
async function recorded(
  runs: RunLog,
  { name, everySeconds, deadlineSeconds = runSeconds }: Scheduled,
  work: () => Promise<void>,
) {
  try {
    await beforeDeadline(deadlineSeconds, work);
    await runs.record({ name, everySeconds, error: null });
  } catch (error) {
    await runs.record({ name, everySeconds, error: error ?? new Error('unknown') });
    throw error;
  }
}

/** Pause after a run that failed, in seconds, at most. */
const againSeconds = 60;

/**
 * Runs `work` now, and again `seconds` after each run ended, or within a minute after one that
 * failed. Errors are logged and do not stop it.
 */
function repeat(log: Logger, { name, seconds, work }: Repeated) {
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  let pause = seconds;
  const run = () => {
    running = work()
      .then(() => void (pause = seconds))
      .catch((error: unknown) => {
        pause = Math.min(seconds, againSeconds);
        log.error({ err: error, job: name }, 'job failed');
      })
      .finally(() => {
        if (!stopped) timer = setTimeout(run, pause * 1000);
      });
  };
  run();
  return async () => {
    stopped = true;
    clearTimeout(timer);
    await endWithin(stopWithinMs, { log, names: () => [name] }, running);
  };
}

/** Name of each statement of pg-boss. Planning one costs more than running it. */
const names = new Map<string, string>();

function nameOf(text: string): string {
  const name = names.get(text) ?? `jobs_${names.size + 1}`;
  names.set(text, name);
  return name;
}

/**
 * Runs pg-boss's own text, prepared if it has values. A text without any may be several statements.
 * pg-boss emits copies of errors that tell the log nothing, so the original goes along.
 */
async function execute(connection: Connection, text: string, values?: unknown[]) {
  try {
    if (values === undefined || values.length === 0) return await connection.query(text);
    return await connection.query({ name: nameOf(text), text, values });
  } catch (error) {
    throw error instanceof Error ? Object.assign(error, { original: error }) : error;
  }
}

/** True when a queue has jobs that are due, as its workers see it. */
const isWaiting = (queue: string) =>
  sql`exists (select from pgboss.job j where j.name = ${queue}::text and j.state < 'active' and j.start_after <= now())`;

/**
 * Poll interval of a queue, in seconds. It is also fetched from when `pollConditions` finds
 * something in it.
 */
const fetchSeconds = 60;

/** Interval of pg-boss's work for dependent jobs, in seconds. No job depends on another. */
const flowSeconds = 3_600;

const freeingJob = 'free-abandoned-jobs';
/**
 * Time for which a process polls before it frees jobs of others. After an outage of the database,
 * those that live give a sign meanwhile.
 */
const steadyForMs = 2 * signSeconds * 1_000;

/** Name under which failures to poll the conditions of jobs are recorded. */
const pollingJob = 'look-for-work';

export function createJobs<C extends Ctx>(database: Database, log: Logger): JobRunner<C> {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => execute(database.pool, text, values) },
    schedule: false,
    flowIntervalSeconds: flowSeconds,
  });
  boss.on('error', (error) => log.error({ err: 'original' in error ? error.original : error }, 'job queue'));
  const runs = createRunLog(database, log);
  const stops: (() => Promise<void>)[] = [];
  let stir: () => void = () => undefined;
  /** Ids of the jobs that this process works on. */
  const held = new Set<string>();

  /** Creates a job's queue, and with `worker` processes it. */
  async function openQueue(job: JobDefinition<C>, ctx: C, worker: boolean): Promise<ConditionalJob | null> {
    const settings = {
      retryLimit: job.retryLimit ?? 10,
      retryDelay: job.retryDelaySeconds ?? 5,
      retryBackoff: true,
      expireInSeconds: expireSeconds,
      heartbeatSeconds: silenceSeconds,
      ...(job.retryDelayMaxSeconds === undefined ? {} : { retryDelayMax: job.retryDelayMaxSeconds }),
    };
    await boss.createQueue(job.name, { ...settings, ...(job.policy === undefined ? {} : { policy: job.policy }) });
    // Otherwise a queue that an earlier version created keeps its old settings.
    await boss.updateQueue(job.name, settings);
    // Fills the queue's cache: a look-up inside a transaction would need a second connection.
    await boss.findJobs(job.name, { id: randomUUID() });
    if (!worker) return null;
    const ids: string[] = [];
    const wake = (woken: readonly (string | undefined)[]) => {
      if (job.mayFetch?.(ctx) === false) return;
      for (const id of woken) if (id !== undefined) boss.notifyWorker(id);
    };
    // One call per worker: `localConcurrency` returns the id of its first worker only, and only an
    // id can be woken.
    for (const [index, { minPriority }] of (job.workers ?? [{}]).entries()) {
      const options = {
        batchSize: 1,
        pollingIntervalSeconds: fetchSeconds,
        heartbeatRefreshSeconds: signSeconds,
        ...(minPriority === undefined ? {} : { minPriority }),
        ...(job.onePerGroup === true ? { groupConcurrency: 1 } : {}),
      };
      ids[index] = await boss.work(job.name, options, async ([entry]) => {
        if (entry === undefined) return;
        held.add(entry.id);
        try {
          await beforeDeadline(job.deadlineSeconds ?? queuedSeconds, () => job.work(ctx, entry.data));
        } finally {
          held.delete(entry.id);
          // If one job waited, others may: the worker rests only after a fetch that finds none.
          wake([ids[index]]);
        }
      });
    }
    return { name: job.name, isDue: isWaiting(job.name), begin: async () => wake(ids) };
  }

  return {
    async enqueue(tx, { name, data, startAfterSeconds, singletonKey, priority, group }) {
      const connection = connectionOf(tx);
      const options = {
        db:
          connection === undefined
            ? fromDrizzle(tx, sql)
            : { executeSql: (text: string, values?: unknown[]) => execute(connection, text, values) },
        ...(startAfterSeconds === undefined ? {} : { startAfter: startAfterSeconds }),
        ...(singletonKey === undefined ? {} : { singletonKey }),
        ...(priority === undefined ? {} : { priority }),
        // The index of active jobs has those with a group only.
        group: { id: group ?? randomUUID() },
      };
      await defer(tx, boss.send(name, data, options));
      stir();
    },
    async start(definitions, ctx, worker) {
      await boss.start();
      const withoutQueue = definitions.filter((job) => job.everySeconds !== undefined || job.isDue !== undefined);
      // A process that runs no jobs, such as a restore, records none.
      const known = withoutQueue.map(({ name, everySeconds = null }) => ({ name, everySeconds }));
      if (worker) await runs.begin([...known, { name: pollingJob, everySeconds: null }]);
      // Nobody else opens the embedded database, so the processes of these jobs have ended.
      if (worker && database.kind === 'embedded') await freeAll(database.db);
      const looked: ConditionalJob[] = [];
      for (const job of definitions) {
        const { name, everySeconds, deadlineSeconds, isDue } = job;
        // Jobs that run by the clock or by a condition have no queue.
        if (everySeconds !== undefined) continue;
        if (isDue !== undefined)
          looked.push({
            name,
            isDue: isDue(ctx),
            begin: () => recorded(runs, { name, everySeconds: null, deadlineSeconds }, () => job.work(ctx, {})),
          });
        else {
          const queue = await openQueue(job, ctx, worker);
          if (queue !== null) looked.push(queue);
        }
      }
      if (!worker) return;
      // After the queues: on a big database they hold every connection for longer than the start
      // waits for one.
      for (const { name, everySeconds: seconds, deadlineSeconds, work } of definitions)
        if (seconds !== undefined)
          stops.push(
            repeat(log, {
              name,
              seconds,
              work: () => recorded(runs, { name, everySeconds: seconds, deadlineSeconds }, () => work(ctx, {})),
            }),
          );
      if (looked.length === 0) return;
      looked.push({
        name: freeingJob,
        isDue: existsAbandoned,
        begin: (steadyMs) => (steadyMs < steadyForMs ? Promise.resolve() : freeAbandoned(database.db, [...held])),
      });
      const onOutcome = (error: unknown) => runs.record({ name: pollingJob, everySeconds: null, error });
      const look = pollConditions({ db: database.db, log, looked, onOutcome });
      stir = look.stir;
      stops.push(look.stop);
    },
    async stop() {
      await Promise.all(stops.map((stop) => stop()));
      await boss.stop({ graceful: true, timeout: 5_000 });
    },
  };
}
