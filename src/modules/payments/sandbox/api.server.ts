import { createHash, randomBytes } from 'node:crypto';

import type { Db } from '#platform/db/database.server.ts';
import { inTransaction } from '#platform/db/transaction.server.ts';

import { failure, type Answer, type Form } from './answers.server.ts';
import { closeDispute, listDisputes, readDispute, updateDispute } from './disputes.server.ts';
import {
  cancelIntent,
  confirmIntentByMethod,
  createIntent,
  listIntents,
  readIntent,
  updateIntent,
} from './intents.server.ts';
import { createRefund, listCharges, listRefunds, readCharge, readRefund, updateRefund } from './refunds.server.ts';
import * as repo from './repo.server.ts';
import { parseForm, type SandboxError } from './rules.ts';
import { createCalculation } from './tax.server.ts';
import { createSession, expireSession, listSessions, readSession } from './hosted/sessions.server.ts';

/** Faults for the tests of the shop's patience, each a probability; none by default. */
export type SandboxFaults = { tooMany: number; serverError: number; answerLost: number; random: () => number };

type Write = (tx: Db, id: string, form: Form, publicUrl: string) => Promise<Answer>;

/** The writing calls: `:id` stands for the object that is meant. */
const writes: Record<string, Write> = {
  '/v1/payment_intents': (tx, _id, form) => createIntent(tx, form),
  '/v1/payment_intents/:id': updateIntent,
  '/v1/payment_intents/:id/cancel': cancelIntent,
  '/v1/payment_intents/:id/confirm': confirmIntentByMethod,
  '/v1/refunds': (tx, _id, form) => createRefund(tx, form),
  '/v1/refunds/:id': updateRefund,
  '/v1/disputes/:id': updateDispute,
  '/v1/disputes/:id/close': closeDispute,
  '/v1/checkout/sessions': (tx, _id, form, publicUrl) => createSession(tx, form, publicUrl),
  '/v1/checkout/sessions/:id/expire': expireSession,
  '/v1/tax/calculations': (_tx, _id, form) => Promise.resolve(createCalculation(form)),
};

const reads: Record<string, (db: Db, id: string) => Promise<Answer>> = {
  '/v1/payment_intents/:id': readIntent,
  '/v1/refunds/:id': readRefund,
  '/v1/charges/:id': readCharge,
  '/v1/disputes/:id': readDispute,
  '/v1/checkout/sessions/:id': readSession,
};

const lists: Record<string, (db: Db, path: string, query: URLSearchParams) => Promise<Answer>> = {
  '/v1/payment_intents': listIntents,
  '/v1/refunds': listRefunds,
  '/v1/charges': listCharges,
  '/v1/disputes': listDisputes,
  '/v1/checkout/sessions': listSessions,
};

const object = /^(\/v1\/(?:checkout\/)?[a-z_]+)\/([^/]+)(\/[a-z]+)?$/;

/** A path with its object's id taken out: `/v1/refunds/re_1` is `/v1/refunds/:id` of `re_1`. */
function placeOf(path: string): { place: string; id: string } {
  const isWhole = Object.hasOwn(lists, path) || Object.hasOwn(writes, path);
  const [, folder, id, verb = ''] = isWhole ? [] : (object.exec(path) ?? []);
  if (folder === undefined || id === undefined) return { place: path, id: '' };
  return { place: `${folder}/:id${verb}`, id: decodeURIComponent(id) };
}

const unknownUrl = (method: string, path: string): Answer =>
  failure(404, { type: 'invalid_request_error', message: `Unrecognized request URL (${method}: ${path}).` });

function write(tx: Db, path: string, body: string, publicUrl: string): Promise<Answer> {
  const { place, id } = placeOf(path);
  const found = Object.hasOwn(writes, place) ? writes[place] : undefined;
  return found === undefined ? Promise.resolve(unknownUrl('POST', path)) : found(tx, id, parseForm(body), publicUrl);
}

function read(db: Db, path: string, query: URLSearchParams): Promise<Answer> {
  const { place, id } = placeOf(path);
  const list = Object.hasOwn(lists, place) ? lists[place] : undefined;
  if (list !== undefined) return list(db, path, query);
  const one = Object.hasOwn(reads, place) ? reads[place] : undefined;
  return one === undefined ? Promise.resolve(unknownUrl('GET', path)) : one(db, id);
}

const serverError: SandboxError = { type: 'api_error', message: 'An unknown error occurred' };
const tooMany: SandboxError = { type: 'rate_limit_error', code: 'rate_limit', message: 'Too many requests.' };

type Call = { path: string; body: string; key: string | null; fails: boolean; publicUrl: string };

/** Writes once per idempotency key: a second call with the key gets the first one's answer, a saved failure included. */
function writeOnce(db: Db, { path, body, key, fails, publicUrl }: Call): Promise<Answer> {
  const fingerprint = createHash('sha256').update(`${path}\n${body}`).digest('hex');
  return inTransaction(db, async (tx) => {
    if (key === null) return fails ? failure(500, serverError) : write(tx, path, body, publicUrl);
    await repo.lockKey(tx, key);
    const saved = await repo.findAnswer(tx, key);
    if (saved !== null) {
      if (saved.fingerprint === fingerprint) return { status: saved.status, body: JSON.parse(saved.body) as unknown };
      const message = `Keys for idempotent requests can only be used with the same parameters they were first used with.`;
      return failure(400, { type: 'idempotency_error', message });
    }
    const answer = fails ? failure(500, serverError) : await write(tx, path, body, publicUrl);
    await repo.insertAnswer(tx, key, { fingerprint, status: answer.status, body: JSON.stringify(answer.body) });
    return answer;
  });
}

const none: SandboxFaults = { tooMany: 0, serverError: 0, answerLost: 0, random: Math.random };

/** The provider's API as the official SDK calls it: a `fetch` that never leaves the process, its state in the database. */
export function sandboxFetch(db: Db, publicUrl: string, faults: SandboxFaults = none): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, init);
    const { pathname: path, searchParams } = new URL(request.url);
    const { random } = faults;
    if (random() < faults.tooMany) return respond(failure(429, tooMany));
    const key = request.headers.get('idempotency-key');
    const answer =
      request.method === 'GET'
        ? await read(db, path, searchParams)
        : await writeOnce(db, {
            path,
            body: await request.text(),
            key,
            fails: random() < faults.serverError,
            publicUrl,
          });
    if (random() < faults.answerLost) throw new TypeError('fetch failed');
    return respond(answer);
  };
}

function respond({ status, body }: Answer): Response {
  const requestId = `req_${randomBytes(7).toString('hex')}`;
  return Response.json(body, { status, headers: { 'request-id': requestId } });
}
