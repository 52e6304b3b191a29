import { mkdtemp, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';

import { openDatabase } from '#platform/db/database.server.ts';
import { migrateDatabase } from '#platform/db/migrate.server.ts';

import { nextVersion } from '../support/migrations-folder.ts';
import { fillTables, tablesOf, type Table } from '../support/sample-rows.ts';
import { startCluster, type Cluster } from '../support/postgres-cluster.ts';
import { untilTrue } from './support/steady-load.ts';
import { sold, startSales } from './support/sql-sales.ts';
import { watchLocks } from './support/lock-watch.ts';

const orders = Number(process.env.MIGRATIONS_ORDERS ?? 20_000);
const lockedMs = 1_000;
/** Number of sales before and after each migration. */
const salesAround = 5;

/**
 * Tables that grow with every order, visit or marketing email. A large shop has few rows in all
 * others.
 */
const growing = new Set([
  ...sold,
  'email_captures',
  'visit_events',
  'automation_emails',
  'automation_recipients',
  'refunds',
  'sandbox_intents',
]);
/** Tables filled by triggers. */
const derived = new Set(['customer_figures']);
const rowsOf = (table: string) => (growing.has(table) ? orders : table === 'users' ? orders / 100 : 3);

let cluster: Cluster;
let client: pg.Client;
beforeAll(async () => {
  cluster = await startCluster();
  client = new pg.Client({ connectionString: cluster.url });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await cluster.stop();
});

const journal = z.object({ entries: z.array(z.looseObject({ tag: z.string() })) });

/** One migration for each kind of step, measured after those of the shop. */
const samples = [
  ["alter table orders add column sample_note text default '' not null"],
  ['create index concurrently orders_sample on orders (email)'],
  [
    "-- in batches\nupdate orders set sample_note = 'x' where id in (select id from orders where sample_note = '' order by id limit 1000)",
  ],
  ['alter table orders add constraint orders_sample check (total_cents >= 0) not valid'],
  ['alter table orders validate constraint orders_sample'],
];

/** Folder with the migrations of the shop, then the samples. */
let source: string;

/** Returns a folder with the first `count` migrations of `source`. */
async function historyUpTo(count: number): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'history-'));
  const { entries } = journal.parse(JSON.parse(await readFile(join(source, 'meta/_journal.json'), 'utf8')));
  await mkdir(join(folder, 'meta'));
  await writeFile(join(folder, 'meta/_journal.json'), JSON.stringify({ entries: entries.slice(0, count) }));
  for (const { tag } of entries) await symlink(join(source, `${tag}.sql`), join(folder, `${tag}.sql`));
  return folder;
}

async function migrateTo(count: number): Promise<number> {
  const database = await openDatabase({ databaseUrl: cluster.url, onError: () => undefined });
  const begun = performance.now();
  try {
    await migrateDatabase(database, { folder: await historyUpTo(count) });
  } finally {
    await database.close();
  }
  return Math.round(performance.now() - begun);
}

async function fillNew(known: readonly Table[]): Promise<Table[]> {
  const tables = await tablesOf(client);
  const isNew = ({ name }: Table) => !derived.has(name) && known.every((one) => one.name !== name);
  await fillTables(client, { tables: tables.filter(isNew), rowsOf });
  return tables;
}

type Measured = {
  migration: string;
  ms: number;
  sales: number;
  failed: string[];
  maxSaleMs: number;
  lockedMs: number;
  locked: string;
};

async function measure(migration: string, count: number, tables: readonly Table[]): Promise<Measured> {
  const sales = startSales(cluster.url, tables);
  const locks = await watchLocks(
    cluster.url,
    tables.map(({ name }) => name),
  );
  const isSelling = async (many: number) =>
    untilTrue('it sells', 60_000, async () => sales.done() + sales.failures.length >= many);
  await isSelling(salesAround);
  const ms = await migrateTo(count);
  await isSelling(sales.done() + salesAround);
  await sales.stop();
  const [locked, forMs] = await locks.stop();
  return {
    migration,
    ms,
    sales: sales.done(),
    failed: sales.failures,
    maxSaleMs: sales.longestMs(),
    lockedMs: forMs,
    locked,
  };
}

test(`each migration, and a sample of every kind of step, runs on ${orders} orders during 20 sales a second and holds no lock for ${lockedMs} ms`, async () => {
  source = join(await nextVersion(samples), 'db/migrations');
  const { entries } = journal.parse(JSON.parse(await readFile(join(source, 'meta/_journal.json'), 'utf8')));
  await migrateTo(1);
  let tables = await fillNew([]);
  const measured: Measured[] = [];
  for (const [index, { tag }] of entries.entries()) {
    if (index === 0) continue;
    measured.push(await measure(tag, index + 1, tables));
    tables = await fillNew(tables);
  }
  console.table(measured.map(({ failed, ...one }) => ({ ...one, failed: failed.length })));
  expect(measured.filter(({ failed }) => failed.length > 0)).toEqual([]);
  expect(measured.filter((one) => one.lockedMs > lockedMs)).toEqual([]);
});
