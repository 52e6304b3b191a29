import { createHash } from 'node:crypto';

import { failure, invalid, newId, type ApiResponse } from './responses.ts';
import { type Form, parseForm, type SandboxError } from './cards.ts';
import type { Db } from './database.ts';
import { closeDispute, updateDispute, whileOpen } from './disputes.ts';
import { cancelIntent, confirmIntentByMethod, createIntent, listIntents, updateIntent } from './payment-intents.ts';
import { about, listObjects } from './object-calls.ts';
import { listTransactions } from './balance-transactions.ts';
import { createRefund, updateRefund } from './refunds.ts';
import * as repo from './queries.ts';
import { refusedParameters } from './request-parameters.ts';
import { createCalculation } from './tax-calculation.ts';
import { createSession, expireSession, readSession } from './hosted/sessions.ts';
import { createEndpoint, deleteEndpoint, readEndpoint } from './webhook-endpoints.ts';
import { inUnitOfWork, UnitOfWork } from './unit-of-work.ts';

/** Faults for tests of the shop's error handling, each a probability; none by default. */
export type SandboxFaults = { tooMany: number; serverError: number; responseLost: number; random: () => number };

/** A call. `id` is the object's id; empty if the path has none. */
type Call = { id: string; form: Form; path: string; query: URLSearchParams; publicUrl: string };
type Handler = (work: UnitOfWork, call: Call) => Promise<ApiResponse> | ApiResponse;

const handlers: Record<string, Handler> = {
  'POST /v1/payment_intents': (work, { form }) => createIntent(work, form),
  'POST /v1/payment_intents/:id': about('payment_intent', updateIntent),
  'POST /v1/payment_intents/:id/cancel': about('payment_intent', cancelIntent),
  'POST /v1/payment_intents/:id/confirm': about('payment_intent', confirmIntentByMethod),
  'GET /v1/payment_intents': (work, { path, query }) => listIntents(work.db, path, query),
  'GET /v1/payment_intents/:id': about('payment_intent'),
  'POST /v1/refunds': (work, { form }) => createRefund(work, form),
  'POST /v1/refunds/:id': about('refund', updateRefund),
  'GET /v1/refunds': (work, call) => listObjects(work.db, 'refund', call),
  'GET /v1/refunds/:id': about('refund'),
  'GET /v1/charges': (work, call) => listObjects(work.db, 'charge', call),
  'GET /v1/charges/:id': about('charge'),
  'GET /v1/balance_transactions': (work, { path, query }) => listTransactions(work.db, path, query),
  'GET /v1/balance_transactions/:id': about('balance_transaction'),
  'POST /v1/disputes/:id': about('dispute', whileOpen(updateDispute)),
  'POST /v1/disputes/:id/close': about('dispute', whileOpen(closeDispute)),
  'GET /v1/disputes': (work, call) => listObjects(work.db, 'dispute', call),
  'GET /v1/disputes/:id': about('dispute'),
  'POST /v1/checkout/sessions': (work, { form, publicUrl }) => createSession(work, form, publicUrl),
  'POST /v1/checkout/sessions/:id/expire': (work, { id }) => expireSession(work, id),
  'GET /v1/checkout/sessions': (work, call) => listObjects(work.db, 'checkout.session', call),
  // Expires or completes a session that is due, so it needs a transaction.
  'GET /v1/checkout/sessions/:id': ({ db }, { id }) => inUnitOfWork(db, (work) => readSession(work, id)),
  'POST /v1/webhook_endpoints': (work, { form }) => createEndpoint(work, form),
  'GET /v1/webhook_endpoints/:id': (work, { id }) => readEndpoint(work, id),
  'DELETE /v1/webhook_endpoints/:id': (work, { id }) => deleteEndpoint(work, id),
  'POST /v1/tax/calculations': (_work, { form }) => createCalculation(form),
};

/** Served calls, such as `POST /v1/refunds/:id`. */
export const servedCalls: readonly string[] = Object.keys(handlers);

const object = /^(\/v1\/(?:checkout\/)?[a-z_]+)\/([^/]+)(\/[a-z]+)?$/;

/**
 * Returns the served call of a request and the id in its path: `/v1/refunds/re_1` is
 * `/v1/refunds/:id` with `re_1`. Null if it is not served.
 */
