import { createServer } from 'node:http';

import { afterEach, expect, test } from 'vitest';

import { newVisitor } from '../../../../tests/support/browser-like.ts';
import { openTestShop } from '../../../../tests/support/shop.ts';

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** A server of places that answers as told. */
async function placesServer(status: number, body: unknown): Promise<{ url: string; asked: string[] }> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  closing.push(() => new Promise((done) => server.close(done)));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return { url: `http://127.0.0.1:${address.port}`, asked };
}

async function suggestionsFor(settings: Record<string, string>, query: string, country = 'US') {
  const shop = await openTestShop({ settings });
  closing.push(() => shop.close());
  return newVisitor(shop).send('POST', '/address-suggestions', { query, country });
}

const places = {
  features: [
    {
      properties: {
        housenumber: '1',
        street: 'Market Street',
        city: 'San Francisco',
        state: 'California',
        postcode: '94105',
        countrycode: 'US',
      },
    },
    { properties: { street: 'Marktstrasse', city: 'Bern', postcode: '3000', countrycode: 'CH' } },
    { properties: { city: 'Nowhere', countrycode: 'US' } },
  ],
};

test('the demo shop suggests its three samples from three characters on', async () => {
  const { status, body } = await suggestionsFor({}, '123');
  expect(status).toBe(200);
  expect((body.suggestions as unknown[]).length).toBe(3);
  expect((await suggestionsFor({}, '12')).status).toBe(400);
});

test("a provider's places become addresses of the asked country, states as codes", async () => {
  const { url, asked } = await placesServer(200, places);
  const { body } = await suggestionsFor({ ADDRESS_URL: url }, '1 market');
  expect(asked).toEqual(['/api/?q=1+market&limit=15&lang=en']);
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
])('a provider that answers %i %o suggests nothing', async (status, answer) => {
  const { url } = await placesServer(status, answer);
  expect((await suggestionsFor({ ADDRESS_URL: url }, '1 market')).body).toEqual({ suggestions: [] });
});
