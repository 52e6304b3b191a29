import { createSandbox } from '@halorosa/stripe-sandbox';
import { serveSandbox } from '@halorosa/stripe-sandbox/server';

import { openDatabase } from '#platform/db/database.server.ts';

export type Told = { databaseUrl: string; secret: string } | { webhook: string };

let webhook = '';

async function deliver(body: string, signature: string): Promise<number> {
  const headers = { 'content-type': 'application/json', 'stripe-signature': signature };
  return (await fetch(webhook, { method: 'POST', headers, body, signal: AbortSignal.timeout(10_000) })).status;
}

async function start({ databaseUrl, secret }: Exclude<Told, { webhook: string }>): Promise<void> {
  const { db } = await openDatabase({ databaseUrl, onError: (error) => console.error(error.message) });
  const { port } = await serveSandbox(createSandbox({ db, webhook: { secret, deliver } }));
  process.send?.(port);
}

/** The payment sandbox on the shop's database, in a process of its own as a provider is: told by messages where both are. */
process.on('message', (told: Told) => {
  if ('webhook' in told) webhook = told.webhook;
  else void start(told);
});
process.once('disconnect', () => process.exit(0));
