#!/usr/bin/env node
import { openEmbedded } from './embedded-database.ts';
import { createSandbox } from './sandbox.ts';
import { serveSandbox } from './http-server.ts';

const { PORT = '12111', DATA_DIR, WEBHOOK_URL, WEBHOOK_SECRET = 'whsec_sandbox' } = process.env;

async function deliver(body: string, signature: string): Promise<number> {
  const headers = { 'content-type': 'application/json', 'stripe-signature': signature };
  const signal = AbortSignal.timeout(10_000);
  return (await fetch(WEBHOOK_URL ?? '', { method: 'POST', headers, body, signal })).status;
}

const sandbox = createSandbox({
  db: await openEmbedded(DATA_DIR),
  publicUrl: `http://localhost:${PORT}`,
  ...(WEBHOOK_URL === undefined ? {} : { webhook: { secret: WEBHOOK_SECRET, deliver } }),
});
const { port } = await serveSandbox(sandbox, Number(PORT));
process.stdout.write(`Stripe's API answers at http://localhost:${port}/v1\n`);
