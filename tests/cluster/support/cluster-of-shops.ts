import { resolve } from 'node:path';

import pg from 'pg';

import { startProvider } from '../../outside/support/sandbox-process.ts';
import { startOutsideShop, type OutsideShop } from '../../outside/support/outside-shop.ts';
import { untilTrue } from '../../outside/support/steady-load.ts';
import { administer, nonEphemeralPort } from '../../support/postgres-cluster.ts';
import { startDaemon } from './daemon.ts';
import { password, startThreePostgres, type ThreePostgres } from './three-postgres.ts';

type Ports = { leader: number; front: number };

async function startHaproxy(database: ThreePostgres, shopPorts: readonly number[], ports: Ports) {
  const at = (port: number) => `127.0.0.1:${port}`;
  const env: Record<string, string> = {
    LEADER: at(ports.leader),
    FRONT: at(ports.front),
  };
  for (const [index, { postgresPort, patroniPort }] of database.hosts.entries()) {
    env[`POSTGRES_${index + 1}`] = at(postgresPort);
    env[`PATRONI_HOST_${index + 1}`] = '127.0.0.1';
    env[`PATRONI_PORT_${index + 1}`] = String(patroniPort);
  }
  for (const [index, port] of shopPorts.entries()) env[`SHOP_${index + 1}`] = at(port);
  return startDaemon({ program: '/usr/sbin/haproxy', args: ['-db', '-f', resolve('deploy/cluster/haproxy.cfg')], env });
}

async function isLeader(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 1_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ standby: boolean }>('select pg_is_in_recovery() as standby');
    return rows[0]?.standby === false;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/**
 * The shop on more than one machine: three databases, three shops, HAProxy in front, and a separate
 * provider.
 */
export async function startClusterOfShops() {
  const database = await startThreePostgres();
  const shops: OutsideShop[] = [];
  const stops: (() => Promise<unknown> | void)[] = [database.stop];
  const stop = async () => {
    await Promise.all(shops.map((shop) => shop.stop()));
    for (const end of stops.toReversed()) await end();
  };
  try {
    database.start();
    await database.untilWhole(120_000);
    const ports = { leader: await nonEphemeralPort(), front: await nonEphemeralPort() };
    const shopPorts = [await nonEphemeralPort(), await nonEphemeralPort(), await nonEphemeralPort()];
    const haproxy = await startHaproxy(database, shopPorts, ports);
    stops.push(() => haproxy.kill());
    const at = (user: string, name: string, port = ports.leader) =>
      `postgres://${user}:${encodeURIComponent(password)}@127.0.0.1:${port}/${name}`;
    const adminUrl = at('postgres', 'postgres');
    // Until its first checks are done, HAProxy treats every database as the leader, in turn.
    const knowsLeader = async () => {
      for (const _ of database.hosts) if (!(await isLeader(adminUrl))) return false;
      return true;
    };
    await untilTrue('HAProxy knows the leader', 30_000, knowsLeader).catch((error: Error) => {
      throw new Error(`${error.message}\n${haproxy.log()}`);
    });
    await administer(adminUrl, `create role seller login password '${password}'`);
    await administer(adminUrl, 'create database shop owner seller');
    const url = `http://127.0.0.1:${ports.front}`;
    const provider = await startProvider(`${url}/api/stripe-webhook`);
    stops.push(() => provider.stop());
    for (const port of shopPorts) {
      const settings = {
        ...provider.settings,
        PORT: String(port),
        PUBLIC_URL: url,
        TRUST_PROXY: 'true',
        RATE_LIMITS: 'off',
        LOG_LEVEL: 'warn',
        SHOP_MODE: 'demo',
      };
      shops.push(await startOutsideShop({ databaseUrl: at('seller', 'shop'), settings }));
    }
    return { url, database, shops, provider, haproxy, databaseUrl: at('postgres', 'shop'), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

export type ClusterOfShops = Awaited<ReturnType<typeof startClusterOfShops>>;
