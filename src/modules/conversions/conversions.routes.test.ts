import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { afterEach, expect, test as baseTest } from 'vitest';

import { consentVersion } from '#modules/accounts/ads-consent.ts';

import {
  fillCart,
  finalize,
  givenProduct,
  givenShipping,
  newVisitor,
  payWith,
} from '../../../tests/support/shop-visitor.ts';
import { openShopFor, type TestShop } from '../../../tests/support/shop-test.ts';
import { hashedCustomer } from './hashed-customer.server.ts';
import { sendPurchase } from './conversions.server.ts';
import { countConversions } from './conversions.queries.server.ts';

type ReceivedCall = { path: string; body: { data: Record<string, unknown>[]; access_token: string } };

/** Calls that the advertiser's test server received. It answers with `status`. */
let received: ReceivedCall[] = [];
let status = 200;
const test = baseTest
  // oxlint-disable-next-line no-empty-pattern -- Vitest reads the names of used fixtures from it.
  .extend('vendorUrl', { scope: 'file' }, async ({}, { onCleanup }) => {
    const vendor = createServer((request, answer) => {
      let text = '';
      request.on('data', (chunk: Buffer) => (text += chunk.toString()));
      request.on('end', () => {
        received.push({ path: request.url ?? '', body: JSON.parse(text) as ReceivedCall['body'] });
        answer.writeHead(status, { 'content-type': 'application/json' }).end('{}');
      });
    });
    await new Promise<void>((done) => vendor.listen(0, '127.0.0.1', done));
    onCleanup(() => new Promise<void>((done) => vendor.close(() => done())));
    return `http://127.0.0.1:${(vendor.address() as AddressInfo).port}`;
  })
  .extend('shop', { scope: 'file' }, ({ vendorUrl }, fixture) =>
    openShopFor(fixture, {
      settings: {
        RATE_LIMITS: 'on',
        META_PIXEL_ID: '1234567890',
        META_ACCESS_TOKEN: 'secret-token',
        META_API_URL: `${vendorUrl}/v24.0`,
      },
      prepare: givenShipping,
    }),
  );
afterEach(() => {
  received = [];
  status = 200;
});

const browser = { 'user-agent': 'Mozilla/5.0 (a phone)' };

/** Buys two wands. `agrees` is the visitor's answer to the consent banner; null if never asked. */
async function buy(shop: TestShop, agrees: boolean | null, headers: Record<string, string> = browser) {
  const visitor = newVisitor(shop);
  if (agrees !== null) await visitor.send('POST', '/consent', { ads: agrees, version: consentVersion }, headers);
  await fillCart(visitor, await givenProduct(shop), 2);
  const { body } = await visitor.send('POST', '/create-payment-intent', {}, headers);
  await finalize(visitor, (body.checkout as { id: string }).id);
  await payWith(shop, String(body.client_secret));
  const answer = await visitor.send('POST', '/create-order', { payment_intent_id: body.payment_intent_id });
  const { id, order_number: number } = answer.body.order as { id: string; order_number: string };
  return { visitor, id, number };
}

test("a purchase with consent is sent once, hashed, with the order's amounts, and its visit is deleted", async ({
  shop,
}) => {
  const { id, number } = await buy(shop, true);
  await sendPurchase(shop.ctx, id);
  await sendPurchase(shop.ctx, id);
  expect(received).toHaveLength(1);
  const [{ path, body } = { path: '', body: { data: [], access_token: '' } }] = received;
  expect([path, body.access_token]).toEqual(['/v24.0/1234567890/events', 'secret-token']);
  expect(body.data[0]).toMatchObject({
    event_name: 'Purchase',
    event_id: `purchase_${number}`,
    action_source: 'website',
    user_data: {
      ...hashedCustomer({
        email: 'mia@example.com',
        phone: '415 555 0132',
        firstName: 'Mia',
        lastName: 'Rose',
        city: 'San Francisco',
        state: 'CA',
        postalCode: '94103',
        country: 'US',
      }),
      client_user_agent: 'Mozilla/5.0 (a phone)',
    },
    custom_data: { content_type: 'product', value: 118, currency: 'USD', num_items: 2, order_id: number },
  });
  expect(JSON.stringify(body)).not.toMatch(/mia|rose|francisco/i);
  const visits = await shop.database.pool.query('select * from agreed_visits');
  expect(visits.rows).toEqual([]);
});

test.for([
  ['was never asked', null, browser],
  ['said no', false, browser],
  ['agreed but sends the privacy signal', true, { ...browser, 'sec-gpc': '1' }],
] as const)('nothing is sent for a buyer who %s', async ([_who, agrees, headers], { shop }) => {
  const { visitor, id, number } = await buy(shop, agrees, headers);
  await sendPurchase(shop.ctx, id);
  const nudge = { event_name: 'Purchase', event_id: `purchase_${number}` };
  expect((await visitor.send('POST', '/track-meta-conversion', nudge, headers)).body).toEqual({ success: true });
  expect(received).toEqual([]);
});

test('a failing advertiser is counted and retried later without affecting the shop', async ({ shop }) => {
  const { id } = await buy(shop, true);
  status = 500;
  await expect(sendPurchase(shop.ctx, id)).rejects.toThrow('answered 500');
  expect(await countConversions(shop.ctx.db)).toMatchObject({ failed: 1 });
  status = 200;
  await sendPurchase(shop.ctx, id);
  expect(received).toHaveLength(2);
  expect(await countConversions(shop.ctx.db)).not.toHaveProperty('failed');
});

test.for([
  {},
  { event_name: 'Refund', event_id: 'purchase_HR-7K3QX9M2' },
  { event_name: 'Purchase', event_id: "x' or 1" },
])('a browser event of %j is refused', async (body, { shop }) => {
  const answer = await newVisitor(shop).send('POST', '/track-meta-conversion', body);
  expect(answer.status).toBe(400);
});

test('twenty purchase events in an hour throttle one browser but not another at the same address', async ({ shop }) => {
  const productId = await givenProduct(shop);
  const givenBuyer = async () => {
    const visitor = newVisitor(shop);
    await fillCart(visitor, productId);
    const body = { event_name: 'Purchase', event_id: 'purchase_HR-7K3QX9M2' };
    return async () => (await visitor.send('POST', '/track-meta-conversion', body)).status;
  };
  const [first, second] = [await givenBuyer(), await givenBuyer()];
  for (let time = 1; time <= 20; time += 1) expect(await first()).toBe(200);
  expect([await first(), await second()]).toEqual([429, 200]);
});