function callOf(method: string, path: string): { name: string; id: string } | null {
  const whole = `${method} ${path}`;
  if (Object.hasOwn(handlers, whole)) return { name: whole, id: '' };
  const [, folder = '', id = '', verb = ''] = object.exec(path) ?? [];
  const name = `${method} ${folder}/:id${verb}`;
  return Object.hasOwn(handlers, name) ? { name, id: decodeURIComponent(id) } : null;
}

const unknownUrl = (method: string, path: string): ApiResponse =>
  failure(404, { type: 'invalid_request_error', message: `Unrecognized request URL (${method}: ${path}).` });

const serverError: SandboxError = { type: 'api_error', message: 'An unknown error occurred' };
const tooMany: SandboxError = { type: 'rate_limit_error', code: 'rate_limit', message: 'Too many requests.' };

type Write = {
  key: string | null;
  fingerprint: string;
  work: (unit: UnitOfWork) => Promise<ApiResponse> | ApiResponse;
};

function replayed(saved: repo.SavedResponse, { key, fingerprint }: { key: string; fingerprint: string }): ApiResponse {
  if (saved.fingerprint === fingerprint) {
    return { status: saved.status, body: JSON.parse(saved.body) as unknown, isReplayed: true };
  }
  const message = `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`;
  return failure(400, { type: 'idempotency_error', message });
}

/**
 * Runs a write once per idempotency key. A second call with the key gets the first one's response,
 * also if it is an error.
 */
function writeOnce(db: Db, { key, fingerprint, work }: Write): Promise<ApiResponse> {
  return inUnitOfWork(db, async (unit) => {
    if (key === null) return work(unit);
    const saved = await repo.claimKey(unit.db, key, fingerprint);
    if (saved !== null) return replayed(saved, { key, fingerprint });
    const response = await work(unit);
    await repo.saveResponse(unit.db, key, { status: response.status, body: JSON.stringify(response.body) });
    return response;
  });
}

const none: SandboxFaults = { tooMany: 0, serverError: 0, responseLost: 0, random: Math.random };

export type ApiOptions = { db: Db; publicUrl: string; faults?: SandboxFaults | undefined };

async function responseTo(request: Request, { db, publicUrl, faults = none }: ApiOptions): Promise<ApiResponse> {
  const { pathname: path, searchParams: query, search } = new URL(request.url);
  const isRead = request.method === 'GET';
  const call = callOf(request.method, path);
  const handler = call === null ? undefined : handlers[call.name];
  if (call === null || handler === undefined) return unknownUrl(request.method, path);
  const body = isRead ? '' : await request.text();
  const form = parseForm(isRead ? search : body);
  const key = request.headers.get('idempotency-key');
  if (key !== null && key.length > 255) return invalid('Idempotency keys can have up to 255 characters.');
  // Like the provider: errors about parameters are not saved under the key.
  const refused = refusedParameters(call.name, form);
  if (refused !== null) return refused;
  const parts = { id: call.id, form, path, query, publicUrl };
  if (isRead) return handler(new UnitOfWork(db), parts);
  const fails = faults.random() < faults.serverError;
  const fingerprint = createHash('sha256').update(`${path}\n${body}`).digest('hex');
  return writeOnce(db, {
    key,
    fingerprint,
    work: (unit) => (fails ? failure(500, serverError) : handler(unit, parts)),
  });
}

/**
 * Stripe's API as its SDK calls it: a `fetch` that never leaves the process, with its state in the
 * database.
 */
export function sandboxFetch(options: ApiOptions): typeof fetch {
  const { faults = none } = options;
  return async (input, init) => {
    if (faults.random() < faults.tooMany) return respond(failure(429, tooMany));
    // Over HTTP the server created the request, and copying it costs more than answering it.
    const request = input instanceof Request && init === undefined ? input : new Request(input, init);
    const answer = await responseTo(request, options);
    if (faults.random() < faults.responseLost) throw new TypeError('fetch failed');
    return respond(answer);
  };
}

function respond({ status, body, isReplayed }: ApiResponse): Response {
  const replayed = isReplayed === true ? { 'idempotent-replayed': 'true' } : undefined;
  const headers = { 'content-type': 'application/json', 'request-id': newId('req', 7), ...replayed };
  return new Response(JSON.stringify(body), { status, headers });
}
