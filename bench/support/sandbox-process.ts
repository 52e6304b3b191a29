import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

import pg from 'pg';

import { startCluster } from '../../tests/support/postgres-cluster.ts';
import { countWaitingEvents } from './busy-shop.ts';
import { cpuMs, cpuMsOfFamily } from './process-usage.ts';
import { callsTo } from './shop-calls.ts';

const secret = 'whsec_of_the_sandbox_apart';

/** Message to the process of a sandbox. */
export type Notice = { databaseUrl: string; secret: string } | { shopPort: number };

/** The database of a sandbox. */
async function openDatabase() {
  const cluster = await startCluster();
  const client = new pg.Client({ connectionString: cluster.url });
  await client.connect();
  return {
    url: cluster.url,
    waitingEvents: () => countWaitingEvents(client),
    cpuMs: () => cpuMsOfFamily(cluster.pid()),
    async stop() {
      await client.end();
      await cluster.stop();
    },
  };
}

/**
 * Starts the payment sandbox in a separate process with its own PostgreSQL, so that the shop's
 * PostgreSQL serves only the shop. `inMemory` starts a provider without a database instead.
 */
export async function startSandbox({ inMemory = false } = {}) {
  const database = inMemory ? null : await openDatabase();
  const execArgv = ['--import', './scripts/stub-asset-urls.mjs'];
  const program = inMemory ? 'memory-provider.ts' : 'sandbox-server.ts';
  const child = fork(join(import.meta.dirname, program), { execArgv });
  const sendMessage = (message: Notice) => child.send(message);
  sendMessage({ databaseUrl: database?.url ?? '', secret });
  const failed = once(child, 'exit').then(([code]) => {
    throw new Error(`the sandbox ended with ${code}`);
  });
  const [port] = (await Promise.race([once(child, 'message'), failed])) as [number];
  failed.catch(() => undefined);
  const { call, end } = callsTo(port, 50);
  const waitingInMemory = async () => {
    const { body } = await call('GET', '/waiting', {});
    return (JSON.parse(body) as { waitingEvents: number }).waitingEvents;
  };
  return {
    /** Settings with which a shop pays at this sandbox. */
    settings: {
      STRIPE_SECRET_KEY: 'sk_test_sandbox',
      STRIPE_PUBLISHABLE_KEY: 'pk_test_sandbox',
      STRIPE_WEBHOOK_SECRET: secret,
      STRIPE_API_URL: `http://127.0.0.1:${port}`,
    },
    /** Sends a browser's request to the sandbox. */
    call,
    /** Number of events that the shop has not received yet. */
    waitingEvents: database?.waitingEvents ?? waitingInMemory,
    /** CPU time in ms used so far by the process. */
    cpuMs: () => cpuMs(child.pid ?? 0),
    databaseCpuMs: () => database?.cpuMs() ?? 0,
    /** Sets the shop process that receives payment events from now on. */
    connectShop: ({ port: shopPort }: { port: number }) => sendMessage({ shopPort }),
    async stop() {
      end();
      child.disconnect();
      await once(child, 'exit');
      await database?.stop();
    },
  };
}

export type Sandbox = Awaited<ReturnType<typeof startSandbox>>;
