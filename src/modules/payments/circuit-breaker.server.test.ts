import { once } from 'node:events';
import { createServer, IncomingMessage } from 'node:http';
import { Socket, type AddressInfo } from 'node:net';

import { expect, test } from 'vitest';

import { misbehaviors, startHostile, type Misbehavior } from '../../../tests/support/hostile-server.ts';
import { stripeClient } from './stripe-client.server.ts';
import { providerFailure } from './provider-errors.server.ts';
import { intentCalls } from './intents.server.ts';
import {
  createCircuitBreaker,
  withCircuitBreaker,
  createDeadlineClient,
  withDeadline,
} from './circuit-breaker.server.ts';

/** Creates a provider that hangs, fails or answers, and counts its calls. */
function givenProvider() {
  const provider = { manner: 'hangs' as 'hangs' | 'fails' | 'answers', asked: 0 };
  const answer: typeof fetch = (_input, init) => {
    provider.asked += 1;
    if (provider.manner === 'answers') return Promise.resolve(Response.json({ id: 'pi_1', object: 'payment_intent' }));
    if (provider.manner === 'fails') return Promise.reject(new TypeError('fetch failed'));
    return new Promise((_done, failed) => {
      init?.signal?.addEventListener('abort', () => failed(new DOMException('aborted', 'AbortError')));
    });
  };
  const stripe = stripeClient({ stripeSecretKey: 'sk_test_x', stripeApiUrl: undefined }, answer);
  const changes: boolean[] = [];
  const { readIntent } = withCircuitBreaker(
    intentCalls(stripe),
    createCircuitBreaker((isDown) => changes.push(isDown)),
  );
  const read = async () => {
    const begun = performance.now();
    const outcome = await readIntent('pi_1').then(() => 'answered' as const, providerFailure);
    return { outcome, seconds: (performance.now() - begun) / 1_000 };
  };
  return { provider, changes, read };
}

test('all tries of a hanging provider share one budget, and so do all calls of one request', async () => {
  const { provider, read } = givenProvider();
  const begun = performance.now();
  const both = await withDeadline(async () => [await read(), await read()]);
  expect(both.map(({ outcome }) => outcome)).toEqual(['unavailable', 'unavailable']);
  expect((performance.now() - begun) / 1_000).toBeLessThan(9.5);
  expect(provider.asked, 'the second call has no time left').toBeLessThanOrEqual(2);
});

test('calls to a provider that is down fail at once, until one of them finds it back', async () => {
  const { provider, changes, read } = givenProvider();
  provider.manner = 'fails';
  await Promise.all(Array.from({ length: 5 }, read));
  expect(changes).toEqual([true]);
  const callsBefore = provider.asked;
  const many = await Promise.all(Array.from({ length: 50 }, read));
  expect(many.every(({ outcome, seconds }) => outcome === 'unavailable' && seconds < 1)).toBe(true);
  expect(provider.asked).toBe(callsBefore);
  provider.manner = 'answers';
  await expect.poll(async () => (await read()).outcome, { timeout: 10_000, interval: 200 }).toBe('answered');
  expect(changes).toEqual([true, false]);
  expect((await read()).outcome).toBe('answered');
});

/**
 * Creates a provider behind the SDK's own connections. It sends the start of a response, if any,
 * and then a blank every 200 ms.
 */
async function givenDripping(beginning: string | null) {
  const blanks: NodeJS.Timeout[] = [];
  const server = createServer((_asked, answer) => {
    if (beginning === null) return;
    answer.writeHead(200, { 'content-type': 'application/json' }).write(beginning);
    blanks.push(setInterval(() => answer.write(' '), 200));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const stripe = stripeClient({ stripeSecretKey: 'sk_test_x', stripeApiUrl: `http://127.0.0.1:${port}` });
  const close = () => {
    blanks.forEach((blank) => clearInterval(blank));
    server.closeAllConnections();
    server.close();
  };
  return { read: () => intentCalls(stripe).readIntent('pi_1'), close };
}

test.each([
  ['says nothing', null],
  ['never comes to the end of its answer', '{'],
])('a provider that %s costs a request no more than its budget', async (_manner, beginning) => {
  const { read, close } = await givenDripping(beginning);
  const begun = performance.now();
  expect(await withDeadline(() => read().catch(providerFailure), 1_000)).toBe('unavailable');
  expect((performance.now() - begun) / 1_000).toBeLessThan(3);
  close();
});

test.each<Misbehavior>([
  'answers 101 Switching Protocols',
  'answers 101 and floods the connection',
  'sends provisional answers slowly',
  'sends one header after the other',
  'floods with a body',
])('a provider that %s costs a request no more than its budget', async (name) => {
  const server = await startHostile(misbehaviors[name]);
  const stripe = stripeClient({ stripeSecretKey: 'sk_test_x', stripeApiUrl: `http://127.0.0.1:${server.port}` });
  const begun = performance.now();
  await withDeadline(() => intentCalls(stripe).readIntent('pi_1').catch(providerFailure), 600);
  expect((performance.now() - begun) / 1_000).toBeLessThan(3);
  await server.stop();
});

test('refusals and single failures do not count as an outage', async () => {
  const { provider, changes, read } = givenProvider();
  for (let round = 0; round < 4; round += 1) {
    provider.manner = 'fails';
    await Promise.all([read(), read(), read(), read()]);
    provider.manner = 'answers';
    expect((await read()).outcome).toBe('answered');
  }
  expect(changes).toEqual([]);
});

test('a response after its deadline ends at once, without a warning about a negative timer', async () => {
  const warnings: string[] = [];
  const listener = (warning: Error) => void warnings.push(warning.name);
  process.on('warning', listener);
  const body = new IncomingMessage(new Socket());
  const limitMs = 30;
  const late = createDeadlineClient({
    getClientName: () => 'late',
    async makeRequest() {
      // Blocks the process, so that the timer that would give up cannot fire.
      const end = performance.now() + limitMs * 2;
      while (performance.now() < end);
      return {
        getStatusCode: () => 200,
        getHeaders: () => ({}),
        getRawResponse: () => body,
        toStream: () => body,
        toJSON: async () => ({}),
      };
    },
  });
  await late.makeRequest('provider.example', '443', '/', 'GET', {}, '', 'https', limitMs);
  await new Promise((done) => body.once('error', done));
  process.off('warning', listener);
  expect(warnings).toEqual([]);
});
