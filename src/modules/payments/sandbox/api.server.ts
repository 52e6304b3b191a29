import { createHash, randomBytes } from 'node:crypto';

import type { Db } from '#platform/db/database.server.ts';
import { inTransaction } from '#platform/db/transaction.server.ts';

import { emit } from './events.server.ts';
import * as repo from './repo.server.ts';
import { isWaiting, parseForm, textsOf, type SandboxError, type SandboxIntent } from './rules.ts';

type Answer = { status: number; body: unknown };
type Form = Record<string, unknown>;

/** Faults for the tests of the shop's patience, each a probability; none by default. */
export type SandboxFaults = { tooMany: number; serverError: number; answerLost: number; random: () => number };

const smallestCharge = 50;

function failure(status: number, error: SandboxError, intent?: SandboxIntent): Answer {
  return { status, body: { error: intent === undefined ? error : { ...error, payment_intent: intent } } };
}

function invalid(message: string, code?: string, intent?: SandboxIntent): Answer {
  const error: SandboxError = { type: 'invalid_request_error', message, ...(code === undefined ? {} : { code }) };
  return failure(400, error, intent);
}

const missing = (id: string): Answer =>
  failure(404, { type: 'invalid_request_error', code: 'resource_missing', message: `No such payment_intent: '${id}'` });

function unexpectedState(intent: SandboxIntent, verb: string): Answer {
  const message = `This PaymentIntent's ${verb} could not be done because it has a status of ${intent.status}.`;
  return invalid(message, 'payment_intent_unexpected_state', intent);
}

function amountOf(form: Form): number | null {
  const { amount } = form;
  return typeof amount === 'string' && /^\d{1,8}$/.test(amount) ? Number(amount) : null;
}

function changesFrom(form: Form, before: SandboxIntent): SandboxIntent {
  const { receipt_email, shipping } = form;
  return {
    ...before,
    amount: amountOf(form) ?? before.amount,
    metadata: { ...before.metadata, ...textsOf(form.metadata) },
    receipt_email: typeof receipt_email === 'string' ? receipt_email : before.receipt_email,
    shipping: typeof shipping === 'object' && shipping !== null ? { ...shipping } : before.shipping,
  };
}

function refusedAmount(form: Form): Answer | null {
  if (form.amount === undefined) return null;
  const amount = amountOf(form);
  if (amount === null) return invalid('Invalid integer: amount', 'parameter_invalid_integer');
  return amount < smallestCharge ? invalid('Amount must be at least 50 cents', 'amount_too_small') : null;
}

async function create(tx: Db, form: Form): Promise<Answer> {
  if (form.amount === undefined) return invalid('Missing required param: amount.', 'parameter_missing');
  if (form.currency !== 'usd') return invalid('Invalid currency', 'invalid_currency');
  const refused = refusedAmount(form);
  if (refused !== null) return refused;
  const id = `pi_${randomBytes(12).toString('hex')}`;
  const intent = changesFrom(form, {
    id,
    object: 'payment_intent',
    amount: 0,
    amount_received: 0,
    currency: 'usd',
    status: 'requires_payment_method',
    client_secret: `${id}_secret_${randomBytes(16).toString('hex')}`,
    created: Math.floor(Date.now() / 1000),
    livemode: false,
    metadata: {},
    receipt_email: null,
    shipping: null,
    last_payment_error: null,
    next_action: null,
    payment_method_types: ['card'],
    card: null,
  });
  await repo.insertIntent(tx, intent);
  return { status: 200, body: intent };
}

async function update(tx: Db, id: string, form: Form): Promise<Answer> {
  const intent = await repo.lockIntent(tx, id);
  if (intent === null) return missing(id);
  if (!isWaiting(intent)) return unexpectedState(intent, 'amount');
  const refused = refusedAmount(form);
  if (refused !== null) return refused;
  // As at the provider: an abandoned authentication does not outlive a change of the intent.
  const changed = changesFrom(form, intent);
  const next =
    intent.status === 'requires_action'
      ? { ...changed, status: 'requires_payment_method' as const, next_action: null }
      : changed;
  await repo.updateIntent(tx, next);
  return { status: 200, body: next };
}

