import { expect, inject, test as base } from 'vitest';

import { openDatabase } from '#platform/db/database.server.ts';

import { adminAddresses, type Ask, type Opened } from '../../bench/support/admin-addresses.ts';
import { createBenchDatabase, fillWithOrders } from '../../bench/support/fill-orders.ts';
import { jobWork, type Work } from '../../bench/support/job-work.ts';
import { postgresUrl } from '../../tests/support/postgres-database.ts';
import { pageCall, signedIn } from '../../tests/support/page-requests.ts';
import { openShopFor, type TestShop } from '../../tests/support/shop-test.ts';
import { givenProduct } from '../../tests/support/shop-visitor.ts';

const orders = 3_000;

/** Rows from which a table counts as history. */
const historyRows = 500;

/** Share of a table's rows that counts as the whole table. */
const whole = 0.5;

/** Files, which are all of a list or one order, and the page of the API's documentation. */
const unopened = /\.(?:csv|pdf)$|^\/admin\/api$/;

/** Whole tables that may be read, as `work: table`, by reason. */
const allowed: Record<string, RegExp> = {
  'figures and books count all sales, and the customers are theirs':
    /^(?:job (?:refresh-figures|count-sales-days)|\/admin|\/admin\/(?:analytics|books|customers)\b.*): /,
  'a part of retention is measured by itself': /^job forget-personal-data: /,
  'retention itself keeps the table short': /^retention (?:guestCarts|capturesOfStopped): /,
  'so small a table is joined by a hash, a larger one by its index':
    /^(?:retention checkouts: checkouts|job ask-for-reviews: automation_emails)$/,
  'open: PostgreSQL may walk all quotes by their key, because it cannot estimate how few name a buyer':
    /^retention checkouts: checkout_snapshots$/,
  'a filter counts up to 1,001 results, which are much of so small a table':
    /^\/admin\/(?:orders\?\{year\}&counted=sold&source=direct|returns\?state=all): orders$/,
  'emails of a period are joined with their mails and recipients': /^\/admin\/automations.*: /,
  'unsubscribed addresses are stored as hashes': /^\/admin\/emails\?show=stopped: email_captures$/,
  'an index on uses would be written by every sale': /^\/admin\/discounts\?sort=uses: discount_codes$/,
};

// oxlint-disable-next-line no-empty-pattern -- Vitest reads the names of used fixtures from it.
const test = base.extend('shop', { scope: 'file' }, async ({}, fixture) => {
  const filled = await createBenchDatabase(postgresUrl(), 'whole_tables', inject('postgresTemplate'));
  // One connection, so that its statistics can be read after each step.
  const database = await openDatabase({ databaseUrl: filled.url, poolSize: 1, onError: () => undefined });
  const close = async () => {
    await database.close();
    await filled.drop();
  };
  const prepare = async (shop: TestShop) => {
    await givenProduct(shop);
    await fillWithOrders(filled, { orders, seed: 7 });
  };
  return openShopFor(fixture, { prepare, database: { ...database, close } });
});

const askOf =
  ({ database }: TestShop): Ask =>
  async <Row extends Record<string, unknown>>(text: string) =>
    (await database.pool.query<Row>(text)).rows;

/** Rows read so far from each table, by its name. */
async function rowsRead(ask: Ask): Promise<Map<string, number>> {
  await ask('select pg_stat_force_next_flush()');
  const rows = await ask<{ table: string; rows: number }>(
    'select relname as "table", (seq_tup_read + coalesce(idx_tup_fetch, 0))::int as rows from pg_stat_user_tables',
  );
  return new Map(rows.map(({ table, rows: count }) => [table, count]));
}

/** Loads the data of a page. A file is read to its end. */
async function load(shop: TestShop, { page, address }: Opened): Promise<void> {
  const { loader } = (await import(/* @vite-ignore */ `../pages/${page.file}`)) as {
    loader?: (args: object) => unknown;
  };
  const call = pageCall(shop, address, signedIn());
  const { pathname } = new URL(call.request.url);
  const names = page.path.split('/');
  const params = Object.fromEntries(
    pathname.split('/').flatMap((part, index) => {
      const name = names[index] ?? '';
      return name.startsWith(':') ? [[name.slice(1), decodeURIComponent(part)]] : [];
    }),
  );
  const result = await loader?.({ ...call, params });
  if (result instanceof Response) await result.arrayBuffer();
}

/** Returns the tables that work reads as a whole, when it has been done once before. */
async function wholeTables(ask: Ask, { name, work }: Work): Promise<string[]> {
  const history = await ask<{ table: string; rows: number }>(
    `select relname as "table", reltuples::int as rows from pg_class where relkind = 'r' and reltuples >= ${historyRows}`,
  );
  await work();
  const before = await rowsRead(ask);
  await work();
  const after = await rowsRead(ask);
  const read = (table: string) => (after.get(table) ?? 0) - (before.get(table) ?? 0);
  return history
    .filter(({ table, rows }) => read(table) > rows * whole)
    .map(({ table, rows }) => `${name}: ${table}, ${read(table)} of ${rows} rows`);
}

async function unlisted(ask: Ask, all: readonly Work[]): Promise<string[]> {
  const found: string[] = [];
  for (const work of all) found.push(...(await wholeTables(ask, work)));
  const isAllowed = (text: string) => Object.values(allowed).some((reads) => reads.test(text.split(',')[0] ?? ''));
  return found.filter((text) => !isAllowed(text));
}

test(
  'no background job and no part of retention reads a whole table of history',
  { timeout: 120_000 },
  async ({ shop }) => {
    const ask = askOf(shop);
    expect(await unlisted(ask, await jobWork(shop.ctx, ask))).toEqual([]);
  },
);

test('no page of the admin reads a whole table of history', { timeout: 120_000 }, async ({ shop }) => {
  const ask = askOf(shop);
  const opened = (await adminAddresses(ask)).filter(({ page }) => !unopened.test(page.path));
  const loads = opened.map((one): Work => ({ name: one.name, work: () => load(shop, one) }));
  expect(await unlisted(ask, loads)).toEqual([]);
});
