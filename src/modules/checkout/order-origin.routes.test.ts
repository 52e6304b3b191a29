import { eq } from 'drizzle-orm';
import { expect } from 'vitest';

import { carts } from '#modules/cart/tables.server.ts';
import { orders } from '#modules/orders/tables.server.ts';

import {
  fillCart,
  finalize,
  givenProduct,
  givenShipping,
  newVisitor,
  payWith,
  type TestVisitor,
} from '../../../tests/support/shop-visitor.ts';
import { testWithShop, type TestShop } from '../../../tests/support/shop-test.ts';
import { checkouts } from './tables.server.ts';

const test = testWithShop({ prepare: givenShipping }).extend('wandId', { scope: 'file' }, ({ shop }) =>
  givenProduct(shop, { onHand: 99 }),
);

const agents = {
  phone: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 Safari/604.1',
  android: 'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36',
  tablet: 'Mozilla/5.0 (Linux; Android 15; SM-X910) AppleWebKit/537.36 Chrome/140.0 Safari/537.36',
  desktop: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36',
};

type Headers = Record<string, string>;

/** Pays the visitor's checkout and returns the origin that its order has. */
async function ordered(shop: TestShop, visitor: TestVisitor, opening: object, headers: Headers = {}) {
  const { body } = await visitor.send('POST', '/create-payment-intent', opening, headers);
  const { checkout, client_secret, payment_intent_id } = body as Record<string, string> & { checkout: { id: string } };
  expect((await finalize(visitor, checkout.id)).status).toBe(200);
  await payWith(shop, client_secret ?? '');
  expect((await visitor.send('POST', '/create-order', { payment_intent_id })).status).toBe(200);
  const { source, device } = orders;
  const [order] = await shop.ctx.db.select({ source, device }).from(orders).where(eq(orders.checkoutId, checkout.id));
  return order;
}

async function orderedFrom(shop: TestShop, wandId: string, opening: object, headers: Headers = {}) {
  const visitor = newVisitor(shop);
  await fillCart(visitor, wandId);
  return ordered(shop, visitor, opening, headers);
}

const phone = { 'user-agent': agents.phone };
const from = (url: string) => ({ arrival: { from: url } });
const spring = { arrival: { from: '', campaign: 'spring' } };

test.for([
  [from('https://www.search.example/find?q=mia'), agents.desktop, { source: 'search.example', device: 'desktop' }],
  [spring, agents.android, { source: 'campaign: spring', device: 'phone' }],
  [from(''), agents.tablet, { source: 'direct', device: 'tablet' }],
  [{ arrival: {} }, agents.phone, { source: null, device: 'phone' }],
  [from('https://search.example/'), 'curl/8', { source: 'search.example', device: null }],
] as const)('an order with %j by %s records %j', async ([opening, userAgent, expected], { shop, wandId }) => {
  expect(await orderedFrom(shop, wandId, opening, { 'user-agent': userAgent })).toEqual(expected);
});

test('the privacy signal, or a browser that states nothing, leaves the order without an origin', async ({
  shop,
  wandId,
}) => {
  const nothing = { source: null, device: null };
  expect(await orderedFrom(shop, wandId, from('https://search.example/'), { ...phone, 'sec-gpc': '1' })).toEqual(
    nothing,
  );
  expect(await orderedFrom(shop, wandId, {}, phone)).toEqual(nothing);
});

test.for(['telephone', 'https://telephone/', '<script>', 'mia@example.com', '\u0089PNG\r\n\u001A\n', '=1+1'])(
  'the referrer %j is not recorded, and the checkout goes on',
  async (url, { shop, wandId }) => {
    const arrival = { from: url, campaign: 'mia@example.com' };
    expect(await orderedFrom(shop, wandId, { arrival }, phone)).toEqual({ source: null, device: 'phone' });
  },
);

test('a referrer that is too long or no text is refused before anything is reserved', async ({
  shop,
  wandId,
  visitor,
}) => {
  await fillCart(visitor, wandId);
  const before = await shop.ctx.db.$count(checkouts);
  for (const url of ['x'.repeat(2_001), 7, 'a\u0000b'])
    expect((await visitor.send('POST', '/create-payment-intent', { arrival: { from: url } })).status).toBe(400);
  expect(await shop.ctx.db.$count(checkouts)).toBe(before);
});

test('a later change of the checkout leaves its origin as it began', async ({ shop, wandId, visitor }) => {
  await fillCart(visitor, wandId);
  await visitor.send('POST', '/create-payment-intent', from('https://search.example/'), phone);
  expect(await ordered(shop, visitor, from(''), { 'user-agent': agents.desktop })).toEqual({
    source: 'search.example',
    device: 'phone',
  });
});

test('Buy Now keeps the source of the press, though its tab has none', async ({ shop, wandId, visitor }) => {
  const order = { items: [{ id: wandId, quantity: 1 }], ...spring };
  const { body } = await visitor.send('POST', '/create-checkout', order, phone);
  const buy = new URL(String(body.url), 'https://shop.example').searchParams.get('buy');
  expect(await ordered(shop, visitor, { buy, arrival: {} }, phone)).toEqual({
    source: 'campaign: spring',
    device: 'phone',
  });
});

test('the order of a phone order says so, also with the privacy signal', async ({ shop, wandId, visitor }) => {
  await visitor.send('POST', '/create-checkout', { items: [{ id: wandId, quantity: 1 }], ...from('') });
  const [cart] = await shop.ctx.db.select().from(carts).where(eq(carts.source, 'direct'));
  await shop.ctx.db
    .update(carts)
    .set({ phoneOrderId: crypto.randomUUID() })
    .where(eq(carts.id, cart?.id ?? ''));
  const opening = { buy: cart?.id, ...from('https://search.example/') };
  expect(await ordered(shop, visitor, opening, { ...phone, 'sec-gpc': '1' })).toEqual({
    source: 'telephone',
    device: null,
  });
});
