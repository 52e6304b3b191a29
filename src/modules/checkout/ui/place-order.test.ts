import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { resolvePlacedOrder } from './place-order.ts';

const intentId = 'pi_1';
const copy = JSON.stringify({ payment_intent_id: intentId, items: [] });

/**
 * Stubs a browser that stores `stored`, from `from` ms on, and a shop that gives every call the
 * same answer.
 */
function stubBrowser(stored: string | null, answer: { status: number; body: object } | null, from = 0) {
  const start = Date.now();
  const calls: { path: string; at: number; input: unknown }[] = [];
  vi.stubGlobal('sessionStorage', { getItem: () => (Date.now() - start >= from ? stored : null) });
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    const input: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : null;
    calls.push({ path, at: Date.now() - start, input });
    if (answer === null) throw new TypeError('network');
    return Response.json(answer.body, { status: answer.status });
  });
  return calls;
}

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function placed(paid: Parameters<typeof resolvePlacedOrder>[0] = { intentId }) {
  const placing = resolvePlacedOrder(paid);
  await vi.runAllTimersAsync();
  return placing;
}

const order = { status: 200, body: { success: true, email_status: 'sent' } };

test('the order is requested exactly 1 s after arrival, with the stored snapshot', async () => {
  const calls = stubBrowser(copy, order);
  expect(await placed()).toMatchObject({ answer: order.body, trouble: null, isReload: false });
  expect(calls).toEqual([{ path: '/api/create-order', at: 1_000, input: { payment_intent_id: intentId, items: [] } }]);
});

test('a missing snapshot is read again 1.5 s later', async () => {
  const calls = stubBrowser(copy, order, 2_500);
  await placed();
  expect(calls.map(({ path, at }) => [path, at])).toEqual([['/api/create-order', 2_500]]);
});

test('a snapshot that stays missing falls back to asking the shop for the order', async () => {
  const calls = stubBrowser(null, order);
  expect(await placed()).toMatchObject({ answer: order.body, trouble: null, isReload: true });
  expect(calls.map(({ path, at }) => [path, at])).toEqual([['/api/order-status?payment_intent=pi_1', 2_500]]);
});

test.each([
  ['navigate', 'is new, though the event of the payment was first', false],
  ['reload', 'was told already', true],
])("on a %s the order of the provider's own page %s", async (type, _told, isReload) => {
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([{ type } as unknown as PerformanceEntry]);
  stubBrowser(null, order);
  expect(await placed({ sessionId: 'cs_1' })).toMatchObject({ answer: order.body, isReload });
});

test("the order of the provider's own page is requested by the session id", async () => {
  const calls = stubBrowser(null, order);
  await placed({ sessionId: 'cs_1' });
  expect(calls.map(({ path }) => path)).toEqual(['/api/order-status?session_id=cs_1']);
});

test.each([
  ['a copy that cannot be read', '{"broken', order, 'unreadable'],
  ['no copy and no such payment', null, { status: 404, body: { error: 'not_found' } }, 'missing'],
  ['a shop that fails', copy, { status: 500, body: {} }, 'failed'],
  ['a shop that cannot be reached', copy, null, 'thrown'],
  ['a shop without its database for a minute', null, { status: 503, body: { error: 'unavailable' } }, 'thrown'],
  ['a payment that was not made', copy, { status: 422, body: { error: 'not_paid' } }, 'unpaid'],
  ['a provider that is away for a minute', copy, { status: 422, body: { error: 'payment_unknown' } }, 'processing'],
  ['a payment on its way for a minute', copy, { status: 422, body: { error: 'being_paid' } }, 'processing'],
])('%s is reported as trouble', async (_case, stored, answer, trouble) => {
  stubBrowser(stored, answer);
  expect((await placed()).trouble).toBe(trouble);
});
