import { resolve } from 'node:path';

import Stripe from 'stripe';

import { processEnvironment } from '../../support/process-environment.ts';
import { nonEphemeralPort } from '../../support/postgres-cluster.ts';
import { startLimited, usualLimits } from './limited-process.ts';
import { untilTrue } from './steady-load.ts';

const secret = 'whsec_of_the_tests';

/**
 * Runs the payment provider as a process: the sandbox's command with its own database, unaffected
 * by the shop's faults.
 */
export async function startProvider(webhookUrl: string) {
  const port = await nonEphemeralPort();
  const sandbox = startLimited({
    args: [resolve('packages/stripe-sandbox/src/command.ts')],
    env: { ...processEnvironment, PORT: String(port), WEBHOOK_URL: webhookUrl, WEBHOOK_SECRET: secret },
    limits: { ...usualLimits, memoryMb: 1_536 },
  });
  const url = `http://127.0.0.1:${port}`;
  await untilTrue('the provider answers', 30_000, async () => sandbox.log().includes('answers at'));
  const stripe = new Stripe('sk_test_cluster', { host: '127.0.0.1', port, protocol: 'http' });
  return {
    url,
    /** All payment intents of the provider. */
    intents: () => stripe.paymentIntents.list({ limit: 100 }).autoPagingToArray({ limit: 10_000 }),
    settings: {
      STRIPE_SECRET_KEY: 'sk_test_cluster',
      STRIPE_PUBLISHABLE_KEY: 'pk_test_cluster',
      STRIPE_WEBHOOK_SECRET: secret,
      STRIPE_API_URL: url,
    },
    signal: (name: NodeJS.Signals) => sandbox.signal(name),
    async stop() {
      sandbox.signal('SIGKILL');
      await sandbox.ended;
    },
  };
}
