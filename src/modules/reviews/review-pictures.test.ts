import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { getRequestListener } from '@hono/node-server';
import { afterAll, expect } from 'vitest';

import { reviewForm } from '../../../tests/support/shop-visitor.ts';
import { largePhoto } from '../../../tests/support/large-photo.ts';
import { testWithShop } from '../../../tests/support/shop-test.ts';
let server: Server;
let address: string;

const test = testWithShop({ settings: { RATE_LIMITS: 'on', TRUST_PROXY: 'true' } });
test.beforeAll(async ({ shop }) => {
  const answer = getRequestListener(shop.app.fetch);
  server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((done) => server.close(done));
});

const draft = { rating: 5, title: 'Lovely', content: 'A calm minute.', reviewer_name: 'Mia Rosen' };

function send(ip: string, body: FormData) {
  const headers = { 'sec-fetch-site': 'same-origin', 'x-forwarded-for': ip };
  return fetch(`${address}/api/reviews`, { method: 'POST', headers, body });
}

/** Sends a form a number of times. Returns the CPU seconds that the process spent meanwhile. */
async function cpuOf(times: number, ip: string, body: FormData, expected: number): Promise<number> {
  const begun = process.cpuUsage();
  for (let sent = 1; sent <= times; sent += 1) expect((await send(ip, body)).status).toBe(expected);
  const { user, system } = process.cpuUsage(begun);
  return (user + system) / 1_000_000;
}

let senders = 0;

test('photos are not decoded once the sender has reached the daily limit', async ({ productId: product_id }) => {
  const body = reviewForm({ ...draft, product_id }, [await largePhoto()]);
  senders += 1;
  const sender = `203.0.113.${100 + senders}`;
  const accepted = await cpuOf(3, sender, body, 200);
  const refused = await cpuOf(3, sender, body, 429);
  // A refused photo costs a tenth: its bytes are read.
  expect(refused).toBeLessThan(accepted / 2);
}, 60_000);

test('a photo that needs full decoding in memory is refused and does not count against the limit', async ({
  productId: product_id,
}) => {
  const progressive = await largePhoto({ progressive: true }, { width: 4_200, height: 3_200 });
  const refused = await send('203.0.113.31', reviewForm({ ...draft, product_id }, [progressive]));
  expect([refused.status, ((await refused.json()) as { error: string }).error]).toEqual([422, 'photo_too_large']);
  for (let sent = 1; sent <= 3; sent += 1) {
    expect((await send('203.0.113.31', reviewForm({ ...draft, product_id }))).status).toBe(200);
  }
}, 60_000);
