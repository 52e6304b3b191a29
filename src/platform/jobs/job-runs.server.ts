import { DrizzleQueryError, sql } from 'drizzle-orm';
import type { Logger } from 'pino';

import type { Database, Db } from '../db/database.server.ts';
import { beforeDeadline, StuckJob } from './job-deadline.ts';

/** Deadline of a statement that a lost connection never answers, in seconds. */
export const statementSeconds = 30;

/** A success is stored at most this often, unless the job failed before. */
const storedEveryMs = 60_000;

type Known = { name: string; everySeconds: number | null };

type Run = Known & { error: unknown };

/**
 * Returns the words of an error, and of the first one in a collection. Those of a failed statement
 * are the database's, because the others hold its values.
 */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  if (error instanceof DrizzleQueryError) return reasonOf(error.cause);
  const first: unknown = error instanceof AggregateError ? error.errors[0] : undefined;
  return first instanceof Error ? `${error.message}: ${reasonOf(first)}` : error.message;
}

/**
 * Records the outcome of jobs for all processes. If the database does not answer, it only logs a
 * warning.
 */
export function createRunLog({ db }: Pick<Database, 'db'>, log: Logger) {
  const succeeded = new Map<string, number>();

  async function store({ name, everySeconds, error }: Run): Promise<void> {
    const words = error === null ? null : reasonOf(error).slice(0, 300);
    const failed = words !== null;
    const isStuck = error instanceof StuckJob;
    await db.execute(sql`
      insert into job_runs as runs (job, every_seconds, failures, failing_since, stuck_since, last_error)
      values (${name}, ${everySeconds}::int, ${failed ? 1 : 0}::int, ${failed ? sql`now()` : sql`null`},
        ${isStuck ? sql`now()` : sql`null`}, ${words}::text)
      on conflict (job) do update set every_seconds = excluded.every_seconds, last_error = excluded.last_error,
        succeeded_at = case when excluded.failures = 0 then now() else runs.succeeded_at end,
        failures = case when excluded.failures = 0 then 0 else runs.failures + 1 end,
        failing_since = case when excluded.failures = 0 then null else coalesce(runs.failing_since, now()) end,
        stuck_since = case when excluded.failures = 0 then null else coalesce(runs.stuck_since, excluded.stuck_since) end`);
  }

  return {
    /**
     * Adds jobs that have never run, so that one that never starts counts as late. Deletes jobs
     * that no longer exist.
     */
    async begin(jobs: readonly Known[]): Promise<void> {
      for (const { name, everySeconds } of jobs)
        await db.execute(sql`
          insert into job_runs (job, every_seconds) values (${name}, ${everySeconds}::int) on conflict do nothing`);
      const names = sql.join(
        jobs.map(({ name }) => sql`${name}`),
        sql`, `,
      );
      if (jobs.length > 0) await db.execute(sql`delete from job_runs where job not in (${names})`);
    },
    async record(run: Run): Promise<void> {
      const isFresh = performance.now() - (succeeded.get(run.name) ?? -Infinity) < storedEveryMs;
      if (run.error === null && isFresh) return;
      if (run.error === null) succeeded.set(run.name, performance.now());
      else succeeded.delete(run.name);
      await beforeDeadline(statementSeconds, () => store(run)).catch((error: unknown) =>
        log.warn({ err: error, job: run.name }, 'a run could not be recorded'),
      );
    },
  };
}

export type RunLog = ReturnType<typeof createRunLog>;

/**
 * A background job that keeps failing, is late, or did not end in time. `reason` is its last error,
 * if there is one.
 */
export type JobProblem = { job: string; problem: 'failing' | 'late' | 'stuck'; since: Date; reason: string | null };

/** Failures in a row, or attempts of a queued job, after which a job counts as failing. */
const failuresUntilFailing = 2;
const lateMinutes = 5;

/** Words of the error of an enqueued job: the database's for a failed statement, as above. */
const queuedReason = sql`case when output ? 'query' then output #>> '{cause,message}' else output ->> 'message' end`;

/** True for an enqueued job whose last run did not end in time. */
const isStuck = sql`coalesce(output ->> 'name', '') = 'StuckJob'`;

/**
 * Jobs by the clock are late after three of their intervals and two minutes; queued ones when they
 * wait for 5 minutes.
 * Queued jobs count as failing while they are retried and for a day after their last attempt.
 */
const problems = sql`
  select job, 'stuck' as problem, stuck_since as since, last_error as reason from job_runs where stuck_since is not null
  union all
  select job, 'failing', failing_since, last_error from job_runs
  where failures >= ${failuresUntilFailing}::int and stuck_since is null
  union all
  select job, 'late', succeeded_at, last_error from job_runs
  where failures < ${failuresUntilFailing}::int and stuck_since is null and every_seconds is not null
    and succeeded_at < now() - make_interval(secs => 3 * every_seconds + 120)
  union all
  select name, case when bool_or(${isStuck}) then 'stuck' else 'failing' end,
    min(coalesce(completed_on, started_on)), left(max(${queuedReason}), 300) from pgboss.job
  where (state = 'retry' and (retry_count > ${failuresUntilFailing}::int or ${isStuck}))
    or (state = 'failed' and completed_on > now() - interval '1 day')
  group by name
  union all
  select name, 'late', min(start_after), null from pgboss.job
  where state < 'active' and start_after < now() - make_interval(mins => ${lateMinutes}::int) group by name`;

/** Returns the background jobs that fail or are late, of all processes. */
export async function jobProblems(db: Db): Promise<JobProblem[]> {
  const { rows } = await db.execute<Omit<JobProblem, 'since'> & { since: string | Date }>(
    sql`select * from (${problems}) found order by since`,
  );
  return rows.map(({ since, ...row }) => ({ ...row, since: new Date(since) }));
}

/** SQL rows of jobs that fail or are late, as `job`, `problem` and `since`. */
export const jobProblemRows = sql`from (${problems}) found`;

/** Counts of problems by job, for `/metrics`. */
export const jobProblemCounts = sql`select job, problem as state, count(*)::int from (${problems}) found group by 1, 2`;

const states = { failing: 'has been failing', late: 'has been overdue', stuck: 'has been stuck' };

/** Returns one sentence for an operator. */
export const jobSentence = ({ job, problem, since }: JobProblem): string =>
  `The background job “${job}” ${states[problem]} since ${since.toISOString().slice(0, 16)}Z.`;
