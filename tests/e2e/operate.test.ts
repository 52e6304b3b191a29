import { Agent, request } from 'node:http';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { embedded, startShopServer, type ShopServer } from './support/shop-server.ts';

let shop: ShopServer;
beforeAll(async () => {
  shop = await startShopServer({ ...embedded, DRAIN_SECONDS: '1' });
});
afterAll(() => shop.stop());

type Answer = { status: number; body: string; connection: string | undefined };

function get(path: string, headers: Record<string, string> = {}, agent?: Agent): Promise<Answer> {
  return new Promise((done, failed) => {
    const sent = request(`http://127.0.0.1:${shop.port}${path}`, { headers, agent: agent ?? false }, (response) => {
      let body = '';
      response.on('data', (part: Buffer) => (body += part.toString()));
      response.on('end', () => {
        done({ status: response.statusCode ?? 0, body, connection: response.headers.connection });
      });
    });
    sent.once('error', failed);
    sent.end();
  });
}

test('the running shop is alive and ready, and serves metrics to this machine', async () => {
  expect((await get('/healthz')).status).toBe(200);
  expect((await get('/readyz')).body).toBe('{"status":"ready"}');
  await get('/');
  await get('/');
  const { status, body } = await get('/metrics');
  expect(status).toBe(200);
  expect(body).toContain('shop_requests_total{method="GET",route="/",status="2xx"} 2');
});

test.each([
  ['x-forwarded-for', '203.0.113.9'],
  ['host', 'shop.example'],
  ['via', '1.1 proxy'],
])('a local proxy that forwards a request gets no metrics: %s', async (name, value) => {
  expect((await get('/metrics', { [name]: value })).status).toBe(404);
});

/** Reuses a proxy's connection until a response closes it. */
async function useUntilItEnds(): Promise<string[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const outcomes: string[] = [];
  for (;;) {
    const { status, connection } = await get('/product?fresh', {}, agent);
    outcomes.push(String(status));
    if (connection === 'close') return outcomes;
  }
}

test('a stop under load drops no request: it reports not ready and ends', async () => {
  const proxies = Promise.all(Array.from({ length: 20 }, useUntilItEnds));
  await get('/product?fresh');
  const begun = Date.now();
  const ended = shop.terminate();
  let ready = await get('/readyz');
  while (ready.status === 200) ready = await get('/readyz');
  expect(ready.status).toBe(503);
  expect(ready.body).toContain('The shop is stopping.');
  const outcomes = (await proxies).flat();
  expect(outcomes.length).toBeGreaterThanOrEqual(20);
  expect(new Set(outcomes)).toEqual(new Set(['200']));
  expect(await ended).toBe(0);
  expect(Date.now() - begun).toBeLessThan(10_000);
});
