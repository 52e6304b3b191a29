import { createServer, type Server } from 'node:http';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { newVisitor } from '../../../../tests/support/browser-like.ts';
import { openTestShop, type TestShop } from '../../../../tests/support/shop.ts';

/** A server of places: it answers as a test tells it to. */
let places: Server;
let answer: { status: number; body: unknown } = { status: 200, body: {} };
const asked: string[] = [];
let demo: TestShop;
let shop: TestShop;

beforeAll(async () => {
  places = createServer((request, response) => {
    asked.push(request.url ?? '');
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(JSON.stringify(answer.body));
  });
  await new Promise<void>((done) => places.listen(0, '127.0.0.1', done));
  const address = places.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  demo = await openTestShop();
  shop = await openTestShop({ settings: { ADDRESS_URL: `http://127.0.0.1:${address.port}` } });
});
afterAll(async () => {
  await demo.close();
  await shop.close();
  await new Promise((done) => places.close(done));
});

const suggest = (from: TestShop, query: string, country = 'US') =>
  newVisitor(from).send('POST', '/address-suggestions', { query, country });

test('the demo shop suggests its three samples from three characters on, and none for another country', async () => {
  const { status, body } = await suggest(demo, '123');
  expect(status).toBe(200);
  expect((body.suggestions as unknown[]).length).toBe(3);
  expect((await suggest(demo, '12')).status).toBe(400);
  expect((await suggest(demo, '123', 'GB')).body).toEqual({ suggestions: [] });
});

test("a provider's places become addresses of the asked country, states as codes", async () => {
  const place = { housenumber: '1', street: 'Market Street', city: 'San Francisco', postcode: '94105' };
  const features = [
    { properties: { ...place, state: 'California', countrycode: 'US' } },
    { properties: { street: 'Marktstrasse', city: 'Bern', postcode: '3000', countrycode: 'CH' } },
    { properties: { city: 'Nowhere', countrycode: 'US' } },
  ];
  answer = { status: 200, body: { features } };
  const { body } = await suggest(shop, '1 market');
  expect(asked.at(-1)).toBe('/api/?q=1+market&limit=15&lang=en');
  expect(body.suggestions).toEqual([
    {
      description: '1 Market Street, San Francisco, CA 94105',
      street: '1 Market Street',
      city: 'San Francisco',
      state: 'CA',
      postalCode: '94105',
      country: 'US',
    },
  ]);
});

test.each([
  [500, {}],
  [200, { unexpected: true }],
])('a provider that answers %i %o suggests nothing', async (status, body) => {
  answer = { status, body };
  expect((await suggest(shop, '1 market')).body).toEqual({ suggestions: [] });
});
