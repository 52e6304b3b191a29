import { randomUUID } from 'node:crypto';

import { sql } from 'drizzle-orm';
import { PgBoss, fromDrizzle, type JobResult, type WorkOptions } from 'pg-boss';
import type { Logger } from 'pino';

import type { Ctx } from '../ctx.server.ts';
import type { Database } from '../db/database.server.ts';
import { deferred } from '../db/transaction.server.ts';
import type { Jobs } from './job-queue.ts';
import { createRunLog, type RunLog } from './job-runs.server.ts';

/** Workers of one process, in the terms of pg-boss. The jobs of a batch run at the same time. */
type Workers = Pick<WorkOptions, 'localConcurrency' | 'batchSize' | 'minPriority' | 'pollingIntervalSeconds'>;

/**
 * A background job. It runs for each enqueued job, or every `everySeconds`. Must be safe to run
 * twice.
 */
export type JobDefinition<C extends Ctx = Ctx> = {
  name: string;
  everySeconds?: number;
  retryLimit?: number;
  retryDelaySeconds?: number;
  retryDelayMaxSeconds?: number;
  /** `short`: at most one job per key waits; one enqueued meanwhile merges into it. */
  policy?: 'short';
  /** Seconds between two fetches of each worker while its queue is empty; 15 if unset. */
  pollingIntervalSeconds?: number;
  /** Workers of each process; one with batches of five if unset. */
  workers?: readonly Workers[];
  /** Jobs of one group run one after the other, across processes. */
  onePerGroup?: boolean;
  work(ctx: C, data: unknown): Promise<void>;
};

export type JobRunner<C extends Ctx> = Jobs & {
  start(definitions: readonly JobDefinition<C>[], ctx: C, worker: boolean): Promise<void>;
  stop(): Promise<void>;
};

/** Interval of pg-boss's work for dependent jobs, in seconds. No job depends on another. */
const flowSeconds = 3_600;

export function createJobs<C extends Ctx>(database: Database, log: Logger): JobRunner<C> {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => execute(database, text, values) },
    schedule: false,
    flowIntervalSeconds: flowSeconds,
  });
  boss.on('error', (error) => log.error({ err: 'original' in error ? error.original : error }, 'job queue'));
  const runs = createRunLog(database, log);
  const stops: (() => Promise<void>)[] = [];

  return {
    async enqueue(tx, { name, data, startAfterSeconds, singletonKey, priority, group }) {
      await boss.send(name, data, {
        db: fromDrizzle(deferred(tx), sql),
        ...(startAfterSeconds === undefined ? {} : { startAfter: startAfterSeconds }),
        ...(singletonKey === undefined ? {} : { singletonKey }),
        ...(priority === undefined ? {} : { priority }),
        ...(group === undefined ? {} : { group: { id: group } }),
      });
    },
    async start(definitions, ctx, worker) {
      await boss.start();
      const clocks = definitions.flatMap(({ name, everySeconds, work }) =>
        everySeconds === undefined ? [] : [{ name, everySeconds, work }],
      );
      // A process that runs no jobs, such as a restore, records none.
      if (worker) await runs.begin(clocks);
      for (const job of definitions) {
        if (job.everySeconds !== undefined) continue;
        await createQueue(boss, job);
        if (worker) await startWorkers(boss, job, ctx);
      }
      if (!worker) return;
      // After the queues: on a big database they hold every connection for longer than the start
      // waits for one.
      for (const { name, everySeconds, work } of clocks) {
        const run = () => recordRun(runs, { name, everySeconds }, () => work(ctx, {}));
        stops.push(repeat(log, { name, everySeconds }, run));
      }
    },
    async stop() {
      await Promise.all(stops.map((stop) => stop()));
      await boss.stop({ graceful: true, timeout: 5_000 });
    },
  };
}

/**
 * Runs pg-boss's own statements. pg-boss emits copies of errors that tell the log nothing, so the
 * original goes along.
 */
async function execute({ pool }: Database, text: string, values?: unknown[]) {
  try {
    return await pool.query(text, values);
  } catch (error) {
    throw error instanceof Error ? Object.assign(error, { original: error }) : error;
  }
}

async function createQueue<C extends Ctx>(boss: PgBoss, job: JobDefinition<C>): Promise<void> {
  const settings = {
    retryLimit: job.retryLimit ?? 10,
    retryDelay: job.retryDelaySeconds ?? 5,
    retryBackoff: true,
    // A job whose process was killed is retried after this long.
    expireInSeconds: 90,
    ...(job.retryDelayMaxSeconds === undefined ? {} : { retryDelayMax: job.retryDelayMaxSeconds }),
  };
  await boss.createQueue(job.name, { ...settings, ...(job.policy === undefined ? {} : { policy: job.policy }) });
  // Otherwise a queue that an earlier version created keeps its old settings.
  await boss.updateQueue(job.name, settings);
  // Fills the queue's cache: a look-up inside a transaction would need a second connection.
  await boss.findJobs(job.name, { id: randomUUID() });
}

/** Starts the workers of a queue. They fetch without a pause while batches are full. */
async function startWorkers<C extends Ctx>(boss: PgBoss, job: JobDefinition<C>, ctx: C): Promise<void> {
  for (const workers of job.workers ?? [{ batchSize: 5 }]) {
    const options = {
      pollingIntervalSeconds: job.pollingIntervalSeconds ?? 15,
      burstWhenBatchFull: true,
      perJobResults: true as const,
      ...(job.onePerGroup === true ? { groupConcurrency: 1 } : {}),
      ...workers,
    };
    await boss.work(job.name, options, (batch) =>
      Promise.all(batch.map(({ id, data }) => resultOf(id, () => job.work(ctx, data)))),
    );
  }
}

async function resultOf(id: string, work: () => Promise<void>): Promise<JobResult> {
  try {
    await work();
    return { id, status: 'completed' };
  } catch (error) {
    return { id, status: 'failed', output: { message: error instanceof Error ? error.message : 'unknown' } };
  }
}

type Clock = { name: string; everySeconds: number };

/** Runs `work` and records its outcome for all processes. Rethrows its error. */
async function recordRun(runs: RunLog, clock: Clock, work: () => Promise<void>): Promise<void> {
  try {
    await work();
    await runs.record({ ...clock, error: null });
  } catch (error) {
    await runs.record({ ...clock, error: error ?? new Error('unknown') });
    throw error;
  }
}

/**
 * Runs `work` now, and again `everySeconds` after each run ended. Errors are logged and do not stop
 * it. Returns a function that stops it and waits for the present run.
 */
function repeat(log: Logger, { name, everySeconds }: Clock, work: () => Promise<void>): () => Promise<void> {
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  const run = () => {
    running = work()
      .catch((error: unknown) => log.error({ err: error, job: name }, 'job failed'))
      .finally(() => {
        if (!isStopped) timer = setTimeout(run, everySeconds * 1000);
      });
  };
  run();
  return async () => {
    isStopped = true;
    clearTimeout(timer);
    await running;
  };
}
