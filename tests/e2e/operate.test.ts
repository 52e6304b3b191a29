import { request } from 'node:http';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { startShopServer, type ShopServer } from './support/shop-server.ts';

let shop: ShopServer;
beforeAll(async () => {
  shop = await startShopServer({ DRAIN_SECONDS: '1' });
});
afterAll(() => shop.stop());

type Answer = { status: number; body: string; connection: string | undefined };

function get(path: string, headers: Record<string, string> = {}): Promise<Answer> {
  return new Promise((done, failed) => {
    const sent = request(`http://127.0.0.1:${shop.port}${path}`, { headers, agent: false }, (response) => {
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

test('the running shop is alive, ready and tells this machine how it fares', async () => {
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
])('a proxy on this machine that asks for somebody else gets no figures: %s', async (name, value) => {
  expect((await get('/metrics', { [name]: value })).status).toBe(404);
});

test('a stop under load fails no request: first it says that it is not ready, then it ends by itself', async () => {
  const outcomes = new Map<string, number>();
  let answered = 0;
  const load = Array.from({ length: 20 }, async () => {
    for (let outcome = '200'; outcome === '200';) {
      outcome = await get('/product?fresh').then(
        ({ status }) => String(status),
        (error: NodeJS.ErrnoException) => error.code ?? 'failed',
      );
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
      answered += 1;
    }
  });
  while (answered < 40) await get('/healthz');
  const begun = Date.now();
  const ended = shop.terminate();
  let ready = await get('/readyz');
  while (ready.status === 200) ready = await get('/readyz');
  expect(ready).toMatchObject({ status: 503, connection: 'close' });
  expect(ready.body).toContain('The shop is stopping.');
  await Promise.all(load);
  expect(await ended).toBe(0);
  expect(Date.now() - begun).toBeLessThan(10_000);
  // Each ends where nobody listens any more; nothing that was taken was dropped.
  expect([...outcomes.keys()].toSorted()).toEqual(['200', 'ECONNREFUSED']);
  expect(outcomes.get('ECONNREFUSED')).toBe(20);
});
