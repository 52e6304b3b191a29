import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { plainBuyer, visit, type Shopfront } from '../chaos/buyer.ts';
import { untilTrue } from '../outside/support/steady-load.ts';
import { startClusterOfShops, type ClusterOfShops } from './support/cluster.ts';
import { lostOrders } from './support/orders.ts';

const buyers = 10;

let cluster: ClusterOfShops;
beforeAll(async () => {
  cluster = await startClusterOfShops();
});
afterAll(async () => {
  await cluster.stop();
});

/** The fault that the rounds of `faults.test.ts` would have to notice: a shop that thanks for what one host alone has. */
test('without a second host that has each commit, a lost leader takes orders along, and the check names them', async () => {
  const { database, url, provider } = cluster;
  const pool = new pg.Pool({ connectionString: cluster.databaseUrl, max: 1 });
  pool.on('error', () => undefined);
  const { rows } = await pool.query<{ id: string }>('select id from products where is_active limit 1');
  const told: string[] = [];
  const front: Shopfront = { urls: [url], productId: rows[0]?.id ?? '', paymentsUrl: provider.url, waits: [], told };
  const buy = () => Promise.all(Array.from({ length: buyers }, () => visit(front, plainBuyer)));
  await pool.query('update products set on_hand = 1000');
  await buy();
  await database.loosen();
  await untilTrue('the leader waits for nobody', 30_000, async () => {
    const { rows: names } = await pool.query<{ names: string }>(
      `select current_setting('synchronous_standby_names') as names where current_setting('wal_sender_timeout') = '5min'`,
    );
    return names[0]?.names === '';
  });
  const leader = await database.hostWith('leader');
  leader.muteSenders();
  await buy();
  expect(told).toHaveLength(2 * buyers);
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
  const lost = await lostOrders(pool, told);
  await pool.end();
  expect(lost.toSorted()).toEqual(told.slice(buyers).toSorted());
});
