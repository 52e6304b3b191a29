import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

import type { Told } from './sandbox-server.ts';
import { callsTo } from './shop-calls.ts';

const secret = 'whsec_of_the_sandbox_apart';

/** Starts the payment sandbox in a process of its own, on the database of a shop that has been started once. */
export async function startSandbox(databaseUrl: string) {
  const execArgv = ['--import', './scripts/without-assets.mjs'];
  const child = fork(join(import.meta.dirname, 'sandbox-server.ts'), { execArgv });
  const tell = (told: Told) => child.send(told);
  tell({ databaseUrl, secret });
  const failed = once(child, 'exit').then(([code]) => {
    throw new Error(`the sandbox ended with ${code}`);
  });
  const [port] = (await Promise.race([once(child, 'message'), failed])) as [number];
  failed.catch(() => undefined);
  const { call, end } = callsTo(port, 50);
  return {
    /** With these a shop pays there. */
    settings: {
      STRIPE_SECRET_KEY: 'sk_test_sandbox',
      STRIPE_PUBLISHABLE_KEY: 'pk_test_sandbox',
      STRIPE_WEBHOOK_SECRET: secret,
      STRIPE_API_URL: `http://127.0.0.1:${port}`,
    },
    /** Calls of browsers to the sandbox. */
    call,
    /** Names the process of the shop that hears of payments from now on. */
    tellShop: (shop: { port: number }) => tell({ webhook: `http://127.0.0.1:${shop.port}/api/stripe-webhook` }),
    stop() {
      end();
      child.disconnect();
    },
  };
}

export type Sandbox = Awaited<ReturnType<typeof startSandbox>>;