async function cancel(tx: Db, id: string): Promise<Answer> {
  const intent = await repo.lockIntent(tx, id);
  if (intent === null) return missing(id);
  if (!isWaiting(intent)) return unexpectedState(intent, 'cancelation');
  const canceled: SandboxIntent = { ...intent, status: 'canceled', next_action: null };
  await repo.updateIntent(tx, canceled);
  await emit(tx, 'payment_intent.canceled', canceled);
  return { status: 200, body: canceled };
}

async function list(db: Db, query: URLSearchParams): Promise<Answer> {
  const since = Number(query.get('created[gte]') ?? 0);
  const limit = Math.min(100, Number(query.get('limit') ?? 10));
  const intents = await repo.listIntentsSince(db, new Date(since * 1000), limit);
  return { status: 200, body: { object: 'list', data: intents, has_more: false, url: '/v1/payment_intents' } };
}

const onePath = /^\/v1\/payment_intents\/([^/]+)$/;
const cancelPath = /^\/v1\/payment_intents\/([^/]+)\/cancel$/;

const unknownUrl = (method: string, path: string): Answer =>
  failure(404, { type: 'invalid_request_error', message: `Unrecognized request URL (${method}: ${path}).` });

function write(tx: Db, path: string, form: Form): Promise<Answer> {
  const canceled = cancelPath.exec(path)?.[1];
  if (canceled !== undefined) return cancel(tx, canceled);
  const updated = onePath.exec(path)?.[1];
  if (updated !== undefined) return update(tx, updated, form);
  if (path === '/v1/payment_intents') return create(tx, form);
  return Promise.resolve(unknownUrl('POST', path));
}

async function read(db: Db, path: string, query: URLSearchParams): Promise<Answer> {
  if (path === '/v1/payment_intents') return list(db, query);
  const id = onePath.exec(path)?.[1];
  if (id === undefined) return unknownUrl('GET', path);
  const intent = await repo.findIntent(db, id);
  return intent === null ? missing(id) : { status: 200, body: intent };
}

const serverError: SandboxError = { type: 'api_error', message: 'An unknown error occurred' };
const tooMany: SandboxError = { type: 'rate_limit_error', code: 'rate_limit', message: 'Too many requests.' };

/** Writes once per idempotency key: a second call with the key gets the first one's answer, a saved failure included. */
function writeOnce(db: Db, path: string, body: string, key: string | null, fails: boolean): Promise<Answer> {
  const fingerprint = createHash('sha256').update(`${path}\n${body}`).digest('hex');
  return inTransaction(db, async (tx) => {
    if (key === null) return fails ? failure(500, serverError) : write(tx, path, parseForm(body));
    await repo.lockKey(tx, key);
    const saved = await repo.findAnswer(tx, key);
    if (saved !== null) {
      if (saved.fingerprint === fingerprint) return { status: saved.status, body: JSON.parse(saved.body) as unknown };
      const message = `Keys for idempotent requests can only be used with the same parameters they were first used with.`;
      return failure(400, { type: 'idempotency_error', message });
    }
    const answer = fails ? failure(500, serverError) : await write(tx, path, parseForm(body));
    await repo.insertAnswer(tx, key, { fingerprint, status: answer.status, body: JSON.stringify(answer.body) });
    return answer;
  });
}

const none: SandboxFaults = { tooMany: 0, serverError: 0, answerLost: 0, random: Math.random };

/** The provider's API as the official SDK calls it: a `fetch` that never leaves the process, its state in the database. */
export function sandboxFetch(db: Db, faults: SandboxFaults = none): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, init);
    const { pathname, searchParams } = new URL(request.url);
    const { random } = faults;
    if (random() < faults.tooMany) return respond(failure(429, tooMany));
    const key = request.headers.get('idempotency-key');
    const answer =
      request.method === 'GET'
        ? await read(db, pathname, searchParams)
        : await writeOnce(db, pathname, await request.text(), key, random() < faults.serverError);
    if (random() < faults.answerLost) throw new TypeError('fetch failed');
    return respond(answer);
  };
}

function respond({ status, body }: Answer): Response {
  const requestId = `req_${randomBytes(7).toString('hex')}`;
  return Response.json(body, { status, headers: { 'request-id': requestId } });
}
