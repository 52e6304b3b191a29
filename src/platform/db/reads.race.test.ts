import { sql, type SQL } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';

import { administer, startCluster, type Cluster } from '../../../tests/support/postgres-cluster.ts';
import { openDatabase, type Database } from './database.server.ts';
import type { Reads } from './reads.server.ts';
import { isDatabaseUnavailable } from './unavailable.server.ts';

let leader: Cluster;
let replica: Cluster;
let database: Database;
let reads: Reads;
let errors: Error[];

beforeAll(async () => {
  const cluster = await startCluster();
  leader = cluster;
  await administer(leader.url, 'create table notes (id int primary key)');
});
afterAll(() => leader.stop());

beforeEach(async () => {
  await administer(leader.url, 'truncate notes');
  replica = await leader.replica();
  errors = [];
  const onError = (error: Error) => void errors.push(error);
  database = await openDatabase({
    databaseUrl: leader.url,
    replica: { url: replica.url, onError, onBack: () => undefined },
    onError,
  });
  if (database.reads === null) throw new Error('no replica');
  ({ reads } = database);
  await untilServed('replica');
});
afterEach(async () => {
  await database.close();
  await replica.stop();
});

const wait = { timeout: 15_000, interval: 20 };
const write = (id: number) => database.pool.query('insert into notes values ($1)', [id]);

async function rowsOf(position: string | null, query: SQL): Promise<{ id: number }[]> {
  return (await reads.after(position).execute<{ id: number }>(query)).rows;
}

/** What somebody sees who wrote up to `position`, and who answered. */
async function seen(position: string | null = null): Promise<{ ids: number[]; by: string }> {
  const before = reads.counts.replica;
  const rows = await rowsOf(position, sql`select id from notes where id > ${0} order by id`);
  return { ids: rows.map(({ id }) => id), by: reads.counts.replica > before ? 'replica' : 'leader' };
}

const untilServed = (by: string) => vi.waitFor(async () => expect((await seen()).by).toBe(by), wait);
const pauseReplay = () => administer(replica.url, 'select pg_wal_replay_pause()');

test('who wrote sees it at once though the replica lags; others see what was there before, from the replica', async () => {
  await write(1);
  await vi.waitFor(async () => expect(await seen()).toEqual({ ids: [1], by: 'replica' }), wait);
  await pauseReplay();
  await write(2);
  const position = await reads.position();
  expect(await seen(position)).toEqual({ ids: [1, 2], by: 'leader' });
  expect(await seen()).toEqual({ ids: [1], by: 'replica' });
  await administer(replica.url, 'select pg_wal_replay_resume()');
  await vi.waitFor(async () => expect(await seen(position)).toEqual({ ids: [1, 2], by: 'replica' }), wait);
});

test('a write is waited for where the replica has it within 100 ms', async () => {
  for (let id = 1; id <= 20; id += 1) {
    await write(id);
    expect((await seen(await reads.position())).ids).toHaveLength(id);
  }
  expect(errors).toEqual([]);
});

test('a replica that has been behind for seconds serves nobody', async () => {
  await pauseReplay();
  await write(1);
  await vi.waitFor(async () => expect(await seen()).toEqual({ ids: [1], by: 'leader' }), wait);
});

test('reads go on while the replica is dead, and return to it', async () => {
  await write(1);
  await replica.crash();
  for (let count = 0; count < 20; count += 1) expect((await seen()).ids).toEqual([1]);
  expect((await seen()).by).toBe('leader');
  expect(database.isAway()).toBe(false);
  await replica.restart();
  await untilServed('replica');
  expect(errors.every(isDatabaseUnavailable)).toBe(true);
});

test('a replica that was made a leader of its own is asked nothing any more', async () => {
  await administer(replica.url, 'select pg_promote()');
  await administer(replica.url, 'insert into notes values (666)');
  await write(1);
  await vi.waitFor(async () => expect(await seen()).toEqual({ ids: [1], by: 'leader' }), wait);
  await write(2);
  expect(await seen()).toEqual({ ids: [1, 2], by: 'leader' });
});

test('a read on the replica that a change of the leader’s tables ends is read from the leader', async () => {
  await administer(replica.url, 'alter system set max_standby_streaming_delay = 0');
  await administer(replica.url, 'select pg_reload_conf()');
  await write(1);
  const before = reads.counts.leader;
  const slow = rowsOf(await reads.position(), sql`select id from notes, pg_sleep(2) where id > ${0}`);
  const isReading = `select 1 / count(*) from pg_stat_activity where query like '%pg_sleep(2)%' and pid <> pg_backend_pid()`;
  await vi.waitFor(() => administer(replica.url, isReading), wait);
  await administer(leader.url, 'alter table notes add column word int');
  expect(await slow).toEqual([{ id: 1 }]);
  expect(reads.counts.leader).toBe(before + 1);
});

test('a write never reaches the replica: alone it is refused, and in a transaction it is the leader’s', async () => {
  const shown = reads.after(null);
  await expect(shown.execute(sql`insert into notes values (${7})`)).rejects.toMatchObject({ cause: { code: '25006' } });
  await shown.transaction(async (tx) => void (await tx.execute(sql`insert into notes values (${8})`)));
  expect((await seen(await reads.position())).ids).toEqual([8]);
});
