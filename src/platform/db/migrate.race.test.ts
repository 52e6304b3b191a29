import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';

import { migrationsFolder } from '../../../tests/support/migrations-folder.ts';
import { newPostgresDatabase } from '../../../tests/support/postgres-database.ts';
import { openDatabase, type Database } from './database.server.ts';
import { migrateDatabase } from './migrate.server.ts';

let made: Awaited<ReturnType<typeof newPostgresDatabase>>;
let database: Database;
let reader: pg.Client;
beforeEach(async () => {
  made = await newPostgresDatabase();
  database = await openDatabase({ databaseUrl: made.url, onError: () => undefined });
  await database.pool.query('create table sales (id int primary key, cents int, code text)');
  await database.pool.query("insert into sales select i, i, 'c' || i from generate_series(1, 2500) i");
  reader = new pg.Client({ connectionString: made.url });
  await reader.connect();
});
afterEach(async () => {
  await reader.end();
  await database.close();
  await made.drop();
});

const count = async (condition: string) =>
  (await database.pool.query<{ n: number }>(`select count(*)::int n from sales where ${condition}`)).rows[0]?.n;

/** Starts a migration; `said` resolves with its first log message. */
function migrating(folder: string) {
  const said = Promise.withResolvers<string>();
  const log = { info: (_: object, message: string) => said.resolve(message) };
  return { said: said.promise, done: migrateDatabase(database, { folder, log }) };
}

test('sales go on while a migration waits for a long read of its table', async () => {
  await reader.query('begin; select * from sales limit 1');
  const migration = migrating(await migrationsFolder([['alter table sales add column note text']]));
  expect(await migration.said).toBe('a migration waits for a lock that somebody else holds');
  const sell = "set local lock_timeout = '1s'; insert into sales values";
  for (const id of [1, 2, 3]) await database.pool.query(`${sell} (${9_000 + id}, 1, 'x${id}')`);
  expect(await count('id > 9000')).toBe(3);
  await reader.query('commit');
  await migration.done;
  expect(await count('note is null')).toBe(2_503);
});

test('four processes that start at once build an index once, and the waiting ones do not block it', async () => {
  const folder = await migrationsFolder([
    ['create table notes (id int)', 'create index concurrently sales_code on sales (code)'],
  ]);
  await Promise.all(Array.from({ length: 4 }, () => migrateDatabase(database, { folder })));
  const { rows } = await database.pool.query('select count(*)::int as times from drizzle.__drizzle_migrations');
  expect(rows).toEqual([{ times: 1 }]);
});

test('an index whose build was interrupted is dropped and built again, and earlier steps stay done', async () => {
  const folder = await migrationsFolder([
    [
      'create table notes (id int)',
      'create unique index concurrently sales_code on sales (code)',
      'drop index concurrently sales_old',
      'drop table notes',
      'alter table sales validate constraint sales_some',
    ],
  ]);
  await database.pool.query('alter table sales add constraint sales_some check (cents > 0) not valid');
  await database.pool.query("insert into sales values (9001, 1, 'c1')");
  await expect(migrateDatabase(database, { folder })).rejects.toThrow('could not create unique index');
  const index = "select indisvalid as valid from pg_index where indexrelid = to_regclass('sales_code')";
  expect((await database.pool.query(index)).rows).toEqual([{ valid: false }]);
  await database.pool.query('delete from sales where id = 9001');
  await migrateDatabase(database, { folder });
  expect((await database.pool.query(index)).rows).toEqual([{ valid: true }]);
  const left = "select to_regclass('notes') as notes, (select count(*)::int from drizzle.migration_steps) as steps";
  expect((await database.pool.query(left)).rows).toEqual([{ notes: null, steps: 0 }]);
});

test('rows are changed in batches, each in its own commit, until none is left', async () => {
  const batch = `-- in batches
    update sales set cents = 0 where id in (select id from sales where cents <> 0 limit 1000)`;
  await migrateDatabase(database, { folder: await migrationsFolder([[batch]]) });
  const { rows } = await database.pool.query(
    'select cents, count(*)::int as rows, count(distinct xmin::text)::int as commits from sales group by cents',
  );
  expect(rows).toEqual([{ cents: 0, rows: 2_500, commits: 3 }]);
});

test('a batch holds no row locks while it waits, and also changes the row that was locked meanwhile', async () => {
  await reader.query('begin; update sales set code = code where id = 2000');
  const batch = `-- in batches
    update sales set cents = 0 where id in (select id from sales where cents <> 0 order by id limit 1000)`;
  const migration = migrating(await migrationsFolder([[batch]]));
  await migration.said;
  await reader.query('commit');
  await migration.done;
  expect(await count('cents <> 0')).toBe(0);
});

test('a migration with a lost connection fails at once, and the next start resumes it', async () => {
  await reader.query('begin; lock table sales in share update exclusive mode');
  const folder = await migrationsFolder([
    ['create table notes (id int)', 'create index concurrently sales_code on sales (code)', 'drop table notes'],
  ]);
  const lost = migrateDatabase(database, { folder }).then(
    () => 'nothing',
    (error: unknown) => String(error),
  );
  const waits = "from pg_stat_activity where wait_event_type = 'Lock' and query like '%create index%'";
  const cut = `select pg_terminate_backend(pid) ${waits} and datname = current_database()`;
  while ((await database.pool.query(cut)).rows.length === 0);
  expect(await lost).toContain('terminating connection');
  await reader.query('commit');
  await migrateDatabase(database, { folder });
  const left = "select to_regclass('notes') as notes, to_regclass('sales_code') is not null as index";
  expect((await database.pool.query(left)).rows).toEqual([{ notes: null, index: true }]);
});
