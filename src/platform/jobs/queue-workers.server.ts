import { randomUUID } from 'node:crypto';

import { sql } from 'drizzle-orm';
import type { PgBoss } from 'pg-boss';

import type { Ctx } from '../ctx.server.ts';
import type { ConditionalJob } from './condition-poller.server.ts';
import { beforeDeadline } from './job-deadline.ts';

/** A worker of one process: takes one job at a time, and only those of at least `minPriority`. */
type WorkerOptions = { minPriority?: number };

/** A job with a queue. */
export type QueuedJob<C extends Ctx> = {
  name: string;
  /** Time after which the run counts as stuck, in seconds. Unset: 80 seconds. */
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

/** Deadline of a run without one of its own, in seconds. */
const runSeconds = 80;
/** Time after which pg-boss gives an enqueued job to another worker, in seconds. */
const expireSeconds = 90;
/**
 * Pause between two signs of life of a worker, in seconds, and the silence after which pg-boss
 * fails its job. `freeAbandoned` comes first.
 */
export const signSeconds = 3;
const silenceSeconds = 60;

/**
 * Poll interval of a queue, in seconds. It is also fetched from when `pollConditions` finds
 * something in it.
 */
const fetchSeconds = 60;

/** Creates the queue of a job, or gives it today's settings. */
export async function createQueue<C extends Ctx>(boss: PgBoss, job: QueuedJob<C>): Promise<void> {
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
}

type WorkersOf<C extends Ctx> = {
  ctx: C;
  job: QueuedJob<C>;
  /** Ids of the jobs that this process works on. */
  held: Set<string>;
};

/** Workers of one queue in this process. They rest until the poller wakes them. */
export class QueueWorkers<C extends Ctx> {
  readonly #boss: PgBoss;
  readonly #of: WorkersOf<C>;
  readonly #ids: string[] = [];

  constructor(boss: PgBoss, of: WorkersOf<C>) {
    this.#boss = boss;
    this.#of = of;
  }

  /** Starts the workers. Returns when to wake them. */
  async start(): Promise<ConditionalJob> {
    const { name, workers = [{}] } = this.#of.job;
    // One call per worker: `localConcurrency` returns the id of its first worker only, and only an
    // id can be woken.
    for (const [index, options] of workers.entries()) await this.#startWorker(index, options);
    const isDue = sql`exists (select from pgboss.job j where j.name = ${name}::text and j.state < 'active' and j.start_after <= now())`;
    return { name, isDue, begin: async () => this.#wake(this.#ids) };
  }

  async #startWorker(index: number, { minPriority }: WorkerOptions): Promise<void> {
    const { name, onePerGroup = false } = this.#of.job;
    const options = {
      batchSize: 1,
      pollingIntervalSeconds: fetchSeconds,
      heartbeatRefreshSeconds: signSeconds,
      ...(minPriority === undefined ? {} : { minPriority }),
      ...(onePerGroup ? { groupConcurrency: 1 } : {}),
    };
    this.#ids[index] = await this.#boss.work(name, options, async ([entry]) => {
      if (entry === undefined) return;
      try {
        await this.#run(entry);
      } finally {
        // If one job waited, others may: the worker rests only after a fetch that finds none.
        this.#wake([this.#ids[index]]);
      }
    });
  }

  async #run({ id, data }: { id: string; data: unknown }): Promise<void> {
    const { ctx, job, held } = this.#of;
    held.add(id);
    try {
      await beforeDeadline(job.deadlineSeconds ?? runSeconds, () => job.work(ctx, data));
    } finally {
      held.delete(id);
    }
  }

  #wake(ids: readonly (string | undefined)[]): void {
    const { ctx, job } = this.#of;
    if (job.mayFetch?.(ctx) === false) return;
    for (const id of ids) if (id !== undefined) this.#boss.notifyWorker(id);
  }
}
