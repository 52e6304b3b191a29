import { afterEach, beforeEach, expect, test } from 'vitest';

import { openDatabase, type Database } from '#platform/db/database.server.ts';
import { migrateDatabase } from '#platform/db/migrate.server.ts';
import { ownMigrations } from '#platform/db/own-migrations.server.ts';

import { fillTables, tablesOf } from '../../../tests/support/sample-rows.ts';
import { newPostgresDatabase } from '../../../tests/support/postgres-database.ts';
import { listCollection } from './tax-collection.queries.server.ts';
import { collectionRegions } from './tax-collection.ts';

/** Newest migration that lacks the table of the choice. */
const before = ownMigrations().findLast(
  (_one, index, all) =>
    !all.slice(0, index + 1).some(({ sql }) => sql.join().includes('CREATE TABLE "tax_collection"')),
);

let made: Awaited<ReturnType<typeof newPostgresDatabase>>;
let database: Database;
beforeEach(async () => {
  made = await newPostgresDatabase();
  database = await openDatabase({ databaseUrl: made.url, onError: () => undefined });
  await migrateDatabase(database, { upTo: before?.hash ?? '' });
});
afterEach(async () => {
  await database.close();
  await made.drop();
});

type Earlier = { orders: number; mode: string | null; samples?: boolean; demoCode?: boolean };

/** Fills an earlier version with orders, and with the code that only a demo has. */
async function fill({ orders, mode, samples = false, demoCode = false }: Earlier): Promise<void> {
  const client = await database.pool.connect();
  const needed = new Set(['products', 'carts', 'checkouts', 'orders', 'discount_codes']);
  const tables = (await tablesOf(client)).filter(({ name }) => needed.has(name));
  await fillTables(client, { tables, rowsOf: (name) => (name === 'discount_codes' ? 1 : orders) });
  await client.query('update orders set payment_mode = $1, is_sample = $2', [mode, samples]);
  await client.query('update discount_codes set demo_only = $1', [demoCode]);
  client.release();
}

const everywhere = collectionRegions.map(({ key }) => key).toSorted();

test.each<[string, Earlier, string[] | null]>([
  ['an empty database', { orders: 0, mode: null }, null],
  ['a shop paid with live keys that began as a demo', { orders: 2, mode: 'live', demoCode: true }, everywhere],
  ['a shop paid with live keys', { orders: 2, mode: 'live' }, everywhere],
  ['a shop with orders that never was a demo', { orders: 2, mode: 'test' }, everywhere],
  ['a shop with free orders alone that never was a demo', { orders: 2, mode: null }, everywhere],
  ['a demo with orders', { orders: 2, mode: 'sandbox', demoCode: true }, null],
  ['a demo with sample orders', { orders: 2, mode: 'sandbox', samples: true, demoCode: true }, null],
  ['a live shop without an order', { orders: 0, mode: null }, null],
])('the upgrade of %s keeps collecting where it did, or leaves the question open', async (_shop, earlier, expected) => {
  await fill(earlier);
  await migrateDatabase(database);
  expect((await listCollection(database.db))?.toSorted() ?? null).toEqual(expected);
});
