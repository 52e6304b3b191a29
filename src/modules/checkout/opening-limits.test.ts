import { eq, sql } from 'drizzle-orm';
import { expect } from 'vitest';

import { products } from '#modules/catalog/tables.server.ts';

import {
  address,
  contact,
  givenProduct,
  givenShipping,
  newVisitor,
  payWith,
} from '../../../tests/support/shop-visitor.ts';
import { givenCustomer } from '../../../tests/support/customer.ts';
import { testWithShop, type TestShop } from '../../../tests/support/shop-test.ts';
import { addressShare } from './quote.ts';

const test = testWithShop({ settings: { RATE_LIMITS: 'on', TRUST_PROXY: 'true' }, prepare: givenShipping });

type Send = ReturnType<typeof newVisitor>['send'];
type Shopper = { ip: string; productId: string; quantity?: number; visitor?: ReturnType<typeof newVisitor> };

/**
 * Fills a cart behind an address and opens its checkout. Uses a new browser unless one is passed.
 */
async function arrive(shop: TestShop, { ip, productId, quantity = 1, visitor = newVisitor(shop) }: Shopper) {
  const send: Send = (method, path, body) => visitor.send(method, path, body, { 'x-forwarded-for': ip });
  await send('POST', '/cart/items', { product_id: productId, quantity });
  const opened = await send('POST', '/create-payment-intent', {});
  return { ...opened, send };
}

const delivery = { customer_info: contact, shipping_address: address, billing_address: address };
const agree = (send: Send, id: string) =>
  send('POST', '/update-payment-intent', { checkout_id: id, ...delivery, final: true });

/** Pays a checkout and places its order. */
async function buy(shop: TestShop, send: Send, id: string): Promise<void> {
  const { body } = await agree(send, id);
  await payWith(shop, String(body.client_secret));
  const placed = await send('POST', '/create-order', { payment_intent_id: body.payment_intent_id });
  expect(placed.status).toBe(200);
}

const reserved = async (shop: TestShop, productId: string) =>
  (await shop.ctx.db.select().from(products).where(eq(products.id, productId)))[0]?.reserved;

test('two hundred shoppers behind one address can all reach payment within an hour', async ({ shop }) => {
  const ip = '203.0.113.10';
  const productId = await givenProduct(shop, { onHand: 1_000 });
  let agreed = 0;
  const buy = async () => {
    const { status, body, send } = await arrive(shop, { ip, productId });
    expect([status, body.error]).toEqual([200, undefined]);
    if ((await agree(send, (body.checkout as { id: string }).id)).status === 200) agreed += 1;
  };
  for (let group = 1; group <= 20; group += 1) await Promise.all(Array.from({ length: 10 }, buy));
  expect(agreed).toBe(200);
}, 240_000);

test('a bot with a new cookie per checkout reserves at most a quarter of the stock, and others can still buy', async ({
  shop,
}) => {
  const ip = '203.0.113.11';
  const productId = await givenProduct(shop, { onHand: 200 });
  const answers: unknown[] = [];
  for (let bot = 1; bot <= 12; bot += 1) answers.push((await arrive(shop, { ip, productId, quantity: 10 })).body.error);
  expect(answers.slice(0, 5)).toEqual(Array(5).fill(undefined));
  expect(answers.slice(5)).toEqual(Array(7).fill('too_many_checkouts'));
  expect(await reserved(shop, productId)).toBe(50);
  expect((await arrive(shop, { ip: '203.0.113.12', productId })).status).toBe(200);
  const { visitor } = await givenCustomer(shop, 'office@example.com');
  expect((await arrive(shop, { ip, productId, visitor })).status).toBe(200);
});

test('addresses of one IPv6 network share one reservation limit', async ({ shop }) => {
  const productId = await givenProduct(shop, { onHand: 100 });
  const statuses: number[] = [];
  for (const end of ['1', '2', 'aaaa:1', 'ffff']) {
    statuses.push((await arrive(shop, { ip: `2001:db8:5:6::${end}`, productId, quantity: 10 })).status);
  }
  expect(statuses).toEqual([200, 200, 200, 422]);
});

test('a visitor holds at most ten units across cart and Buy Now', async ({ shop }) => {
  const ip = '203.0.113.14';
  const productId = await givenProduct(shop, { onHand: 100 });
  const { send } = await arrive(shop, { ip, productId, quantity: 6 });
  const buyNow = async (quantity: number) => {
    const { body } = await send('POST', '/create-checkout', { items: [{ id: productId, quantity }] });
    const buy = new URL(String(body.url), 'http://shop').searchParams.get('buy');
    return send('POST', '/create-payment-intent', { buy });
  };
  expect((await buyNow(5)).body.error).toBe('too_many_checkouts');
  expect((await buyNow(4)).status).toBe(200);
});

test('one browser can begin five checkouts a minute and reload each, and its neighbor is not limited', async ({
  shop,
}) => {
  const ip = '203.0.113.15';
  const productId = await givenProduct(shop, { onHand: 100 });
  const visitor = newVisitor(shop);
  const open = () => arrive(shop, { ip, productId, visitor });
  for (let begun = 1; begun <= 5; begun += 1) {
    const { status, body, send } = await open();
    const { id } = body.checkout as { id: string };
    const reloaded = await send('POST', '/create-payment-intent', {});
    expect([status, reloaded]).toMatchObject([200, { status: 200, body: { checkout: { id } } }]);
    await buy(shop, send, id);
  }
  expect((await open()).status).toBe(429);
  expect((await arrive(shop, { ip, productId })).status).toBe(200);
});

test('the 601st checkout of an address in an hour is refused', async ({ shop }) => {
  const ip = '203.0.113.16';
  const productId = await givenProduct(shop, { onHand: null });
  await arrive(shop, { ip, productId });
  await shop.ctx.db.execute(
    sql`update rate_limit_points set points = 600 where key like ${`create-intent-address:${ip}`}`,
  );
  expect((await arrive(shop, { ip, productId })).status).toBe(429);
});

test.each([
  [0, 30],
  [120, 30],
  [124, 31],
  [1_000, 250],
])('with %i units in stock, an address may reserve %i before paying', (onHand, units) => {
  expect(addressShare(onHand)).toBe(units);
});

test('after five declines, paying, reopening and reviving are refused with the message about declines', async ({
  shop,
}) => {
  const { status, body, send } = await arrive(shop, { ip: '203.0.113.60', productId: await givenProduct(shop) });
  expect(status).toBe(200);
  const { id } = body.checkout as { id: string };
  const pay = () => agree(send, id);
  for (let card = 1; card <= 5; card += 1) {
    expect((await pay()).status).toBe(200);
    await payWith(shop, String(body.client_secret), '4000000000000002');
    await shop.ctx.payments.deliverEvents();
  }
  const refusal = {
    status: 422,
    body: {
      error: 'too_many_declines',
      message:
        'Your payment was declined five times, and nothing was charged. Please ask your bank, and try again in 10 minutes.',
    },
  };
  expect(await pay()).toMatchObject(refusal);
  expect(await send('POST', '/create-payment-intent', {})).toMatchObject(refusal);
  expect(await send('POST', '/create-payment-intent', { revive: id })).toMatchObject(refusal);
});
