import { mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { openBareDatabase } from '../../../tests/support/database.ts';
import { openDatabase, type Database } from './database.server.ts';

let database: Database;
beforeAll(async () => {
  database = await openBareDatabase();
});
afterAll(() => database.close());

test('concurrent queries in one transaction of the embedded database are answered in turn, without a warning', async () => {
  const warnings: string[] = [];
  const record = ({ message }: Error) => void warnings.push(message);
  process.on('warning', record);
  const answers = await database.db.transaction(async (tx) => {
    const queries = [1, 2, 3, 4].map(async (n) => (await tx.execute(sql`select ${n}::int as n`)).rows[0]);
    return Promise.all(queries);
  });
  // A warning is emitted in the next turn of the loop.
  await new Promise(setImmediate);
  process.off('warning', record);
  expect(answers).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }, { n: 4 }]);
  expect(warnings).toEqual([]);
});

test('a failing query in the embedded database does not stop the one after it', async () => {
  const [failed, answered] = await Promise.allSettled([
    database.pool.query('select 1 / 0'),
    database.pool.query('select 1 as n'),
  ]);
  expect(failed).toMatchObject({ status: 'rejected', reason: { code: '22012' } });
  expect(answered).toMatchObject({ status: 'fulfilled', value: { rows: [{ n: 1 }] } });
});

test.each<[string, string, unknown[], string]>([
  ['a value that is none of its type', 'select $1::uuid as id', ['nonsense'], '22P02'],
  ['a text that is no statement', 'selekt $1::int', [1], '42601'],
  ['several statements at once', 'select 1; select 2', [1], '42601'],
  ['an error while it runs', 'select 1 / $1::int', [0], '22012'],
])('prepared statements of the embedded database go on after one with %s', async (_what, text, values, code) => {
  const errors: unknown[] = [];
  const onError = (error: unknown) => errors.push(error);
  database.pool.on('error', onError);
  const good = (name: string) => database.pool.query({ name, text: 'select $1::int as n', values: [1] });
  await good('first');
  await expect(database.pool.query({ name: `bad-${code}-${text}`, text, values })).rejects.toMatchObject({ code });
  const answers = await Promise.all(['first', 'second', 'first', 'third'].map(good));
  database.pool.off('error', onError);
  expect(answers.map(({ rows }) => rows)).toEqual(answers.map(() => [{ n: 1 }]));
  expect(errors).toEqual([]);
});

test('a discarded connection of the embedded database leaves no open transaction and no prepared statement', async () => {
  const named = { name: 'one', text: 'select 1 as n' };
  const discarded = await database.pool.connect();
  await discarded.query('begin');
  await discarded.query('create table left_open ()');
  await discarded.query(named);
  discarded.release(true);
  const next = await database.pool.connect();
  const answered = await next.query(named);
  const found = await next.query("select to_regclass('left_open') as found");
  next.release();
  expect(answered.rows).toEqual([{ n: 1 }]);
  expect(found.rows).toEqual([{ found: null }]);
});

test.each<[string, (folder: string) => void]>([
  ['deleted', (folder) => rmSync(folder, { recursive: true })],
  ['moved away', (folder) => renameSync(folder, `${folder}-moved`)],
])('an open embedded database reports within seconds that its folder was %s', async (_how, take) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'halorosa-gone-'));
  const gone = Promise.withResolvers<string>();
  const held = await openDatabase({ dataDir, onError: () => undefined, onGone: gone.resolve });
  take(join(dataDir, 'pg'));
  expect(await gone.promise).toBe(join(dataDir, 'pg'));
  await held.close().catch(() => undefined);
  rmSync(dataDir, { recursive: true });
});
