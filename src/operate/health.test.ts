import { sql } from 'drizzle-orm';
import { expect } from 'vitest';

import { writeProbes } from '#platform/db/tables.server.ts';

import { givenPaidOrder } from '../../tests/support/shop-visitor.ts';
import { testWithShop, type TestShop } from '../../tests/support/shop-test.ts';
import type { PaymentsCtx } from '#modules/payments/payments.server.ts';
import { backgroundTroubles } from '#modules/analytics/dashboard.server.ts';
import { JobRunner } from '#platform/jobs/jobs.server.ts';

import { healthRoutes } from './health.server.ts';
import { createMetrics } from './metrics.server.ts';

const token = 'a token of the monitoring';

const test = testWithShop({ settings: { METRICS_TOKEN: token } });

async function get(shop: TestShop, path: string, headers: Record<string, string> = {}) {
  const answer = await shop.app.request(path, { headers });
  return { status: answer.status, text: await answer.text(), headers: answer.headers };
}

test('/healthz and /readyz report a healthy process, uncached', async ({ shop }) => {
  expect(await get(shop, '/healthz')).toMatchObject({ status: 200, text: '{"status":"alive"}' });
  const ready = await get(shop, '/readyz');
  expect(ready).toMatchObject({ status: 200, text: '{"status":"ready"}' });
  expect(ready.headers.get('cache-control')).toBe('no-store');
  // Other responses keep their own cache headers.
  expect((await get(shop, '/robots.txt')).headers.get('cache-control')).toBe('public, max-age=3600');
});

test.for([
  [{ phase: 'stopping', jobs: 'running' }, 'The shop is stopping.'],
  [{ phase: 'starting', jobs: 'running' }, 'The shop is starting.'],
  [{ phase: 'running', jobs: 'stopped' }, 'Background jobs aren’t running.'],
  [{ phase: 'running', jobs: 'running' }, undefined],
  [{ phase: 'running', jobs: 'elsewhere' }, undefined],
] as const)('readiness of a process in state %j: %s', async ([state, reason], { shop }) => {
  const answer = await healthRoutes(shop.database, { ...state }).request('/readyz');
  expect(((await answer.json()) as { reason?: string }).reason).toBe(reason);
});

test('a stopping process is alive but not ready', async ({ shop }) => {
  shop.state.phase = 'stopping';
  expect((await get(shop, '/healthz')).status).toBe(200);
  const { status, text } = await get(shop, '/readyz');
  expect([status, JSON.parse(text)]).toEqual([503, { status: 'not_ready', reason: 'The shop is stopping.' }]);
  shop.state.phase = 'running';
});

test('a database without the newest migration, or unreachable, makes the process unready', async ({ shop }) => {
  const behind = { pool: { query: async () => ({ rows: [{ there: false }] }) } };
  const gone = { pool: { query: () => Promise.reject(new Error('gone')) } };
  const reasonOf = async (fake: object) => {
    const answer = await healthRoutes({ ...shop.database, ...fake }, shop.state).request('/readyz');
    return ((await answer.json()) as { reason?: string }).reason;
  };
  expect(await reasonOf(behind)).toBe('The database needs this version’s migrations.');
  expect(await reasonOf(gone)).toBe('The database isn’t responding.');
});

async function readiness(shop: TestShop) {
  const { status, text } = await get(shop, '/readyz');
  return [status, (JSON.parse(text) as { reason?: string }).reason];
}

test('/readyz says 503 and names the full disk until the database can write again', async ({ shop }) => {
  const { db } = shop.database;
  await db.execute(sql`
    create function refuse_row() returns trigger language plpgsql as $$ begin
      raise exception 'could not extend file: No space left on device' using errcode = '53100';
    end $$`);
  await db.execute(sql`
    create trigger full_disk before insert on write_probes for each row execute function refuse_row()`);
  await expect.poll(() => readiness(shop), { timeout: 10_000 }).toEqual([503, 'The database’s disk is full.']);
  await db.execute(sql`drop trigger full_disk on write_probes`);
  await expect.poll(() => readiness(shop), { timeout: 10_000 }).toEqual([200, undefined]);
  expect(await db.$count(writeProbes)).toBe(0);
});

