import pg from 'pg';
import { expect } from 'vitest';

import { openDatabase } from '#platform/db/database.server.ts';
import { migrateDatabase } from '#platform/db/migrate.server.ts';

import { fillCart, givenProduct, givenShipping, newVisitor } from '../../../tests/support/shop-visitor.ts';
import { administer, startCluster } from '../../../tests/support/postgres-cluster.ts';
import { test } from '../../../tests/support/shop-test.ts';

const promised = `select (select count(*)::int from checkouts) as checkouts, (select sum(quantity)::int from reservations) as reserved,
  (select sum(reserved)::int from products) as promised`;

test('a confirmed new checkout survives a power cut of the database with its reserved units', async ({ openShop }) => {
  const cluster = await startCluster();
  // The log is written when a commit waits for it, otherwise ten seconds later.
  await administer(cluster.url, `alter system set wal_writer_delay = '10s'`);
  await administer(cluster.url, 'select pg_reload_conf()');
  const database = await openDatabase({ databaseUrl: cluster.url, onError: () => undefined });
  await migrateDatabase(database);
  const shop = await openShop({ database });
  await givenShipping(shop);
  const visitor = newVisitor(shop);
  await fillCart(visitor, await givenProduct(shop, { onHand: 5 }), 2);
  const { status } = await visitor.send('POST', '/create-payment-intent', {});
  await cluster.restart();
  const client = new pg.Client({ connectionString: cluster.url });
  await client.connect();
  const { rows } = await client.query(promised);
  await client.end();
  await cluster.stop();
  expect({ status, rows }).toEqual({ status: 200, rows: [{ checkouts: 1, reserved: 2, promised: 2 }] });
});
