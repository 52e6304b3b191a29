import { createServer } from 'node:http';

import { expect, test as baseTest } from 'vitest';

import { fillCart, givenProduct, newVisitor } from '../../../tests/support/shop-visitor.ts';
import { openShopFor, shopFixture, type TestShop } from '../../../tests/support/shop-test.ts';

/** Answer of the fake suggestion provider. */
let answer: { status: number; body: unknown } = { status: 200, body: {} };
const requests: string[] = [];

const test = baseTest
  .extend('demo', { scope: 'file' }, shopFixture())
  // oxlint-disable-next-line no-empty-pattern -- Vitest reads the names of used fixtures from it.
  .extend('placesUrl', { scope: 'file' }, async ({}, { onCleanup }) => {
    const places = createServer((request, response) => {
      requests.push(request.url ?? '');
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(JSON.stringify(answer.body));
    });
    await new Promise<void>((done) => places.listen(0, '127.0.0.1', done));
    onCleanup(() => new Promise<void>((done) => places.close(() => done())));
    const address = places.address();
    if (address === null || typeof address === 'string') throw new Error('no port');
    return `http://127.0.0.1:${address.port}`;
  })
  .extend('shop', { scope: 'file' }, ({ placesUrl }, fixture) =>
    openShopFor(fixture, { settings: { ADDRESS_URL: placesUrl, RATE_LIMITS: 'on' } }),
  );

const suggest = (from: TestShop, query: string, country = 'US') =>
  newVisitor(from).send('POST', '/address-suggestions', { query, country });

test('the demo shop suggests matching sample addresses from three characters on, for their own country only', async ({
  demo,
}) => {
  const streets = async (query: string) => {
    const { status, body } = await suggest(demo, query);
    expect(status).toBe(200);
    return (body.suggestions as { street: string }[]).map(({ street }) => street);
  };
  expect(await streets('123')).toEqual(['123 Main Street']);
  expect(await streets('OAK')).toEqual(['456 Oak Avenue']);
  expect(await streets('1 Rose Lane')).toEqual([]);
  expect((await suggest(demo, '12')).status).toBe(400);
  expect((await suggest(demo, '123', 'GB')).body).toEqual({ suggestions: [] });
});

test('provider results become addresses in the requested country, with state codes', async ({ shop }) => {
  const place = { housenumber: '1', street: 'Market Street', city: 'San Francisco', postcode: '94105' };
  const features = [
    { properties: { ...place, state: 'California', countrycode: 'US' } },
    { properties: { street: 'Marktstrasse', city: 'Bern', postcode: '3000', countrycode: 'CH' } },
    { properties: { city: 'Nowhere', countrycode: 'US' } },
  ];
  answer = { status: 200, body: { features } };
  const { body } = await suggest(shop, '1 market');
  expect(requests.at(-1)).toBe('/api/?q=1+market&limit=15&lang=en');
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

test.for([
  [500, {}],
  [200, { unexpected: true }],
] as const)('a provider that answers %i %o yields no suggestions', async ([status, body], { shop }) => {
  answer = { status, body };
  expect((await suggest(shop, '1 market')).body).toEqual({ suggestions: [] });
});

test.for([
  ['US', '94103', { city: 'San Francisco', state: 'CA' }],
  ['US', '97205-1234', { city: 'Portland', state: 'OR' }],
  ['US', '00000', null],
  ['GB', '94103', null],
] as const)(
  'in %s the postal code %s resolves to %o without calling the provider',
  async ([country, postalCode, place], { shop }) => {
    const asks = requests.length;
    const { status, body } = await newVisitor(shop).send('POST', '/postal-place', { postalCode, country });
    expect([status, body]).toEqual([200, { place }]);
    expect(requests.length).toBe(asks);
  },
);

test('a visitor gets no places after sixty requests in a minute, while others behind the same address still do', async ({
  shop,
}) => {
  const productId = await givenProduct(shop);
  const guest = async () => {
    const visitor = newVisitor(shop);
    await fillCart(visitor, productId);
    return async () => (await visitor.send('POST', '/postal-place', { postalCode: '94103', country: 'US' })).body.place;
  };
  const [ask, neighbour] = [await guest(), await guest()];
  for (let time = 1; time <= 60; time += 1) expect(await ask()).not.toBeNull();
  expect(await ask()).toBeNull();
  expect(await neighbour()).not.toBeNull();
});
