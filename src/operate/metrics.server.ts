import { timingSafeEqual } from 'node:crypto';

import { sql } from 'drizzle-orm';
import { createMiddleware } from 'hono/factory';
import { matchedRoutes } from 'hono/route';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

import type { Database } from '#platform/db/database.server.ts';
import type { Settings } from '#platform/env/settings.server.ts';
import { notFound } from '#platform/http/errors.server.ts';
import { newRoutes } from '#platform/http/routes.server.ts';
import type { ShopEnv, ShopRoutes } from '#platform/http/visitor.server.ts';

import { isFromThisMachine } from './this-machine.server.ts';

export type Request = { method: string; route: string; status: number; seconds: number };

export type Metrics = {
  registry: Registry;
  /** Counts an answered request; `route` is one of few names, never an address that a visitor chose. */
  count(request: Request): void;
};

/** What the database knows, read when somebody asks and at most once in 10 s. */
const counted = sql`
  select 'mails' as what, state::text as label, count(*)::int as count from mails group by state
  union all select 'jobs', name || ' ' || state, count(*)::int from pgboss.job
    where state in ('created', 'retry', 'active', 'failed') group by name, state
  union all select 'held', '', count(*)::int from orders where hold_reason is not null
  union all select 'settled', payment_status::text, count(*)::int from orders
    where placed_at > now() - interval '1 day' group by payment_status
  union all select 'webhooks', state::text, count(*)::int from webhook_deliveries group by state`;

type Counted = { what: 'mails' | 'jobs' | 'held' | 'settled' | 'webhooks'; label: string; count: number };

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

function databaseGauges({ db, pool }: Database, registry: Registry): void {
  const registers = [registry];
  const gauge = (name: string, help: string, labelNames: string[] = []) =>
    new Gauge({ name, help, labelNames, registers });
  const mails = gauge('shop_mails', 'Mails by state', ['state']);
  const jobs = gauge('shop_jobs', 'Background jobs that wait, run or have failed', ['job', 'state']);
  const held = gauge('shop_orders_held', 'Paid orders that wait for a person');
  const settled = gauge('shop_orders_last_day', 'Orders placed in the last 24 hours', ['payment_status']);
  const webhooks = gauge('shop_webhook_deliveries', 'Outgoing webhooks by state', ['state']);
  let read = { at: 0, rows: [] as Counted[] };
  const put: Record<Counted['what'], (row: Counted) => void> = {
    mails: ({ label, count }) => mails.set({ state: label }, count),
    jobs: ({ label, count }) => {
      const [job = '', state = ''] = label.split(' ');
      jobs.set({ job, state }, count);
    },
    held: ({ count }) => held.set(count),
    settled: ({ label, count }) => settled.set({ payment_status: label }, count),
    webhooks: ({ label, count }) => webhooks.set({ state: label }, count),
  };
  const up: Gauge = new Gauge({
    name: 'shop_database_up',
    help: 'Whether the database answered just now',
    registers,
    async collect() {
      if (Date.now() - read.at < freshMs) return;
      for (const one of [mails, jobs, held, settled, webhooks]) one.reset();
      try {
        read = { at: Date.now(), rows: (await db.execute<Counted>(counted)).rows };
        for (const row of read.rows) put[row.what](row);
        up.set(1);
      } catch {
        up.set(0);
      }
    },
  });
  poolGauge(pool, registry);
}

/** What Prometheus reads of this process and of the shop. It holds counts and durations, nothing of a person. */
export function createMetrics(database: Database): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const requests = new Counter({
    name: 'shop_requests_total',
    help: 'Answered requests',
    labelNames: ['method', 'route', 'status'],
    registers,
  });
  const durations = new Histogram({
    name: 'shop_request_duration_seconds',
    help: 'Time from a request to its answer',
    labelNames: ['route'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  });
  databaseGauges(database, registry);
  return {
    registry,
    count({ method, route, status, seconds }) {
      requests.inc({ method, route, status: `${Math.floor(status / 100)}xx` });
      durations.observe({ route }, seconds);
    },
  };
}

/** Counts every request that comes by; `pageName` names the page table's entry for an address. */
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
  const [given, expected] = [Buffer.from(header ?? ''), Buffer.from(`Bearer ${token}`)];
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/** `/metrics`, with METRICS_TOKEN as bearer token where one is set, else only for callers on this machine. */
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
