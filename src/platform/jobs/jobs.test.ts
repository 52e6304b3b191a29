import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { openTestDatabase } from '../../../tests/support/database.ts';
import type { Ctx } from '../ctx.server.ts';
import { inTransaction } from '../db/transaction.server.ts';
import { createLog } from '../log/log.server.ts';
import { jobProblems } from './job-runs.server.ts';
import { JobRunner } from './jobs.server.ts';

const waiting = 30;
const restMs = 500;

let database: Awaited<ReturnType<typeof openTestDatabase>>;
let jobs: JobRunner<Ctx>;
beforeEach(async () => {
  database = await openTestDatabase();
  jobs = new JobRunner<Ctx>(database, createLog('silent'));
});
afterEach(async () => {
  await jobs.stop();
  await database.close();
});

test('a job by the clock starts after every queue exists, and has no queue itself', async () => {
  const queues: string[][] = [];
  const work = async () => {
    const { rows } = await database.pool.query<{ name: string }>('select name from pgboss.queue order by name');
    queues.push(rows.map(({ name }) => name));
  };
  const byClock = { name: 'by-the-clock', everySeconds: 3_600, work };
  await jobs.start([byClock, { name: 'asked-for', work: async () => undefined }], {} as Ctx, true);
  await vi.waitFor(() => expect(queues).toEqual([['asked-for']]));
});

test.each([
  ['works', async () => undefined],
  ['fails', () => Promise.reject(new Error('it never works'))],
])('waiting jobs run one after the other, without a pause after each that %s', async (_what, end) => {
  const begun: number[] = [];
  const work = () => {
    begun.push(performance.now());
    return end();
  };
  await jobs.start([{ name: 'test-job', retryDelaySeconds: 60, work }], {} as Ctx, true);
  await inTransaction(database.db, async (tx) => {
    for (let number = 0; number < waiting; number += 1) await jobs.enqueue(tx, { name: 'test-job', data: { number } });
  });
  await vi.waitFor(() => expect(begun).toHaveLength(waiting), { timeout: 25_000 });
  const rests = begun.filter((moment, at) => at > 0 && moment - (begun[at - 1] ?? 0) > restMs * 0.8);
  expect(rests.length).toBeLessThan(waiting / 3);
});

test('a job with a condition runs while it holds, one run at a time, and again when it holds again', async () => {
  const { db, pool } = database;
  await pool.query('create table due (number integer)');
  await pool.query('insert into due select generate_series(1, 3)');
  const [done, atOnce]: [number[], number[]] = [[], []];
  let running = 0;
  const work = async () => {
    atOnce.push((running += 1));
    const { rows } = await pool.query<{ number: number }>(
      'delete from due where number = (select min(number) from due) returning number',
    );
    done.push(...rows.map(({ number }) => number));
    running -= 1;
  };
  const isDue = () => sql`exists (select from due)`;
  await jobs.start([{ name: 'while-due', isDue, work }], { db } as Ctx, true);
  await vi.waitFor(() => expect(done).toEqual([1, 2, 3]), { timeout: 20_000 });
  await pool.query('insert into due values (4)');
  await vi.waitFor(() => expect(done).toEqual([1, 2, 3, 4]), { timeout: 20_000 });
  expect(Math.max(...atOnce)).toBe(1);
  expect(atOnce.length, 'nothing is begun that is not due').toBe(4);
});

test('a condition that cannot be read is a job problem of its own, until it can', async () => {
  const { db, pool } = database;
  const isDue = () => sql`exists (select from table_to_come)`;
  await jobs.start([{ name: 'while-due', isDue, work: async () => undefined }], { db } as Ctx, true);
  const failing = async () => (await jobProblems(db)).map(({ job, problem }) => [job, problem]);
  await vi.waitFor(async () => expect(await failing()).toEqual([['look-for-work', 'failing']]), { timeout: 20_000 });
  await pool.query('create table table_to_come ()');
  await vi.waitFor(async () => expect(await failing()).toEqual([]), { timeout: 20_000 });
});

const never = () => new Promise<void>(() => undefined);

test('a stuck job is a problem with its reason from its deadline on, and holds neither others nor the stop', async () => {
  const { db } = database;
  const done: string[] = [];
  const work = async () => void done.push('other');
  const stuck = { work: never, deadlineSeconds: 1 };
  await jobs.start(
    [
      { ...stuck, name: 'by-the-clock', everySeconds: 3_600 },
      { ...stuck, name: 'while-due', isDue: () => sql`true` },
      { ...stuck, name: 'asked-for', retryDelaySeconds: 60 },
      { name: 'other', isDue: () => sql`true`, work },
    ],
    { db } as Ctx,
    true,
  );
  await inTransaction(db, (tx) => jobs.enqueue(tx, { name: 'asked-for', data: {} }));
  const found = async () => (await jobProblems(db)).map(({ job, problem, reason }) => `${job} ${problem}: ${reason}`);
  const expected = ['asked-for', 'by-the-clock', 'while-due'].map((job) => `${job} stuck: it did not end within 1 s`);
  await vi.waitFor(async () => expect((await found()).toSorted()).toEqual(expected), { timeout: 20_000 });
  const before = done.length;
  await vi.waitFor(() => expect(done.length).toBeGreaterThan(before + 2), { timeout: 20_000 });
  const begun = performance.now();
  await jobs.stop();
  expect((performance.now() - begun) / 1_000).toBeLessThan(9);
}, 60_000);

/** Marks active jobs as those of a process that ended without a word. */
const silence = () =>
  database.pool.query(`update pgboss.job set heartbeat_on = now() - interval '11 seconds' where state = 'active'`);

test('a job of a process that ended runs again within 10 s of its last sign, without the pause after a failure', async () => {
  const { db, pool } = database;
  const begun: string[] = [];
  const other = new JobRunner<Ctx>(database, createLog('silent'));
  const job = { name: 'asked-for', retryDelaySeconds: 600, retryLimit: 3 };
  const working = async () => void begun.push('again');
  await other.start([{ ...job, work: async () => (begun.push('first'), never()) }], { db } as Ctx, true);
  await inTransaction(db, (tx) => other.enqueue(tx, { name: job.name, data: {} }));
  await vi.waitFor(() => expect(begun).toEqual(['first']), { timeout: 20_000 });
  await jobs.start([{ ...job, work: working }], { db } as Ctx, true);
  await silence();
  await vi.waitFor(() => expect(begun).toEqual(['first', 'again']), { timeout: 10_000 });
  const { rows } = await pool.query<{ state: string }>('select state from pgboss.job');
  await vi.waitFor(() => expect(rows.map(({ state }) => state)).not.toContain('retry'));
  await other.stop();
}, 60_000);

test('a process frees no job that it works on itself, however late its signs are', async () => {
  const { db } = database;
  let begun = 0;
  const { promise, resolve } = Promise.withResolvers<void>();
  const work = () => {
    begun += 1;
    return promise;
  };
  await jobs.start([{ name: 'asked-for', work }], { db } as Ctx, true);
  await inTransaction(db, (tx) => jobs.enqueue(tx, { name: 'asked-for', data: {} }));
  await vi.waitFor(() => expect(begun).toBe(1), { timeout: 20_000 });
  await silence();
  const { pool } = database;
  const isSigned = `select from pgboss.job where state = 'active' and heartbeat_on > now() - interval '5 seconds'`;
  await vi.waitFor(async () => expect((await pool.query(isSigned)).rowCount).toBe(1), { timeout: 20_000 });
  expect(begun).toBe(1);
  resolve();
}, 60_000);
