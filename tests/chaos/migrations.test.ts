import { spawn } from 'node:child_process';
import { once } from 'node:events';

import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { openDatabase } from '#platform/db/database.server.ts';
import { migrateDatabase } from '#platform/db/migrate.server.ts';

import { untilTrue } from '../outside/support/steady-load.ts';
import { migrationsFolder } from '../support/migrations-folder.ts';
import { administer, startCluster, type Cluster } from '../support/postgres-cluster.ts';

let cluster: Cluster;
beforeAll(async () => {
  cluster = await startCluster();
});
afterAll(() => cluster.stop());

beforeEach(async () => {
  await administer(cluster.url, 'drop schema if exists drizzle cascade; drop table if exists sales, notes');
  await administer(cluster.url, 'create table sales (id int primary key, cents int, code text)');
  await administer(cluster.url, 'alter table sales add constraint sales_some check (cents >= 0) not valid');
  await administer(cluster.url, "insert into sales select i, i, 'c' || i from generate_series(1, 2500) i");
});

type Kind = {
  statements: string[];
  /** Statement whose locks stop the migration in its middle. */
  stopper: string;
  /** Query that is true while the migration is in its middle. */
  middle: string;
  end: string;
};

const index = "from pg_index where indexrelid = to_regclass('sales_code')";

const kinds: Record<string, Kind> = {
  'a transaction': {
    statements: ['create table notes (id int)', 'alter table sales add column note text'],
    stopper: 'select * from sales limit 1',
    middle: "select to_regclass('notes') is null",
    end: "select to_regclass('notes') is not null and note is null from sales limit 1",
  },
  'an index beside the sales': {
    statements: ['create index concurrently sales_code on sales (code)'],
    stopper: 'update sales set code = code where id = 1',
    middle: `select not indisvalid ${index}`,
    end: `select indisvalid ${index}`,
  },
  'a constraint that is validated': {
    statements: ['create table notes (id int)', 'alter table sales validate constraint sales_some', 'drop table notes'],
    stopper: 'lock table sales in share update exclusive mode',
    middle: "select to_regclass('notes') is not null",
    end: "select convalidated and to_regclass('notes') is null from pg_constraint where conname = 'sales_some'",
  },
  'rows in batches': {
    statements: [
      '-- in batches\nupdate sales set cents = 0 where id in (select id from sales where cents > 0 order by id limit 1000)',
    ],
    stopper: 'update sales set code = code where id = 1500',
    middle: 'select count(*) = 1000 from sales where cents = 0',
    end: 'select count(*) = 2500 from sales where cents = 0',
  },
};

async function says(question: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: cluster.url });
  await client.connect();
  const { rows } = await client.query<unknown[]>({ text: question, rowMode: 'array' });
  await client.end();
  return rows[0]?.[0] === true;
}

const waiting =
  "select exists (select from pg_stat_activity where application_name = 'shop' and wait_event_type = 'Lock')";

async function migrate(folder: string): Promise<void> {
  const database = await openDatabase({ databaseUrl: cluster.url, onError: () => undefined });
  await migrateDatabase(database, { folder });
  await database.close();
}

const cases = Object.entries(kinds).flatMap(([name, kind]) =>
  (['the shop', 'the database too'] as const).map((killed) => ({ name, killed, kind })),
);

test.each(cases)(
  'when $name runs and $killed is killed, the next start completes the migration',
  async ({ killed, kind: { statements, stopper, middle, end } }) => {
    const folder = await migrationsFolder([statements]);
    const other = new pg.Client({ connectionString: cluster.url });
    other.on('error', () => undefined);
    await other.connect();
    await other.query(`begin; ${stopper}`);
    const child = spawn(process.execPath, ['tests/chaos/migrate-process.ts', cluster.url, folder], { stdio: 'ignore' });
    await untilTrue('it waits in its middle', 30_000, async () => (await says(waiting)) && (await says(middle)));
    child.kill('SIGKILL');
    await once(child, 'exit');
    if (killed === 'the database too') await cluster.restart();
    expect(await says(middle)).toBe(true);
    const next = migrate(folder);
    if (killed === 'the shop') await other.query('commit');
    await next;
    await other.end().catch(() => undefined);
    expect([await says(end), await says('select count(*) = 1 from drizzle.__drizzle_migrations')]).toEqual([
      true,
      true,
    ]);
  },
);
