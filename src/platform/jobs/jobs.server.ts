import { randomUUID } from 'node:crypto';

import { sql, type SQL } from 'drizzle-orm';
import { PgBoss, fromDrizzle } from 'pg-boss';
import type { Logger } from 'pino';

import type { Ctx } from '../ctx.server.ts';
import { connectionOf } from '../db/connection.server.ts';
import type { Database, Db } from '../db/database.server.ts';
import { defer } from '../db/transaction.server.ts';
import type { Jobs, NewJob } from './job-queue.ts';
import { existsAbandoned, freeAbandoned, freeAll } from './abandoned-jobs.server.ts';
import { pollConditions, type ConditionalJob } from './condition-poller.server.ts';
import { beforeDeadline } from './job-deadline.ts';
import { createRunLog, type RunLog } from './job-runs.server.ts';
import { executeForQueue } from './queue-statements.server.ts';
import { createQueue, QueueWorkers, signSeconds, type QueuedJob } from './queue-workers.server.ts';
import { repeatJob } from './repeat-job.server.ts';

/**
 * A background job. It runs for each enqueued job, every `everySeconds`, or while the condition
 * `isDue` holds.
 * Must be safe to run twice.
 */
export type JobDefinition<C extends Ctx = Ctx> = QueuedJob<C> & {
  /** Such a job has no queue. Its deadline is 5 minutes if unset. */
  everySeconds?: number;
  /** Such a job has no queue. Its deadline is 5 minutes if unset. */
  isDue?(ctx: C): SQL;
};

/** Deadline of a run by the clock or by a condition without one of its own, in seconds. */
const runSeconds = 300;

/** Interval of pg-boss's work for dependent jobs, in seconds. No job depends on another. */
const flowSeconds = 3_600;

/** Time for which pg-boss's own work may hold up the stop, in ms. */
const bossStopsWithinMs = 5_000;

const freeingJob = 'free-abandoned-jobs';
/**
 * Time for which a process polls before it frees jobs of others. After an outage of the database,
 * those that live give a sign meanwhile.
 */
const steadyForMs = 2 * signSeconds * 1_000;

/** Name under which failures to poll the conditions of jobs are recorded. */
const pollingJob = 'look-for-work';

/** Enqueues jobs and, in a process that works, runs them. */
export class JobRunner<C extends Ctx> implements Jobs {
  readonly #database: Database;
  readonly #log: Logger;
  readonly #boss: PgBoss;
  readonly #runs: RunLog;
  /** Ids of the jobs that this process works on. */
  readonly #held = new Set<string>();
  readonly #stops: (() => Promise<void>)[] = [];
  #stir: () => void = () => undefined;

  constructor(database: Database, log: Logger) {
    this.#database = database;
    this.#log = log;
    this.#runs = createRunLog(database, log);
    this.#boss = new PgBoss({
      db: { executeSql: (text, values) => executeForQueue(database.pool, text, values) },
      schedule: false,
      flowIntervalSeconds: flowSeconds,
    });
    this.#boss.on('error', (error) => log.error({ err: 'original' in error ? error.original : error }, 'job queue'));
  }

  async enqueue(tx: Db, { name, data, startAfterSeconds, singletonKey, priority, group }: NewJob): Promise<void> {
    const connection = connectionOf(tx);
    const options = {
      db:
        connection === undefined
          ? fromDrizzle(tx, sql)
          : { executeSql: (text: string, values?: unknown[]) => executeForQueue(connection, text, values) },
      ...(startAfterSeconds === undefined ? {} : { startAfter: startAfterSeconds }),
      ...(singletonKey === undefined ? {} : { singletonKey }),
      ...(priority === undefined ? {} : { priority }),
      // The index of active jobs has those with a group only.
      group: { id: group ?? randomUUID() },
    };
    await defer(tx, this.#boss.send(name, data, options));
    this.#stir();
  }

  /** Creates the queues, so that jobs can be enqueued. With `worker`, also runs the jobs. */
  async start(definitions: readonly JobDefinition<C>[], ctx: C, worker: boolean): Promise<void> {
    await this.#boss.start();
    if (worker) await this.#forgetFormerRuns(definitions);
    const looked: ConditionalJob[] = [];
    for (const job of definitions) {
      if (job.everySeconds !== undefined) continue;
      if (job.isDue === undefined) await createQueue(this.#boss, job);
      if (worker) looked.push(await this.#startWhenDue(job, ctx));
    }
    if (!worker) return;
    // After the queues: on a big database they hold every connection for longer than the start
    // waits for one.
    for (const job of definitions) if (job.everySeconds !== undefined) this.#startByClock(job, job.everySeconds, ctx);
    if (looked.length > 0) this.#poll(looked);
  }

  async stop(): Promise<void> {
    await Promise.all(this.#stops.map((stop) => stop()));
    await this.#boss.stop({ graceful: true, timeout: bossStopsWithinMs });
  }

  /** Prepares the log of runs for these jobs, and frees jobs whose process has surely ended. */
  async #forgetFormerRuns(definitions: readonly JobDefinition<C>[]): Promise<void> {
    const withoutQueue = definitions.filter((job) => job.everySeconds !== undefined || job.isDue !== undefined);
    const known = withoutQueue.map(({ name, everySeconds = null }) => ({ name, everySeconds }));
    await this.#runs.begin([...known, { name: pollingJob, everySeconds: null }]);
    // Nobody else opens the embedded database, so the processes of these jobs have ended.
    if (this.#database.kind === 'embedded') await freeAll(this.#database.db);
  }

  /** Starts the workers of a queue. A job with a condition of its own has none. */
  async #startWhenDue(job: JobDefinition<C>, ctx: C): Promise<ConditionalJob> {
    if (job.isDue === undefined) return new QueueWorkers(this.#boss, { ctx, job, held: this.#held }).start();
    return { name: job.name, isDue: job.isDue(ctx), begin: () => this.#run(job, ctx) };
  }

  #startByClock(job: JobDefinition<C>, everySeconds: number, ctx: C): void {
    this.#stops.push(repeatJob(this.#log, { name: job.name, everySeconds, work: () => this.#run(job, ctx) }));
  }

  /** Runs a job without a queue and records its outcome for all processes. Rethrows its error. */
  async #run(job: JobDefinition<C>, ctx: C): Promise<void> {
    const { name, everySeconds = null, deadlineSeconds = runSeconds } = job;
    try {
      await beforeDeadline(deadlineSeconds, () => job.work(ctx, {}));
      await this.#runs.record({ name, everySeconds, error: null });
    } catch (error) {
      await this.#runs.record({ name, everySeconds, error: error ?? new Error('unknown') });
      throw error;
    }
  }

  /** Polls the conditions of jobs and queues, and frees jobs of processes that ended. */
  #poll(looked: readonly ConditionalJob[]): void {
    const { db } = this.#database;
    const freeing: ConditionalJob = {
      name: freeingJob,
      isDue: existsAbandoned,
      begin: (steadyMs) => (steadyMs < steadyForMs ? Promise.resolve() : freeAbandoned(db, [...this.#held])),
    };
    const onOutcome = (error: unknown) => this.#runs.record({ name: pollingJob, everySeconds: null, error });
    const { stir, stop } = pollConditions({ db, log: this.#log, looked: [...looked, freeing], onOutcome });
    this.#stir = stir;
    this.#stops.push(stop);
  }
}
