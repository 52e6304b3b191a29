import {
  UNSAFE_ErrorResponseImpl as ErrorResponseImpl,
  RouterContextProvider,
  type DataStrategyResult,
} from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';

import { sendCall } from '#ui/call-api.ts';
import type { Refusal } from '#ui/refusal.ts';

import { handleUnreachableForms } from './failed-forms.ts';

afterEach(() => vi.unstubAllGlobals());

/** Answer of a server or proxy; without a status the network failed. */
type Answer = { status?: number; body?: string; type?: string; retryAfter?: string; thrown?: Error };

const json = (body: unknown) => ({ body: JSON.stringify(body), type: 'application/json' });
const html = { body: '<h1>Sorry</h1>', type: 'text/html' };

function responseOf({ status = 200, body = '', type, retryAfter }: Answer): Response {
  const headers = new Headers();
  if (type !== undefined) headers.set('content-type', type);
  if (retryAfter !== undefined) headers.set('retry-after', retryAfter);
  return new Response(body, { status, headers });
}

function callDoor(answer: Answer): Promise<unknown> {
  const { thrown } = answer;
  vi.stubGlobal('fetch', () => (thrown === undefined ? Promise.resolve(responseOf(answer)) : Promise.reject(thrown)));
  return sendCall('POST /cart/items', { product_id: 'wand' });
}

const url = new URL('http://shop.test/admin/product');

/** Sends a form whose action ends with the answer, as the router reads it. */
async function formDoor({ status = 0, body = '', thrown }: Answer): Promise<unknown> {
  const request = new Request(url, { method: 'POST', body: new URLSearchParams({ form: 'product' }) });
  const call = { request, url, params: {}, pattern: '/admin/product', context: new RouterContextProvider() };
  const result: DataStrategyResult = { type: 'error', result: thrown ?? new ErrorResponseImpl(status, '', body) };
  const results: unknown = await handleUnreachableForms(call, () => Promise.resolve({ page: result }));
  return (results as { page: { result: { data: unknown } } }).page.result.data;
}

const noAnswer = /^Can’t reach the shop\. (Try again in a minute|Check your connection and try again)\.$/;
/** JSON without a message: the caller says its own sentence. */
const ofCaller = /^$/;
const tooLarge = /^This is too large to send\. Shorten the text or choose a smaller file\.$/;

const byBoth: [string, Answer, string, RegExp][] = [
  ['an empty 500', { status: 500 }, 'unreachable', noAnswer],
  ['a 500 as a page', { status: 500, ...html }, 'unreachable', noAnswer],
  ['a 503 as a page', { status: 503, ...html, retryAfter: '5' }, 'unreachable', noAnswer],
  ['a 502 with JSON of a proxy', { status: 502, ...json({ message: 'upstream' }) }, 'unreachable', noAnswer],
  ['a 413 as a page', { status: 413, ...html }, 'too_large', tooLarge],
  ['an empty 429', { status: 429 }, 'too_many', /^Please wait 60 seconds and try again\.$/],
  ['a lost network', { thrown: new TypeError('Failed to fetch') }, 'unreachable', noAnswer],
];

const byCall: [string, Answer, string, RegExp][] = [
  ['an aborted call', { thrown: new DOMException('aborted', 'AbortError') }, 'unreachable', noAnswer],
  ['a page instead of JSON', { status: 200, ...html }, 'unreachable', noAnswer],
  ['an empty 200', { status: 200 }, 'unreachable', noAnswer],
  ['an empty 400', { status: 400 }, 'unreachable', noAnswer],
  ['cut JSON', { status: 422, body: '{"error":"so', type: 'application/json' }, 'unreachable', noAnswer],
  ['JSON of null', { status: 422, ...json(null) }, 'refused', ofCaller],
  ['a list', { status: 422, ...json(['sold_out']) }, 'refused', ofCaller],
  ['wrong types', { status: 422, ...json({ error: 7, message: { a: 1 } }) }, 'refused', ofCaller],
  ['a message alone', { status: 422, ...json({ message: 'Sold out.' }) }, 'refused', /^Sold out\.$/],
  ['a reason alone', { status: 422, ...json({ error: 'Sold out.' }) }, 'Sold out.', /^Sold out\.$/],
  ['a huge message', { status: 422, ...json({ error: 'long', message: 'x'.repeat(2_000_000) }) }, 'long', /^x{500}$/],
  ['a 429 with its wait', { status: 429, ...html, retryAfter: '7' }, 'too_many', /^Please wait 7 seconds and/],
  ['a 429 with a date', { status: 429, ...html, retryAfter: 'Mon' }, 'too_many', /^Please wait 60 seconds and/],
  ["the shop's 429", { status: 429, ...json({ error: 'too_many', message: 'Later.' }) }, 'too_many', /^Later\.$/],
  ["the shop's 503", { status: 503, ...json({ error: 'busy', message: 'Later.' }) }, 'busy', /^Later\.$/],
  ['an ended session', { status: 401, ...json({ error: 'signed_out', message: 'In.' }) }, 'signed_out', /^In\.$/],
];

const doors = [
  ...[...byBoth, ...byCall].map(([what, ...one]) => ['a call', what, callDoor, ...one] as const),
  ...byBoth.map(([what, ...one]) => ['a form', what, formDoor, ...one] as const),
];

test.each(doors)('%s reads %s as a refusal', async (_door, _what, send, answer, reason, message) => {
  const refusal = (await send(answer)) as Refusal;
  expect(refusal).toMatchObject({ ok: false, reason, message: expect.stringMatching(message) as string });
});
