import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { placeOrder } from './place-order.ts';

const intentId = 'pi_1';
const copy = JSON.stringify({ payment_intent_id: intentId, items: [] });

/** A browser that kept `stored` (from `from` ms on), and a shop that answers every call like this. */
function given(stored: string | null, answer: { status: number; body: object } | null, from = 0) {
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

async function placed(paid: Parameters<typeof placeOrder>[0] = { intentId }) {
  const placing = placeOrder(paid);
  await vi.runAllTimersAsync();
  return placing;
}

const order = { status: 200, body: { success: true, email_status: 'sent' } };

test('the order is asked for exactly 1 s after arrival, with what the checkout kept', async () => {
  const calls = given(copy, order);
  expect(await placed()).toMatchObject({ answer: order.body, trouble: null, isReload: false });
  expect(calls).toEqual([{ path: '/api/create-order', at: 1_000, input: { payment_intent_id: intentId, items: [] } }]);
});

test('what is missing is looked for once more, 1.5 s later', async () => {
  const calls = given(copy, order, 2_500);
  await placed();
  expect(calls.map(({ path, at }) => [path, at])).toEqual([['/api/create-order', 2_500]]);
});

test('what stays missing is no loss: the shop is asked whether it has the order already', async () => {
  const calls = given(null, order);
  expect(await placed()).toMatchObject({ answer: order.body, trouble: null, isReload: true });
  expect(calls.map(({ path, at }) => [path, at])).toEqual([['/api/order-status?payment_intent=pi_1', 2_500]]);
});

test.each([
  ['navigate', 'is new, though the event of the payment was first', false],
  ['reload', 'was told already', true],
])("on a %s the order of the provider's own page %s", async (type, _told, isReload) => {
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([{ type } as unknown as PerformanceEntry]);
  given(null, order);
  expect(await placed({ sessionId: 'cs_1' })).toMatchObject({ answer: order.body, isReload });
});

test("a payment of the provider's own page is asked for by the page's id", async () => {
  const calls = given(null, order);
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
  ['a payment on its way for a minute', copy, { status: 422, body: { error: 'being_paid' } }, 'processing'],
])('%s is trouble', async (_case, stored, answer, trouble) => {
  given(stored, answer);
  expect((await placed()).trouble).toBe(trouble);
});
