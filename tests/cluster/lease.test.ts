import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { untilTrue } from '../outside/support/steady-load.ts';
import { startLateNetwork, type LateNetwork } from './support/late-network.ts';
import { password, startThreePostgres, type Host, type ThreePostgres } from './support/three-postgres.ts';

const ways = new Map<string, LateNetwork>();
let database: ThreePostgres;
beforeAll(async () => {
  database = await startThreePostgres(async (host, etcd) => {
    const way = await startLateNetwork(etcd);
    ways.set(host, way);
    return way.port;
  });
  database.start();
  await database.untilWhole(120_000);
});
afterAll(async () => {
  await database.stop();
  for (const way of ways.values()) way.stop();
});

async function ask(host: Host, statement: string): Promise<unknown[]> {
  const client = new pg.Client({ host: '127.0.0.1', port: host.postgresPort, user: 'postgres', password });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(statement)).rows;
  } finally {
    await client.end();
  }
}

/** Patroni before 3.0.3 writes its name over the next leader's through version 3 of etcd's interface: orders were lost by that. */
test('a leader that was frozen leaves the lead to the one who has it now, also when it hears of that late', async () => {
  const frozen = await database.hostWith('leader');
  ways.get(frozen.name)?.keepNews();
  frozen.freeze();
  let next = frozen;
  await untilTrue('another host leads and writes', 60_000, async () => {
    next = await database.hostWith('leader').catch(() => frozen);
    if (next === frozen) return false;
    return ask(next, "create table told as select 'an order' as number").then(
      () => true,
      () => false,
    );
  });
  frozen.thaw();
  await database.untilWhole(120_000);
  const leader = await database.hostWith('leader');
  expect(leader.name).toBe(next.name);
  expect(await ask(leader, 'select number from told')).toEqual([{ number: 'an order' }]);
});
