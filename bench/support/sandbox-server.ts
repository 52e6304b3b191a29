import { createSandbox } from '@halorosa/stripe-sandbox';
import { serveSandbox } from '@halorosa/stripe-sandbox/server';
import { createTables } from '@halorosa/stripe-sandbox/tables';

import { openDatabase } from '#platform/db/database.server.ts';

import { connectionsTo } from './http-connections.ts';
import type { Notice } from './sandbox-process.ts';

let shop = connectionsTo(0, 0);

async function deliver(body: string, signature: string): Promise<number> {
  const headers = { 'content-type': 'application/json', 'stripe-signature': signature };
  return (await shop.send({ method: 'POST', path: '/api/stripe-webhook', headers, body })).status;
}

/**
 * Turns off synchronous commit: the sandbox's data is temporary, so no commit has to wait for the
 * disk.
 */
function unflushed(databaseUrl: string): string {
  const url = new URL(databaseUrl);
  url.searchParams.set('options', '-c synchronous_commit=off');
  return url.href;
}

async function start({ databaseUrl, secret }: Exclude<Notice, { shopPort: number }>): Promise<void> {
  const { db } = await openDatabase({
    databaseUrl: unflushed(databaseUrl),
    onError: (error) => console.error(error.message),
  });
  await createTables(db);
  const { port } = await serveSandbox(createSandbox({ db, webhook: { secret, deliver } }));
  process.send?.(port);
}

/**
 * Payment sandbox in a separate process, like a real provider. Receives the addresses of its
 * database and of the shop by message.
 */
process.on('message', (message: Notice) => {
  if (!('shopPort' in message)) return void start(message);
  shop.end();
  shop = connectionsTo(message.shopPort, 50);
});
process.once('disconnect', () => process.exit(0));
