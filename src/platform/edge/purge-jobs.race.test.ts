import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { openTestDatabase } from '../../../tests/support/database.ts';
import type { Ctx } from '../ctx.server.ts';
import type { Database } from '../db/database.server.ts';
import { readSettings } from '../env/settings.server.ts';
import { JobRunner } from '../jobs/jobs.server.ts';
import { createLog } from '../log/log.server.ts';
import { edgeChanges, edgeJobs } from './purge-jobs.server.ts';

/**
 * Timeout for the two purges of one change, the second of them after 5 s, and for the queue's poll
 * intervals.
 */
const within = { timeout: 20_000, interval: 50 };

let database: Database;
let begun: number;
let answer: (response: ServerResponse) => void;
const stops: (() => Promise<void>)[] = [];
const edge = createServer((_request, response) => {
  begun += 1;
  answer(response);
});
beforeEach(async () => {
  database = await openTestDatabase();
  begun = 0;
  answer = (response) => void response.writeHead(200).end();
  await new Promise<void>((done) => {
    edge.listen(0, '127.0.0.1', done);
  });
});
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
  edge.closeAllConnections();
  await new Promise((done) => edge.close(done));
  await database.close();
});

/**
 * Starts a process of the shop behind a Varnish. A process without background work reports changes
 * as well.
 */
async function startProcess({ worker }: { worker: boolean }) {
  const settings = readSettings({
    SESSION_SECRET: 'a secret for tests that is long enough to sign with',
    EDGE: 'varnish',
    EDGE_PURGE_URL: `http://127.0.0.1:${(edge.address() as AddressInfo).port}`,
    EDGE_PURGE_TOKEN: 'a token of sixteen letters',
  });
  const log = createLog('silent');
  const jobs = new JobRunner<Ctx>(database, log);
  const ctx: Ctx = { db: database.db, settings, log, jobs, now: () => new Date(), catalogFacts: async () => ({}) };
  await jobs.start(
    edgeJobs(ctx, () => Promise.resolve(['/'])),
    ctx,
    worker,
  );
  stops.push(() => jobs.stop());
  return edgeChanges(ctx);
}

async function countPending(): Promise<number> {
  const { rows } = await database.pool.query<{ count: number }>(
    `select count(*)::int as count from pgboss.job where name = 'purge-edge' and state < 'completed'`,
  );
  return rows[0]?.count ?? 0;
}

const untilDone = () => vi.waitFor(async () => expect([begun > 0, await countPending()]).toEqual([true, 0]), within);

test('a change seen by three processes causes one purge, and a second one for responses on their way', async () => {
  const idle = await Promise.all([1, 2, 3].map(() => startProcess({ worker: false })));
  for (const notifyEdge of idle) for (let times = 0; times < 3; times += 1) notifyEdge();
  await vi.waitFor(async () => expect(await countPending()).toBe(1), within);
  await startProcess({ worker: true });
  await untilDone();
  expect(begun).toBe(2);
});

test('a process that drops its pages during a purge causes another purge', async () => {
  const held = Promise.withResolvers<void>();
  answer = (response) => void held.promise.then(() => response.writeHead(200).end());
  const notifyEdge = await startProcess({ worker: true });
  const late = await startProcess({ worker: false });
  notifyEdge();
  await vi.waitFor(() => expect(begun).toBe(1), within);
  late();
  await vi.waitFor(async () => expect(await countPending()).toBe(2), within);
  held.resolve();
  await untilDone();
  expect(begun).toBe(3);
});

test('a failed purge is retried, also by another process than the one that saw the change', async () => {
  let refusals = 2;
  answer = (response) => {
    refusals -= 1;
    response.writeHead(refusals >= 0 ? 503 : 200).end();
  };
  const notifyEdge = await startProcess({ worker: false });
  notifyEdge();
  await vi.waitFor(async () => expect(await countPending()).toBe(1), within);
  await stops.pop()?.();
  await startProcess({ worker: true });
  await untilDone();
  expect(begun).toBe(4);
});
