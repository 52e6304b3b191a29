import { expect, test } from 'vitest';

import { stripeClient } from './stripe-client.server.ts';
import { providerResponse, isUnknownObject, providerFailure } from './provider-errors.server.ts';
import { intentCalls } from './intents.server.ts';

const invalid = { type: 'invalid_request_error' };
const unknown = { ...invalid, code: 'resource_missing', param: 'intent', message: "No such payment_intent: 'pi_1'" };
const otherMode = `${unknown.message}; a similar object exists in live mode, but a test mode key was used to make this request.`;

/** Reads an intent from a provider that gives this response. */
function readFrom(status: number, body: string) {
  const answer = async () => new Response(body, { status, headers: { 'content-type': 'application/json' } });
  const { readIntent } = intentCalls(stripeClient({ stripeSecretKey: 'sk_test_x', stripeApiUrl: undefined }, answer));
  return readIntent('pi_1');
}

test.each([
  ['the provider’s own word', 404, { error: unknown }, true],
  ['the same object in the other mode', 404, { error: { ...unknown, message: otherMode } }, true],
  [
    'an address that the provider does not know',
    404,
    { error: { ...invalid, message: 'Unrecognized request URL' } },
    false,
  ],
  ['a proxy’s JSON', 404, { error: 'not found' }, false],
  ['a proxy’s page', 404, '<h1>404 Not Found</h1>', false],
  ['a wrong key', 401, { error: { ...invalid, message: 'Invalid API Key provided' } }, false],
  ['another status', 400, { error: unknown }, false],
] as const)(
  'an object counts as unknown only if the provider itself says so: %s',
  async (_case, status, body, isUnknown) => {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    const failed = await readFrom(status, text).catch((error: unknown) => error);
    expect(isUnknownObject(failed)).toBe(isUnknown);
    expect(await providerResponse(() => readFrom(status, text))).toBe(isUnknown ? 'unknown' : null);
  },
);

test.each([
  ['a proxy’s page', 200, '<h1>Welcome</h1>'],
  ['a proxy’s JSON', 400, '{"message":"Bad request"}'],
  ['nothing', 200, 'null'],
  ['another object', 200, '{"id":12}'],
  ['half an answer', 200, '{"id":'],
])('a response that no provider sends leaves the result of the call unknown: %s', async (_case, status, body) => {
  const failed = await readFrom(status, body).catch((error: unknown) => error);
  expect(providerFailure(failed)).toBe('unavailable');
});
