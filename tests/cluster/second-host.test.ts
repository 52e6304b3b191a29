import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { plainBuyer, visit, type Outcome, type Shopfront } from '../chaos/buyer.ts';
import { untilTrue } from '../outside/support/steady-load.ts';
import { startClusterOfShops, type ClusterOfShops } from './support/cluster-of-shops.ts';
import { everyHostHas, lostOrders } from './support/confirmed-orders.ts';
import { password, type Host } from './support/three-postgres.ts';

const buyers = 10;

let cluster: ClusterOfShops;
let pool: pg.Pool;
let confirmed: string[];
let buy: () => Promise<Outcome[]>;
beforeAll(async () => {
  cluster = await startClusterOfShops();
  pool = new pg.Pool({ connectionString: cluster.databaseUrl, max: 1 });
  pool.on('error', () => undefined);
  const { rows } = await pool.query<{ id: string }>('update products set on_hand = 1000 where is_active returning id');
  const { url, provider, shops } = cluster;
  // Without a database, a shop serves the pages that it has served before.
  for (const shop of shops) {
    const { status } = await fetch(`${shop.url}/product`);
    if (status !== 200) throw new Error(`a shop answers for its product with ${status}`);
  }
  confirmed = [];
  const front: Shopfront = {
    urls: [url],
    productId: rows[0]?.id ?? '',
    paymentsUrl: provider.url,
    waits: [],
    confirmedOrders: confirmed,
  };
  buy = () =>
    Promise.all(Array.from({ length: buyers }, () => visit(front, { ...plainBuyer, giveUpAfterMs: 120_000 })));
});
afterAll(async () => {
  await pool.end();
  await cluster.stop();
});

const allBought = Array.from({ length: buyers }, () => 'bought');

/** Queries one host directly, regardless of which one leads. */
async function askHost({ postgresPort: port }: Host, statement: string): Promise<unknown> {
  const client = new pg.Client({ host: '127.0.0.1', port, user: 'postgres', password, connectionTimeoutMillis: 1_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return Object.values((await client.query<Record<string, unknown>>(statement)).rows[0] ?? {})[0];
  } catch {
    return undefined;
  } finally {
    await client.end().catch(() => undefined);
  }
}

const statusOf = async (path: string) => (await fetch(`${cluster.url}${path}`)).status;

test('with one database of three no order is confirmed, pages are served, and buying works once a second is back', async () => {
  const { database } = cluster;
  const leader = await database.hostWith('leader');
  const lost = database.hosts.filter((host) => host !== leader);
  for (const host of lost) await host.kill();
  const waits = `select count(*) from pg_stat_activity where wait_event = 'SyncRep'`;
  const buying = buy();
  await untilTrue('commits wait for a second host', 60_000, async () => Number(await askHost(leader, waits)) > 0);
  expect(await statusOf('/product')).toBe(200);
  expect(confirmed).toEqual([]);
  for (const host of lost) host.start();
  expect(await buying).toEqual(allBought);
  await database.untilWhole(120_000);
  await everyHostHas(database.hosts, confirmed);
});

test('without etcd the leader steps down, pages are served, and buying works once etcd is back', async () => {
  const { database } = cluster;
  database.etcd.freeze();
  try {
    await untilTrue('nobody leads', 60_000, async () => {
      const follow = database.hosts.map((host) => askHost(host, 'select pg_is_in_recovery()'));
      return (await Promise.all(follow)).every((one) => one === true);
    });
    expect(await statusOf('/product')).toBe(200);
  } finally {
    database.etcd.thaw();
  }
  expect(await buy()).toEqual(allBought);
  await database.untilWhole(120_000);
  await everyHostHas(database.hosts, confirmed);
});

/**
 * Proves that `faults.test.ts` would detect a shop that confirms orders which only one host has.
 */
test('without synchronous replication a lost leader loses orders, and the check names them', async () => {
  const { database } = cluster;
  await database.loosen();
  await untilTrue('the leader waits for nobody', 30_000, async () => {
    const { rows: names } = await pool.query<{ names: string }>(
      `select current_setting('synchronous_standby_names') as names where current_setting('wal_sender_timeout') = '5min'`,
    );
    return names[0]?.names === '';
  });
  const leader = await database.hostWith('leader');
  leader.muteSenders();
  const before = confirmed.length;
  await buy();
  expect(confirmed).toHaveLength(before + buyers);
  await leader.kill();
  await untilTrue('another host leads', 90_000, async () => {
    const next = await database.hostWith('leader').catch(() => leader);
    return (
      next.name !== leader.name &&
      (await pool.query('select').then(
        () => true,
        () => false,
      ))
    );
  });
  const lost = await lostOrders(pool, confirmed);
  expect(lost.toSorted()).toEqual(confirmed.slice(before).toSorted());
});
