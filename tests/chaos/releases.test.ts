import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { openDatabase } from '#platform/db/database.server.ts';
import { isMigrated, migrateDatabase } from '#platform/db/migrate.server.ts';
import { ownMigrations } from '#platform/db/own-migrations.server.ts';

import { wireTo } from '../outside/support/database-wire.ts';
import { askDatabase } from '../support/ask-database.ts';
import { nextVersion } from '../support/migrations-folder.ts';
import { administer, startCluster, type Cluster } from '../support/postgres-cluster.ts';
import { databaseOf, migrationsOf, releases } from '../support/released-databases.ts';
import { openTestShop } from '../support/shop.ts';
import { givenPaidOrder } from '../support/shop-visitor.ts';

/** A migration with every kind of step. It runs after those of the shop. */
const everyKind = [
  "alter table orders add column added_note text default '' not null",
  'create table added (id int)',
  'create index concurrently orders_added on orders (email, added_note)',
  "-- in batches\nupdate orders set added_note = 'x' where id in (select id from orders where added_note = '' order by id limit 20)",
  "alter table orders add constraint orders_added check (added_note <> 'y') not valid",
  'alter table orders validate constraint orders_added',
];
const endOfEveryKind = `select (select count(*)::int from orders where added_note <> 'x') as left,
  (select indisvalid from pg_index where indexrelid = 'orders_added'::regclass) as indexed,
  (select convalidated from pg_constraint where conname = 'orders_added') as checked`;

let cluster: Cluster;
beforeAll(async () => {
  cluster = await startCluster();
});
afterAll(() => cluster.stop());

/** Creates a database with the data of a release, which `template` already has if it is given. */
async function databaseWith(name: string, sql: string, template = 'template1'): Promise<string> {
  await administer(cluster.url, `drop database if exists ${name} with (force)`);
  await administer(cluster.url, `create database ${name} template ${template}`);
  const url = new URL(`/${name}`, cluster.url).href;
  if (sql !== '') await askDatabase(url, sql);
  return url;
}

/** Reads every order as the dump has it, and the number of rows of every table. */
async function contentsOf(url: string, tables: readonly string[]) {
  const counts = tables.map((table) => `(select count(*)::int from public."${table}") as "${table}"`).join(', ');
  const money = await askDatabase(
    url,
    'select order_number, payment_status, total_cents, email, (select sum(quantity)::int from order_items where order_id = orders.id) as units from orders order by order_number',
  );
  return { money, rows: (await askDatabase<Record<string, number>>(url, `select ${counts}`))[0] };
}

async function tablesOf(url: string): Promise<string[]> {
  const text = "select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace";
  return (await askDatabase<{ name: string }>(url, text)).map(({ name }) => name);
}

/** Rows that migrations add to a shop that has sold: the end of its set-up. */
const added: Record<string, number> = { shop_settings: 1 };

describe.each(releases)('release %s', (release) => {
  const template = `release_${release.replaceAll('.', '_')}`;
  let before: Awaited<ReturnType<typeof contentsOf>>;
  let tables: string[];
  beforeAll(async () => {
    const url = await databaseWith(template, databaseOf(release));
    tables = await tablesOf(url);
    before = await contentsOf(url, tables);
  });

  test('its database has sample orders, refunds and returns', () => {
    expect(before.money.length).toBeGreaterThan(50);
    expect(before.rows).toMatchObject({ refunds: expect.any(Number) as number, users: 2 });
  });

  test('its database opens in this version with everything, and sells', async () => {
    const url = await databaseWith('opened', '', template);
    const database = await openDatabase({ databaseUrl: url, onError: () => undefined });
    await migrateDatabase(database);
    expect(await isMigrated(database)).toBe(true);
    const both = (await tablesOf(url)).filter((name) => tables.includes(name));
    expect(await contentsOf(url, both)).toEqual({
      money: before.money,
      rows: Object.fromEntries(both.map((name) => [name, Number(before.rows?.[name]) + (added[name] ?? 0)])),
    });
    const shop = await openTestShop({ database });
    const { orderId } = await givenPaidOrder(shop);
    expect(orderId).toEqual(expect.any(String));
    expect(await askDatabase(url, 'select count(*)::int as count from orders')).toEqual([
      { count: before.money.length + 1 },
    ]);
    await shop.close();
  });

  /**
   * Migrates in a process, and kills it at the message with these words or at the first one after.
   * Returns true if it was killed.
   */
  async function killedAt(url: string, folder: string, words: string, isAfter: boolean): Promise<boolean> {
    let child: ChildProcess | undefined;
    let seen = 0;
    const wire = await wireTo(url, (_, message) => {
      if (seen > 0 || message.includes(words)) seen += 1;
      if (seen === (isAfter ? 2 : 1)) child?.kill('SIGKILL');
    });
    child = spawn(process.execPath, ['tests/chaos/migrate-process.ts', wire.url, folder], { stdio: 'ignore' });
    const [code] = (await once(child, 'exit')) as [number | null];
    wire.close();
    return code === null;
  }

  const pending = ownMigrations().slice(migrationsOf(release).length);
  const statements = [...pending.flatMap(({ sql }) => sql), ...everyKind];
  const points = statements.flatMap((statement) => [false, true].map((isAfter) => ({ statement, isAfter })));
  test.each(points)(
    'an upgrade from it that is killed at "$statement" (after it: $isAfter) is completed by the next start',
    async ({ statement, isAfter }) => {
      const folder = join(await nextVersion([everyKind]), 'db/migrations');
      const url = await databaseWith('killed', '', template);
      expect(await killedAt(url, folder, statement, isAfter)).toBe(true);
      const database = await openDatabase({ databaseUrl: url, onError: () => undefined });
      await migrateDatabase(database, { folder });
      await database.close();
      expect(await askDatabase(url, endOfEveryKind)).toEqual([{ left: 0, indexed: true, checked: true }]);
      expect((await contentsOf(url, tables)).money).toEqual(before.money);
    },
  );
});
