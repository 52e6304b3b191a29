import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

import { createSandbox } from '@halorosa/stripe-sandbox';

import type { Database } from '#platform/db/database.server.ts';

/**
 * Behavior of the provider's tax service, and of its payments. `reads` answers GET requests and
 * fails the others.
 */
type ProviderBehavior = 'answers' | 'reads' | 'fails' | 'hangs';

async function forwarded(request: IncomingMessage, answer: typeof fetch): Promise<Response> {
  const body = request.method === 'GET' ? null : await text(request);
  const headers = Object.entries(request.headers).filter((one): one is [string, string] => typeof one[1] === 'string');
  return answer(`http://provider.test${request.url}`, { method: request.method ?? 'GET', headers, body });
}

function stop(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((done) => {
    server.close(() => done());
  });
}

/** True for a key that the provider refuses: one that calls itself wrong. */
const isWrongKey = ({ headers }: IncomingMessage) => headers.authorization?.includes('_wrong') === true;

/** Serves the sandbox over the network as the provider, on the same database as the shop. */
export async function openProvider(database: Database) {
  const taxKeys: string[] = [];
  const behavior = { tax: 'answers' as ProviderBehavior, payments: 'answers' as ProviderBehavior };
  const answer = createSandbox({ db: database.db, publicUrl: 'http://provider.test' }).fetch;
  const server = createServer((request, response) => {
    const reply = async () => {
      const isTax = request.url === '/v1/tax/calculations';
      if (isTax) taxKeys.push(String(request.headers['idempotency-key']));
      const how = isTax ? behavior.tax : behavior.payments;
      if (how === 'hangs') return;
      const isDown = how === 'fails' || (how === 'reads' && request.method !== 'GET');
      const error = { type: 'invalid_request_error', message: 'Invalid API Key provided' };
      const answered = isWrongKey(request)
        ? Response.json({ error }, { status: 401 })
        : isDown
          ? Response.json({ error: { type: 'api_error', message: 'down' } }, { status: 503 })
          : await forwarded(request, answer);
      response.writeHead(answered.status, { 'content-type': 'application/json' });
      response.end(await answered.text());
    };
    void reply();
  });
  await new Promise<void>((done) => {
    server.listen(0, '127.0.0.1', done);
  });
  const { port } = server.address() as AddressInfo;
  const settings = {
    STRIPE_SECRET_KEY: 'sk_test_provider',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_provider',
    STRIPE_WEBHOOK_SECRET: 'whsec_provider',
    STRIPE_API_URL: `http://127.0.0.1:${port}`,
  };
  return { taxKeys, behavior, settings, close: () => stop(server) };
}

export type Provider = Awaited<ReturnType<typeof openProvider>>;
