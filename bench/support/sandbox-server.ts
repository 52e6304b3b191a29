import { createServer } from 'node:http';

import { getRequestListener } from '@hono/node-server';
import { Hono } from 'hono';
import Stripe from 'stripe';

import { sandboxFetch } from '#modules/payments/sandbox/api.server.ts';
import { finishProcessing } from '#modules/payments/sandbox/confirm.server.ts';
import { deliverDue } from '#modules/payments/sandbox/events.server.ts';
import { finishRefunds } from '#modules/payments/sandbox/refunds.server.ts';
import { sandboxRoutes } from '#modules/payments/sandbox/routes.server.ts';
import { openDatabase } from '#platform/db/database.server.ts';

export type Told = { databaseUrl: string; secret: string } | { webhook: string };

const everyMs = 1_000;

let webhook = '';

async function deliver(body: string, signature: string): Promise<number> {
  const headers = { 'content-type': 'application/json', 'stripe-signature': signature };
  return (await fetch(webhook, { method: 'POST', headers, body, signal: AbortSignal.timeout(10_000) })).status;
}

async function start({ databaseUrl, secret }: Exclude<Told, { webhook: string }>): Promise<void> {
  const { db } = await openDatabase({ databaseUrl, onError: (error) => console.error(error.message) });
  const { webhooks } = new Stripe('sk_test_bench');
  const sign = (payload: string) => webhooks.generateTestHeaderString({ payload, secret });
  const deliverEvents = () => deliverDue(db, sign, deliver);
  const answer = sandboxFetch(db, 'http://localhost');
  const app = new Hono();
  app.all('/v1/*', (c) => answer(c.req.raw));
  app.route('/sandbox', sandboxRoutes(db, deliverEvents));
  const goOn = async () => {
    await finishProcessing(db, new Date());
    await finishRefunds(db, new Date());
    await deliverEvents();
    setTimeout(() => void goOn(), everyMs);
  };
  void goOn();
  const reply = getRequestListener(app.fetch);
  const server = createServer((request, response) => void reply(request, response));
  server.listen(0, '127.0.0.1', () => {
    const address = server.address();
    if (typeof address === 'object' && address !== null) process.send?.(address.port);
  });
}

/** The payment sandbox on the shop's database, in a process of its own as a provider is: told by messages where both are. */
process.on('message', (told: Told) => {
  if ('webhook' in told) webhook = told.webhook;
  else void start(told);
});
process.once('disconnect', () => process.exit(0));
