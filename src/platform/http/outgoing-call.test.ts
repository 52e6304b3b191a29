import { expect, test, vi } from 'vitest';

import { misbehaviors, startHostile, type Misbehavior } from '../../../tests/support/hostile-server.ts';
import { callOut } from './outgoing-call.server.ts';

const withinMs = 600;
/** Time that a loaded machine may take beyond the deadline, in ms. */
const slackMs = 1_400;
const maxBytes = 100_000;

const late = 'no response within 0.6 s';
const outcomes: Record<Misbehavior, string | RegExp> = {
  'stays silent': late,
  'answers 101 Switching Protocols': '101',
  'answers 101 without naming a protocol': /101|ended without an answer/,
  'answers 101 and floods the connection': '101',
  'sends provisional answers slowly': late,
  'floods with provisional answers': 'no answer after many provisional ones',
  'sends one header after the other': late,
  'floods with headers': /Header overflow/i,
  'sends the status line byte by byte': /Parse Error/,
  'sends a slow body': late,
  'floods with a body': 'the answer is longer than 100000 bytes',
  'announces a body that never comes': late,
  'redirects to itself': '307',
  'sends a bomb that is said to be compressed': 'the answer is longer than 100000 bytes',
  'closes at once': /socket hang up/,
  'resets the connection': /ECONNRESET|socket hang up/,
  'answers in another protocol': /Parse Error/,
};

const outcomeOf = (call: ReturnType<typeof callOut>) =>
  call.then(
    ({ status }) => String(status),
    (error: unknown) => (error instanceof Error ? error.message : 'no error'),
  );

async function timed<T>(work: Promise<T>): Promise<{ result: T; ms: number }> {
  const begun = performance.now();
  return { result: await work, ms: performance.now() - begun };
}

test.each(Object.entries(outcomes) as [Misbehavior, string | RegExp][])(
  `a server that %s is left within ${withinMs} ms: %s`,
  async (name, outcome) => {
    const server = await startHostile(misbehaviors[name]);
    const call = callOut({ url: server.url, method: 'POST', body: '{}', withinMs, maxBytes });
    const { result, ms } = await timed(outcomeOf(call));
    expect(result).toMatch(outcome);
    expect(ms).toBeLessThan(withinMs + slackMs);
    await vi.waitFor(() => expect(server.open(), 'the connection is closed').toBe(0));
    await server.stop();
  },
);

test('a server that never ends the TLS handshake is left in time', async () => {
  const server = await startHostile(misbehaviors['stays silent']);
  const url = server.url.replace('http:', 'https:');
  const { result, ms } = await timed(outcomeOf(callOut({ url, method: 'GET', withinMs, maxBytes })));
  expect(result).toBe(late);
  expect(ms).toBeLessThan(withinMs + slackMs);
  await server.stop();
});

test('a name that is never resolved is left in time', async () => {
  const lookup = () => undefined;
  const call = callOut({ url: 'http://shop.example/', method: 'GET', withinMs, maxBytes, lookup });
  const { result, ms } = await timed(outcomeOf(call));
  expect(result).toBe(late);
  expect(ms).toBeLessThan(withinMs + slackMs);
});

test('an answer arrives with its status and its body up to the bound', async () => {
  const server = await startHostile((socket) => {
    socket.end(`HTTP/1.1 418 Teapot\r\nContent-Length: ${maxBytes}\r\n\r\n${'a'.repeat(maxBytes)}`);
  });
  const answer = await callOut({ url: server.url, method: 'GET', withinMs: 5_000, maxBytes });
  expect(answer).toEqual({ status: 418, body: 'a'.repeat(maxBytes) });
  await server.stop();
});
