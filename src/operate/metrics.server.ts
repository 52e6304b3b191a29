import { timingSafeEqual } from 'node:crypto';

import { sql } from 'drizzle-orm';
import { createMiddleware } from 'hono/factory';
import { matchedRoutes } from 'hono/route';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { getConnInfo } from '@hono/node-server/conninfo';
import type { Context } from 'hono';
import type { Database } from '#platform/db/database.server.ts';
import type { Settings } from '#platform/env/settings.server.ts';
import { notFound } from '#platform/http/http-error.server.ts';
import { newRoutes } from '#platform/http/routes.server.ts';
import type { ShopEnv, ShopRoutes } from '#platform/http/visitor.server.ts';
import { jobProblemCounts } from '#platform/jobs/job-runs.server.ts';
import type { CountGauge } from '#platform/monitoring-types.server.ts';

import { shopGauges } from '../app/monitoring-registry.server.ts';

type Request = { method: string; route: string; status: number; seconds: number };

export type Metrics = ReturnType<typeof createMetrics>;

const jobGauge: CountGauge = {
  name: 'shop_jobs',
  help: 'Background jobs by state',
  labels: ['job', 'state'],
  counts: sql`
    select name as job, state, count(*)::int from pgboss.job
    where state in ('created', 'retry', 'active', 'failed') group by name, state`,
};

const jobProblemGauge: CountGauge = {
  name: 'shop_job_problems',
  help: 'Failing or overdue background jobs, all processes',
  labels: ['job', 'state'],
  counts: jobProblemCounts,
};

const gauges = [...shopGauges, jobGauge, jobProblemGauge];

type Counted = { name: string; row: Record<string, string> & { count: number } };

const freshMs = 10_000;

function poolGauge(pool: Database['pool'], registry: Registry): Gauge {
  return new Gauge({
    name: 'shop_pool_connections',
    help: 'Connections of this process to the database, and requests that wait for one',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      this.set({ state: 'idle' }, pool.idleCount);
      this.set({ state: 'busy' }, pool.totalCount - pool.idleCount);
      this.set({ state: 'waiting' }, pool.waitingCount);
    },
  });
}

/**
 * Reads the counts of all gauges in one query, cached for 10 s. Null if the database does not
 * respond.
 */
function countsOf({ db }: Database): () => Promise<Counted[] | null> {
  const selects = gauges.map(({ name, counts }) => sql`select ${name} as name, to_jsonb(q) as row from (${counts}) q`);
  const counted = sql.join(selects, sql` union all `);
  let read = { at: 0, rows: Promise.resolve<Counted[] | null>(null) };
  const now = async () => {
    try {
      return (await db.execute<Counted>(counted)).rows;
    } catch {
      return null;
    }
  };
  return () => {
    if (Date.now() - read.at >= freshMs) {
      const pendingRead = { at: Date.now(), rows: now() };
      read = pendingRead;
      // Failures are not cached, so the next scrape sees the recovery.
      void pendingRead.rows.then((rows) => rows ?? Object.assign(pendingRead, { at: 0 }));
    }
    return read.rows;
  };
}

function databaseGauges(database: Database, registry: Registry): Gauge[] {
  const counts = countsOf(database);
  const registers = [registry];
  const ofRows = gauges.map(
    ({ name, help, labels }) =>
      new Gauge({
        name,
        help,
        labelNames: labels,
        registers,
        async collect() {
          const rows = await counts();
          this.reset();
          for (const { name: of, row } of rows ?? []) {
            const { count, ...values } = row;
            if (of === name) this.set(values, count);
          }
        },
      }),
  );
  const up = new Gauge({
    name: 'shop_database_up',
    help: '1 if the database responded within the last 10 s',
    registers,
    async collect() {
      this.set((await counts()) === null ? 0 : 1);
    },
  });
  return [...ofRows, up, poolGauge(database.pool, registry)];
}

/**
 * Creates the metrics of this process and of the shop. They hold counts and durations, no personal
 * data.
 */
export function createMetrics(database: Database) {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const requests = new Counter({
    name: 'shop_requests_total',
    help: 'Requests served',
    labelNames: ['method', 'route', 'status'],
    registers,
  });
  const durations = new Histogram({
    name: 'shop_request_duration_seconds',
    help: 'Request duration',
    labelNames: ['route'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  });
  databaseGauges(database, registry);
  return {
    registry,
    /** Records a response. `route` is one of a few names, never a URL chosen by a visitor. */
    count({ method, route, status, seconds }: Request) {
      requests.inc({ method, route, status: `${Math.floor(status / 100)}xx` });
      durations.observe({ route }, seconds);
    },
  };
}

/** Counts every request. `pageName` returns the page table's name for a path. */
export function countRequests(metrics: Metrics, pageName: (path: string) => string) {
  const methods = new Set(['GET', 'HEAD', 'POST', 'PATCH', 'PUT', 'DELETE', 'OPTIONS']);
  return createMiddleware<ShopEnv>(async (c, next) => {
    const begun = performance.now();
    await next();
    const matched = matchedRoutes(c).findLast((route) => route.method !== 'ALL');
    const method = methods.has(c.req.method) ? c.req.method : 'other';
    const seconds = (performance.now() - begun) / 1000;
    metrics.count({ method, route: matched?.path ?? pageName(c.req.path), status: c.res.status, seconds });
  });
}

function isToken(header: string | undefined, token: string): boolean {
  const [actual, expected] = [Buffer.from(header ?? ''), Buffer.from(`Bearer ${token}`)];
  return actual.length === expected.length && timingSafeEqual(actual, expected);
}

const loopback = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1']);
const loopbackHost = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/;
const proxyHeaders = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via'];

/**
 * True for a direct request of a process on this machine. A proxy on it also connects from
 * loopback, but for somebody else.
 */
function isFromThisMachine(c: Context): boolean {
  if (proxyHeaders.some((name) => c.req.header(name) !== undefined)) return false;
  if (!loopbackHost.test(c.req.header('host') ?? '')) return false;
  return 'incoming' in (c.env ?? {}) && loopback.has(getConnInfo(c).remote.address ?? '');
}

/**
 * Route `/metrics`. Requires METRICS_TOKEN as bearer token if it is set, else a caller on this
 * machine.
 */
export function metricsRoutes({ registry }: Metrics, { metricsToken }: Pick<Settings, 'metricsToken'>): ShopRoutes {
  const routes = newRoutes();
  routes.get('/metrics', async (c) => {
    const isAllowed =
      metricsToken === undefined ? isFromThisMachine(c) : isToken(c.req.header('authorization'), metricsToken);
    if (!isAllowed) throw notFound();
    return c.body(await registry.metrics(), 200, {
      'Content-Type': registry.contentType,
      'Cache-Control': 'no-store',
    });
  });
  return routes;
}