test('a repeatedly failing job is reported by /readyz, /metrics and the dashboard of a process without jobs', async ({
  shop,
}) => {
  const { db } = shop.database;
  const runner = new JobRunner<PaymentsCtx>(shop.database, shop.ctx.log);
  const broken = 'broken-by-clock';
  const fails = () => Promise.reject(new Error('mia@example.com cannot be read'));
  const hung = Promise.withResolvers<void>();
  const jobs = [
    { name: broken, everySeconds: 1, work: fails },
    { name: 'never-done', everySeconds: 600, work: () => hung.promise },
  ];
  await runner.start(jobs, shop.ctx, true);
  await db.execute(sql`update job_runs set succeeded_at = now() - interval '2 days' where job = 'never-done'`);
  const warnings = async () =>
    (JSON.parse((await get(shop, '/readyz')).text) as { warnings?: string[] }).warnings ?? [];
  await expect.poll(async () => (await warnings()).length, { timeout: 25_000 }).toBe(2);
  const found = (await warnings()).join(' ');
  expect(found).toContain(`The background job “${broken}” has been failing since`);
  expect(found).toContain('The background job “never-done” has been overdue since');
  expect((await get(shop, '/readyz')).status).toBe(200);
  expect((await backgroundTroubles(db)).map(({ sentence }) => sentence)).toEqual([
    expect.stringContaining('“never-done” has been overdue since'),
    expect.stringMatching(/has been failing since .* The reason: mia@example\.com cannot be read$/),
  ]);
  const metrics = await createMetrics(shop.database).registry.metrics();
  expect(metrics).toContain(`shop_job_problems{job="${broken}",state="failing"} 1`);
  expect(metrics).toContain('shop_job_problems{job="never-done",state="late"} 1');
  expect(found + metrics).not.toContain('mia@example.com');
  hung.resolve();
  await runner.stop();
  await db.execute(sql`delete from job_runs`);
});

test("metrics with the token show the shop's activity and no personal data", async ({ shop }) => {
  await givenPaidOrder(shop);
  const { status, text } = await get(shop, '/metrics', { authorization: `Bearer ${token}` });
  expect(status).toBe(200);
  expect(text).toContain('shop_requests_total{method="POST",route="/api/create-order",status="2xx"} 1');
  expect(text).toContain('shop_orders_last_day{payment_status="paid"} 1');
  expect(text).toContain('shop_orders_held 0');
  expect(text).toContain('shop_mails{state="queued"} 1');
  expect(text).toContain('shop_jobs{job="send-mail",state="created"} 1');
  expect(text).toContain('shop_database_up 1');
  expect(text).toContain('nodejs_eventloop_lag_seconds');
  expect(text).toMatch(/shop_pool_connections\{state="idle"\} \d/);
  expect(text).not.toMatch(/mia|market street|HR-/i);
});

test('the first scrape after an outage sees that the database is back', async ({ shop }) => {
  const { db } = shop.database;
  const { registry } = createMetrics(shop.database);
  await db.execute(sql`alter table mails rename to mails_elsewhere`);
  expect(await registry.metrics()).toContain('shop_database_up 0');
  await db.execute(sql`alter table mails_elsewhere rename to mails`);
  const text = await registry.metrics();
  expect(text).toContain('shop_database_up 1');
  expect(text).toContain('shop_orders_held 0');
});

test('unknown paths add no route labels', async ({ shop }) => {
  for (let n = 0; n < 5; n += 1) await get(shop, `/api/made-up-${n}`, { authorization: `Bearer ${token}` });
  const { text } = await get(shop, '/metrics', { authorization: `Bearer ${token}` });
  expect(text).not.toContain('made-up');
  expect(text).toContain('route="other",status="4xx"} 5');
});

test.for([
  ['x-nothing', ''],
  ['authorization', 'Bearer wrong'],
  ['authorization', token],
  ['host', 'localhost'],
] as const)('metrics without a valid token are not found: %s %j', async ([name, value], { shop }) => {
  expect((await get(shop, '/metrics', { [name]: value })).status).toBe(404);
});

test("a process whose clock differs from the database's stays ready and warns", async ({ shop }) => {
  shop.state.clockAheadMs = () => 45 * 86_400_000;
  const { status, text } = await get(shop, '/readyz');
  const warning = expect.stringContaining('45 days ahead of the clock of the database') as string;
  const ready = { status: 'ready', warnings: expect.arrayContaining([warning]) as string[] };
  expect([status, JSON.parse(text)]).toEqual([200, ready]);
  delete shop.state.clockAheadMs;
});
