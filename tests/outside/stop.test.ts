import { Agent, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

import { expect, test } from 'vitest';

import { startOutsidePostgres } from './support/outside-postgres.ts';
import { startOutsideShop } from './support/outside-shop.ts';

const proxies = 20;
const minRequests = 2_000;

type Outcome = { status: number; isLast: boolean };

function get(port: number, agent: Agent, path: string): Promise<Outcome> {
  return new Promise((done, failed) => {
    const sent = request({ host: '127.0.0.1', port, agent, path }, (response) => {
      response.once('error', failed);
      response.once('end', () =>
        done({ status: response.statusCode ?? 0, isLast: response.headers.connection === 'close' }),
      );
      response.resume();
    });
    sent.once('error', failed);
    sent.end();
  });
}

/**
 * Reuses a proxy's connection until a response closes it. Requests a cached page, a rendered page
 * and an API call in turn.
 */
async function useUntilItEnds(port: number, count: (outcome: string) => void): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const paths = ['/product', '/healthz', '/track', '/api/session'];
  for (let turn = 0; ; turn += 1) {
    const { status, isLast } = await get(port, agent, paths[turn % paths.length] ?? '/').catch((error: unknown) => ({
      status: error instanceof Error ? error.message : 'failed',
      isLast: true,
    }));
    count(String(status));
    if (isLast) return;
  }
}

test('a stop under load without a drain period fails no request on open connections', { retry: 0 }, async () => {
  const database = await startOutsidePostgres();
  const shop = await startOutsideShop({ databaseUrl: database.url, settings: { RATE_LIMITS: 'off' } });
  const outcomes = new Map<string, number>();
  let answered = 0;
  const count = (outcome: string) => {
    answered += 1;
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
  };
  const all = Promise.all(Array.from({ length: proxies }, () => useUntilItEnds(shop.port, count)));
  const until = Date.now() + 120_000;
  while (answered < minRequests && Date.now() < until) await pause(20);
  const begun = performance.now();
  const code = await shop.terminate();
  const tookMs = performance.now() - begun;
  await all;
  console.log(Object.fromEntries(outcomes), `${Math.round(tookMs)} ms`);
  await shop.stop();
  await database.stop();
  expect(answered).toBeGreaterThan(1_500);
  expect([...outcomes.keys()]).toEqual(['200']);
  expect(code).toBe(0);
  expect(tookMs).toBeLessThan(10_000);
});
