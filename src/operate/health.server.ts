import { clockWarning } from '#platform/db/database-clock.server.ts';
import { readDatabaseVersion, versionProblem } from '#platform/db/database-version.server.ts';
import { isMigrated } from '#platform/db/migrate.server.ts';
import type { Database } from '#platform/db/database.server.ts';
import { createWriteProbe, isDiskFullError, type WriteProbe } from '#platform/db/write-probe.server.ts';
import { newRoutes } from '#platform/http/routes.server.ts';
import type { ShopRoutes } from '#platform/http/visitor.server.ts';
import { jobProblems, jobSentence } from '#platform/jobs/job-runs.server.ts';

/** State of the process. `stopping` begins when the process is asked to end. */
type ProcessState = {
  phase: 'starting' | 'running' | 'stopping';
  /** State of background work. `elsewhere`: another process runs it, by setting. */
  jobs: 'running' | 'elsewhere' | 'stopped';
  /** Milliseconds by which this process's clock is ahead of the database's. Unset until known. */
  clockAheadMs?: () => number;
};

export function newProcessState(): ProcessState {
  return { phase: 'starting', jobs: 'stopped' };
}

const noAnswer = 'The database isn’t responding.';
const diskIsFull = 'The database’s disk is full.';
const probeProblems = {
  'takes writes': null,
  'takes no writes': 'The database is read-only.',
  'disk full': diskIsFull,
  'no answer': noAnswer,
};

type Readiness = { database: Database; probe: WriteProbe };

async function databaseProblem({ database, probe }: Readiness): Promise<string | null> {
  try {
    return (await isMigrated(database))
      ? probeProblems[await probe()]
      : 'The database needs this version’s migrations.';
  } catch (error) {
    return isDiskFullError(error) ? diskIsFull : noAnswer;
  }
}

/** Returns why this process should get no requests. Null if it is ready. */
async function readinessProblem(looked: Readiness, state: ProcessState): Promise<string | null> {
  if (state.phase === 'stopping') return 'The shop is stopping.';
  if (state.phase === 'starting') return 'The shop is starting.';
  if (state.jobs === 'stopped') return 'Background jobs aren’t running.';
  return databaseProblem(looked);
}

const warnedEveryMs = 5_000;

/**
 * Creates warnings about the shop as a whole. They do not make a process unready: otherwise a job
 * that fails everywhere would take every process out of the load balancer at once.
 */
function createWarnings({ db, pool }: Database): () => Promise<string[]> {
  let read = { at: -Infinity, found: Promise.resolve<string[]>([]) };
  const now = async () => {
    try {
      const newer = versionProblem(await readDatabaseVersion(pool));
      return [...(newer === null ? [] : [newer]), ...(await jobProblems(db)).map(jobSentence)];
    } catch {
      return [];
    }
  };
  return () => {
    if (performance.now() - read.at >= warnedEveryMs) read = { at: performance.now(), found: now() };
    return read.found;
  };
}

/**
 * Routes of the health checks. `/healthz`: the process responds. `/readyz`: it can serve, else 503
 * with the reason. A clock that differs from the database's is only a warning, because the shop
 * uses the database's clock. If that clock is wrong, it must not take every process out. Neither
 * route counts against a visitor's limit.
 */
export function healthRoutes(database: Database, state: ProcessState): ShopRoutes {
  const routes = newRoutes();
  const looked = { database, probe: createWriteProbe(database) };
  const warnings = createWarnings(database);
  const fresh = { 'Cache-Control': 'no-store' };
  routes.get('/healthz', (c) => c.json({ status: 'alive' }, 200, fresh));
  routes.get('/readyz', async (c) => {
    const reason = await readinessProblem(looked, state);
    if (reason !== null) return c.json({ status: 'not_ready', reason }, 503, fresh);
    const clock = clockWarning(state.clockAheadMs?.() ?? 0);
    const found = [...(clock === null ? [] : [clock]), ...(await warnings())];
    return c.json({ status: 'ready', ...(found.length === 0 ? {} : { warnings: found }) }, 200, fresh);
  });
  return routes;
}
