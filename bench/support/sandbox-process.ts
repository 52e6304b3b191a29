import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

import pg from 'pg';

import { startCluster } from '../../tests/support/postgres-cluster.ts';
import { cpuMs, cpuMsOfFamily } from './process-usage.ts';
import type { Notice } from './sandbox-server.ts';
import { callsTo } from './shop-calls.ts';

const secret = 'whsec_of_the_sandbox_apart';

/**
 * Starts the payment sandbox in a separate process with its own PostgreSQL, so that the shop's
 * PostgreSQL serves only the shop.
 */
export async function startSandbox() {
  const cluster = await startCluster();
  const execArgv = ['--import', './scripts/stub-asset-urls.mjs'];
  const child = fork(join(import.meta.dirname, 'sandbox-server.ts'), { execArgv });
  const sendMessage = (message: Notice) => child.send(message);
  sendMessage({ databaseUrl: cluster.url, secret });
  const failed = once(child, 'exit').then(([code]) => {
    throw new Error(`the sandbox ended with ${code}`);
  });
  const [port] = (await Promise.race([once(child, 'message'), failed])) as [number];
  failed.catch(() => undefined);
  const { call, end } = callsTo(port, 50);
  const client = new pg.Client({ connectionString: cluster.url });
  await client.connect();
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
    ask: async <Row extends pg.QueryResultRow>(sql: string) => (await client.query<Row>(sql)).rows,
    /** CPU time in ms used so far by the process. */
    cpuMs: () => cpuMs(child.pid ?? 0),
    databaseCpuMs: () => cpuMsOfFamily(cluster.pid()),
    /** Sets the shop process that receives payment events from now on. */
    connectShop: ({ port: shopPort }: { port: number }) => sendMessage({ shopPort }),
    async stop() {
      end();
      await client.end();
      child.disconnect();
      await once(child, 'exit');
      await cluster.stop();
    },
  };
}

export type Sandbox = Awaited<ReturnType<typeof startSandbox>>;
