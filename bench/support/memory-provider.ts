import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';

import { blankIntent, changesFrom, paid, parseForm, signatureOf, type SandboxIntent } from '@halorosa/stripe-sandbox';

import { connectionsTo } from './http-connections.ts';
import type { Notice } from './sandbox-process.ts';

const intents = new Map<string, SandboxIntent>();
let shop = connectionsTo(0, 0);
let secret = '';
let waitingEvents = 0;

/** Changes an intent, or creates one if `id` is omitted. */
function put(body: string, id: string | undefined): SandboxIntent {
  const intent = changesFrom(parseForm(body), id === undefined ? blankIntent() : found(id));
  intents.set(intent.id, intent);
  return intent;
}

function found(id: string): SandboxIntent {
  const intent = intents.get(id);
  if (intent === undefined) throw new Error(`no intent ${id}`);
  return intent;
}

async function deliverPaid(intent: SandboxIntent): Promise<void> {
  waitingEvents += 1;
  const type = 'payment_intent.succeeded';
  const id = intent.id.replace(/^pi_/, 'evt_');
  const body = JSON.stringify({ id, object: 'event', api_version: null, data: { object: intent }, type });
  const headers = { 'content-type': 'application/json', 'stripe-signature': signatureOf(body, secret) };
  const { status } = await shop.send({ method: 'POST', path: '/api/stripe-webhook', headers, body });
  if (status !== 200) throw new Error(`the shop answered an event with ${status}`);
  waitingEvents -= 1;
}

/** Pays an intent with any card, as the browser asks. */
function confirm(body: string): object {
  const { client_secret } = JSON.parse(body) as { client_secret: string };
  const intent = paid(found(client_secret.split('_secret_')[0] ?? ''));
  intents.set(intent.id, intent);
  void deliverPaid(intent);
  return { paymentIntent: { id: intent.id, status: intent.status, client_secret }, error: null };
}

async function answerTo(url: string, body: string, isRead: boolean): Promise<object> {
  if (url === '/waiting') return { waitingEvents };
  if (url === '/sandbox/confirm') return confirm(body);
  const [path = ''] = url.split('?');
  const [isKnown, id] = /^\/v1\/payment_intents(?:\/(\w+))?$/.exec(path) ?? [];
  // The shop's reconciler lists what its own checkouts do not know.
  if (isRead && id === undefined) return { object: 'list', data: [], has_more: false, url: path };
  if (isKnown === undefined) throw new Error(`unexpected call ${url}`);
  return isRead ? found(id ?? '') : put(body, id);
}

const server = createServer((request, response) => {
  const reply = async () => {
    const answer = JSON.stringify(await answerTo(request.url ?? '', await text(request), request.method === 'GET'));
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(answer) });
    response.end(answer);
  };
  void reply();
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (typeof address === 'object') process.send?.(address?.port);
});

/**
 * Payment provider of a comparison with another shop, whose own provider also keeps its payments in
 * memory. It knows the calls of a checkout without mishaps and ends the bench at any other.
 */
process.on('message', (message: Notice) => {
  if ('secret' in message) ({ secret } = message);
  if (!('shopPort' in message)) return;
  shop.end();
  shop = connectionsTo(message.shopPort, 50);
});
process.once('disconnect', () => process.exit(0));
