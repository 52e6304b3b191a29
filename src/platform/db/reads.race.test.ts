import { sql, type SQL } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';

import { administer, startCluster, type Cluster } from '../../../tests/support/postgres-cluster.ts';
import { openDatabase, type Database } from './database.server.ts';
import type { Reads } from './reads.server.ts';
import { isDatabaseUnavailable } from './database-errors.server.ts';

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

/**
 * Reads as a session that wrote up to `position`. Returns the ids, and the server that answered.
 */
async function seen(position: string | null = null): Promise<{ ids: number[]; by: string }> {
  const before = reads.counts.replica;
  const rows = await rowsOf(position, sql`select id from notes where id > ${0} order by id`);
  return { ids: rows.map(({ id }) => id), by: reads.counts.replica > before ? 'replica' : 'leader' };
}

const untilServed = (by: string) => vi.waitFor(async () => expect((await seen()).by).toBe(by), wait);
const pauseReplay = () => administer(replica.url, 'select pg_wal_replay_pause()');

test('a session sees its own write at once although the replica lags, while others read older data from the replica', async () => {
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

test('a read waits for a write that the replica receives within 100 ms', async () => {
  for (let id = 1; id <= 20; id += 1) {
    await write(id);
    expect((await seen(await reads.position())).ids).toHaveLength(id);
  }
  expect(errors).toEqual([]);
});

test('a replica that has lagged for seconds serves no reads', async () => {
  await pauseReplay();
  await write(1);
  await vi.waitFor(async () => expect(await seen()).toEqual({ ids: [1], by: 'leader' }), wait);
});

test('reads continue while the replica is down, and return to it afterwards', async () => {
  await write(1);
  await replica.crash();
  for (let count = 0; count < 20; count += 1) expect((await seen()).ids).toEqual([1]);
  expect((await seen()).by).toBe('leader');
  expect(database.isAway()).toBe(false);
  await replica.restart();
  await untilServed('replica');
  expect(errors.every(isDatabaseUnavailable)).toBe(true);
});

test('a replica that was promoted serves no more reads', async () => {
  await administer(replica.url, 'select pg_promote()');
  await administer(replica.url, 'insert into notes values (666)');
  await write(1);
  await vi.waitFor(async () => expect(await seen()).toEqual({ ids: [1], by: 'leader' }), wait);
  await write(2);
  expect(await seen()).toEqual({ ids: [1, 2], by: 'leader' });
});

test('a replica read that a schema change of the primary cancels is repeated on the primary', async () => {
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

test('a write never reaches the replica: it is refused alone, and goes to the primary in a transaction', async () => {
  const shown = reads.after(null);
  await expect(shown.execute(sql`insert into notes values (${7})`)).rejects.toMatchObject({ cause: { code: '25006' } });
  await shown.transaction(async (tx) => void (await tx.execute(sql`insert into notes values (${8})`)));
  expect((await seen(await reads.position())).ids).toEqual([8]);
});
