import { afterEach, expect, test, vi } from 'vitest';

import { addressOf, call } from './api-client.ts';

const id = '7a3f8f34-0b0e-4a0d-9a5f-0d6c0f5f9a11';

/** Records the requests that are sent. */
function sent() {
  const requests: unknown[] = [];
  vi.stubGlobal('fetch', async (url: string, { method, headers, body }: RequestInit) => {
    requests.push({ url, method, headers, body });
    return Response.json({});
  });
  return requests;
}
afterEach(() => vi.unstubAllGlobals());

const json = { 'content-type': 'application/json' };

test('a call is sent to the path in its name, with its input as JSON', async () => {
  const requests = sent();
  await call(`PATCH /cart/items/${id}`, { quantity: 2 });
  expect(requests).toEqual([{ url: `/api/cart/items/${id}`, method: 'PATCH', headers: json, body: '{"quantity":2}' }]);
});

test('the input of a GET becomes its query string', async () => {
  const requests = sent();
  await call('GET /order-status', { payment_intent: 'pi_1&2' });
  expect(requests).toEqual([{ url: '/api/order-status?payment_intent=pi_1%262', method: 'GET' }]);
  expect(addressOf(`GET /review-images/${id}`)).toBe(`/api/review-images/${id}`);
});

test('a call without a contract does not compile', async () => {
  const requests = sent();
  // @ts-expect-error no such path
  await call('GET /orders-of-others');
  // @ts-expect-error another method
  await call('POST /cart');
  // @ts-expect-error an input that the contract does not take
  await call('POST /validate-discount', { code: 10 });
  // @ts-expect-error an input is missing
  await call('POST /send-contact-email');
  const answer = await call('GET /cart');
  // @ts-expect-error the answer has no such field
  expect(answer.ok && answer.body.lines).toBeUndefined();
  expect(requests).toHaveLength(5);
});
