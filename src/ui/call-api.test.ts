import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { sendCall } from './call-api.ts';

beforeEach(() => {
  vi.useFakeTimers();
  // The network accepts the call and stays silent until it is aborted.
  vi.stubGlobal(
    'fetch',
    (_address: string, { signal }: RequestInit) =>
      new Promise((_done, failed) => signal?.addEventListener('abort', () => failed(new Error('given up')))),
  );
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const page = { headers: { 'content-type': 'text/html' } };
const noAnswer = {
  reason: 'unreachable',
  message: 'Can’t reach the shop. Try again in a minute.',
};

test.each([
  ['502 as a page', new Response('<h1>Bad Gateway</h1>', { status: 502, ...page }), noAnswer],
  ['502 as JSON', Response.json({ message: 'upstream' }, { status: 502 }), noAnswer],
  ['503 as a page', new Response('<h1>No server</h1>', { status: 503, ...page }), noAnswer],
  ['504 as JSON', Response.json({ error: 'timeout' }, { status: 504 }), noAnswer],
  [
    "the shop's own 503",
    Response.json({ error: 'unavailable', message: 'Later.' }, { status: 503 }),
    { reason: 'unavailable', message: 'Later.' },
  ],
  [
    'a page in the place of an answer',
    new Response('<h1>Sign in to this network</h1>', page),
    { reason: 'unreachable', message: 'Can’t reach the shop. Check your connection and try again.' },
  ],
])("responses of proxies and captive networks are told from the shop's own: %s", async (_what, response, expected) => {
  vi.stubGlobal('fetch', async () => response);
  expect(await sendCall('POST /cart/items', {})).toMatchObject({ ok: false, ...expected });
});

test('an unanswered call is reported as unreachable after 30 s, not earlier', async () => {
  let reason = 'waiting';
  void sendCall('POST /track-order/again', {}).then((answer) => (reason = answer.ok ? 'answered' : answer.reason));
  await vi.advanceTimersByTimeAsync(29_999);
  expect(reason).toBe('waiting');
  await vi.advanceTimersByTimeAsync(1);
  expect(reason).toBe('unreachable');
});
