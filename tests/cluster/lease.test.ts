import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { untilTrue } from '../outside/support/steady-load.ts';
import { startDelayedProxy, type DelayedProxy } from './support/delayed-etcd-proxy.ts';
import { password, startThreePostgres, type Host, type ThreePostgres } from './support/three-postgres.ts';

const ways = new Map<string, DelayedProxy>();
let database: ThreePostgres;
beforeAll(async () => {
  database = await startThreePostgres(async (host, etcd) => {
    const way = await startDelayedProxy(etcd);
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

/** Returns the role that a host reports for itself. */
async function roleOf({ patroniPort }: Host): Promise<string> {
  const answer = await fetch(`http://127.0.0.1:${patroniPort}/patroni`, { signal: AbortSignal.timeout(1_000) });
  return ((await answer.json()) as { role: string }).role;
}

/**
 * Patroni before 3.0.3 overwrote the next leader's name through version 3 of the etcd API. Orders
 * were lost.
 */
test('a frozen leader yields to the current leader, even if it learns of the change late', async () => {
  const frozen = await database.hostWith('leader');
  ways.get(frozen.name)?.keepNews();
  frozen.freeze();
  let next = frozen;
  // A write without a response may still be stored. So each attempt is a separate order, and only
  // the last counts as confirmed.
  let attempts = 0;
  await untilTrue('another host leads and writes', 60_000, async () => {
    next = await database.hostWith('leader').catch(() => frozen);
    if (next === frozen) return false;
    attempts += 1;
    return ask(
      next,
      `create table if not exists confirmed_orders (number int); insert into confirmed_orders values (${attempts})`,
    ).then(
      () => true,
      () => false,
    );
  });
  frozen.thaw();
  // At first it still reports that it leads, and that both others stream from it.
  await untilTrue('the host that was frozen follows', 60_000, async () =>
    roleOf(frozen).then(
      (role) => role === 'replica',
      () => false,
    ),
  );
  await database.untilWhole(120_000);
  const leader = await database.hostWith('leader');
  expect(leader.name).toBe(next.name);
  expect(await ask(leader, `select number from confirmed_orders where number = ${attempts}`)).toEqual([
    { number: attempts },
  ]);
});
