import { createSandbox } from '@halorosa/stripe-sandbox';
import { sandboxObjects } from '@halorosa/stripe-sandbox/tables';
import { createHmac } from 'node:crypto';

import { eq, sql } from 'drizzle-orm';
import Stripe from 'stripe';
import { expect } from 'vitest';

import { products } from '#modules/catalog/tables.server.ts';
import { mails } from '#modules/email/tables.server.ts';
import { orders } from '#modules/orders/tables.server.ts';

import { seedTaxRates } from '#modules/tax/tax-rates.server.ts';

import {
  fillCart,
  givenProduct,
  givenShipping,
  newVisitor,
  type TestVisitor,
} from '../../../tests/support/shop-visitor.ts';
import { testWithShop, type TestShop } from '../../../tests/support/shop-test.ts';
import { reconcile, reconcileRecent, sweepExpired } from './expire-checkouts.server.ts';
import { checkouts } from './tables.server.ts';

const test = testWithShop({ settings: { BUY_NOW: 'hosted', PUBLIC_URL: 'http://shop.test' }, prepare: givenShipping });

const press = (visitor: TestVisitor, id: string, quantity = 1) =>
  visitor.send('POST', '/create-checkout', { items: [{ id, quantity }] });

const form = {
  email: 'Mia@Example.com',
  name: 'Mia van Rose',
  line1: '1 Market Street',
  city: 'San Francisco',
  state: 'CA',
  postal_code: '94103',
  country: 'US',
  phone: '415 555 0132',
  number: '4242 4242 4242 4242',
  expiry: '12 / 40',
  code: '123',
};

const { email, name, phone, line1, city, state, postal_code, country } = form;
const shipping = { name, phone, address: { line1, line2: null, city, state, postal_code, country } };
const payment = { number: '4242424242424242', email, name, phone, shipping };

const sessionIn = (url: unknown) => String(url).split('/').at(-1) ?? '';

/** Submits the form of the provider's page. */
async function payOn(shop: TestShop, url: unknown, change: Partial<typeof form> = {}) {
  const body = new URLSearchParams({ ...form, ...change });
  return shop.app.request(new URL(String(url)).pathname, { method: 'POST', body });
}

async function givenPage(shop: TestShop, quantity = 1) {
  const visitor = newVisitor(shop);
  const productId = await givenProduct(shop);
  const { body } = await press(visitor, productId, quantity);
  return { visitor, productId, url: body.url, session_id: sessionIn(body.url) };
}

/** A paid page about which the shop has received no event yet. */
async function givenPaidPage(shop: TestShop, quantity = 1) {
  const page = await givenPage(shop, quantity);
  await createSandbox({ db: shop.ctx.db }).paySession(page.session_id, payment);
  return page;
}

const endTimeOf = (shop: TestShop, sessionId: string) =>
  shop.ctx.db
    .update(checkouts)
    .set({ expiresAt: sql`now() - interval '1 second'` })
    .where(eq(checkouts.hostedSessionId, sessionId));

async function ordersOf(shop: TestShop, sessionId: string) {
  const [checkout] = await shop.ctx.db.select().from(checkouts).where(eq(checkouts.hostedSessionId, sessionId));
  return shop.ctx.db
    .select()
    .from(orders)
    .where(eq(orders.checkoutId, checkout?.id ?? ''));
}

async function stockOf(shop: TestShop, productId: string) {
  const [row] = await shop.ctx.db.select().from(products).where(eq(products.id, productId));
  return { onHand: row?.onHand, reserved: row?.reserved };
}

test('Buy Now opens the provider’s page with the promotion applied and the goods reserved', async ({
  shop,
  visitor,
  productId,
}) => {
  await fillCart(visitor, productId, 2);
  const { status, body } = await press(visitor, productId, 3);
  expect(status).toBe(200);
  expect(body.url).toMatch(/^http:\/\/shop\.test\/sandbox\/checkout\/cs_test_/);
  const page = await (await shop.app.request(new URL(String(body.url)).pathname)).text();
  expect(page).toContain('Pay $118.00');
  expect(await stockOf(shop, productId)).toEqual({ onHand: 7, reserved: 3 });
  const { body: cart } = await visitor.send('GET', '/cart');
  expect(cart.items).toMatchObject([{ quantity: 2 }]);
});

test('returning after payment shows the order with the typed data, and sends one email', async ({ shop }) => {
  const { visitor, productId, session_id } = await givenPaidPage(shop);
  const placed = await visitor.send('POST', '/create-order', { session_id });
  expect(placed).toMatchObject({
    status: 200,
    body: {
      order: {
        view: {
          email: 'mia@example.com',
          customer: { firstName: 'Mia', lastName: 'van Rose', phone: '415 555 0132' },
          shippingAddress: { street: '1 Market Street', state: 'CA', postalCode: '94103', country: 'US' },
          total: 59,
          paymentStatus: 'paid',
        },
      },
    },
  });
  const found = await visitor.send('GET', `/order-status?session_id=${session_id}`);
  // Each answer has its own token, valid for a day.
  expect(found.body.order).toEqual({ ...(placed.body.order as object), token: expect.any(String) as string });
  const stored = await ordersOf(shop, session_id);
  expect(stored).toMatchObject([{ totalCents: 5_900, capturedCents: 5_900, holdReason: null, status: 'confirmed' }]);
  expect(await stockOf(shop, productId)).toEqual({ onHand: 6, reserved: 0 });
  expect(await shop.ctx.db.$count(mails, eq(mails.orderId, stored[0]?.id ?? ''))).toBe(1);
});

test('an order to Great Britain shows the VAT included in its price', async ({ shop }) => {
  await seedTaxRates(shop.ctx.db);
  const { visitor, session_id } = await givenPage(shop);
  const london = { line1: '1 Kings Road', line2: null, city: 'London', state: '', postal_code: 'SW1A 1AA' };
  const sentThere = { ...shipping, address: { ...london, country: 'GB' } };
  await createSandbox({ db: shop.ctx.db }).paySession(session_id, { ...payment, shipping: sentThere });
  await visitor.send('POST', '/create-order', { session_id });
  expect(await ordersOf(shop, session_id)).toMatchObject([
    { totalCents: 5_900, taxCents: 0, tax: { name: 'VAT', inclusive: true, amountCents: 983 }, holdReason: null },
  ]);
});

test('the provider’s events alone place the order once, and asking for it again changes nothing', async ({ shop }) => {
  const { visitor, session_id } = await givenPaidPage(shop);
  await shop.ctx.payments.deliverEvents();
  expect(await ordersOf(shop, session_id)).toMatchObject([{ email: 'mia@example.com', holdReason: null }]);
  expect((await visitor.send('POST', '/create-order', { session_id })).status).toBe(200);
  await reconcile(shop.ctx);
  await reconcileRecent(shop.ctx);
  expect(await ordersOf(shop, session_id)).toHaveLength(1);
});

test.for([
  ['the reconciler', reconcile],
  ['the look at the provider’s books', (ctx: TestShop['ctx']) => reconcileRecent(ctx)],
] as const)('without browser and event, %s places the order', async ([_net, run], { shop }) => {
  const { session_id } = await givenPaidPage(shop);
  await run(shop.ctx);
  expect(await ordersOf(shop, session_id)).toMatchObject([{ email: 'mia@example.com', holdReason: null }]);
});

test('pressing again continues the same page; other units end it and open a new one', async ({ shop, visitor }) => {
  const productId = await givenProduct(shop, { onHand: 3 });
  const first = await press(visitor, productId, 3);
  expect((await press(visitor, productId, 3)).body.url).toBe(first.body.url);
  const second = await press(visitor, productId, 2);
  expect(second.body.url).not.toBe(first.body.url);
  expect((await shop.app.request(new URL(String(first.body.url)).pathname)).status).toBe(410);
  expect(await stockOf(shop, productId)).toEqual({ onHand: 3, reserved: 2 });
});

test('five presses at once open one page', async ({ shop, visitor, productId }) => {
  await press(visitor, productId, 2);
  const answers = await Promise.all([1, 1, 1, 1, 1].map((quantity) => press(visitor, productId, quantity)));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  expect(new Set(answers.map(({ body }) => body.url)).size).toBe(1);
  expect(await stockOf(shop, productId)).toEqual({ onHand: 7, reserved: 1 });
});

test('an expired page is ended at the provider and releases its goods', async ({ shop }) => {
  const { visitor, productId, url, session_id } = await givenPage(shop);
  await endTimeOf(shop, session_id);
  await sweepExpired(shop.ctx);
  expect(await stockOf(shop, productId)).toEqual({ onHand: 7, reserved: 0 });
  expect((await payOn(shop, url)).status).toBe(410);
  const answer = await visitor.send('POST', '/create-order', { session_id });
  expect(answer).toMatchObject({ status: 422, body: { error: 'expired' } });
});

test('a page paid at the last moment becomes an order when it is ended', async ({ shop }) => {
  const { session_id, productId } = await givenPaidPage(shop, 2);
  await endTimeOf(shop, session_id);
  await sweepExpired(shop.ctx);
  expect(await ordersOf(shop, session_id)).toMatchObject([{ totalCents: 11_800, holdReason: null }]);
  expect(await stockOf(shop, productId)).toEqual({ onHand: 5, reserved: 0 });
});

test('an unpaid page is no order, and another visitor’s page answers 404', async ({ shop }) => {
  const { visitor, url, session_id } = await givenPage(shop);
  const refused = await visitor.send('POST', '/create-order', { session_id });
  expect(refused).toMatchObject({ status: 422, body: { error: 'not_paid' } });
  await payOn(shop, url, { number: '4000 0000 0000 0002' });
  expect((await visitor.send('POST', '/create-order', { session_id })).status).toBe(422);
  const stranger = newVisitor(shop);
  await fillCart(stranger, await givenProduct(shop));
  expect((await stranger.send('POST', '/create-order', { session_id })).status).toBe(404);
  expect((await stranger.send('GET', `/order-status?session_id=${session_id}`)).status).toBe(404);
});

test('opening the shop’s own form for the same units ends the page, so nobody can pay twice', async ({ shop }) => {
  const { visitor, url, session_id } = await givenPage(shop);
  const [checkout] = await shop.ctx.db.select().from(checkouts).where(eq(checkouts.hostedSessionId, session_id));
  const own = await visitor.send('POST', '/create-payment-intent', { buy: checkout?.cartId });
  expect(own).toMatchObject({ status: 200, body: { amount: 5_900 } });
  expect((await payOn(shop, url)).status).toBe(410);
});

/**
 * Sends the event of a page in the format of an older API version, with the address where that
 * version has it.
 */
async function oldEventOf(
  shop: TestShop,
  session_id: string,
  changes: Record<string, unknown> = {},
): Promise<Response> {
  const [row] = await shop.ctx.db.select().from(sandboxObjects).where(eq(sandboxObjects.id, session_id));
  const { collected_information: _newer, ...session } = { ...row?.body } as Record<string, unknown>;
  const object = { ...session, shipping_details: shipping, ...changes };
  const type = 'checkout.session.completed';
  const id = `evt_${crypto.randomUUID()}`;
  const payload = JSON.stringify({ id, object: 'event', api_version: '2024-06-20', type, data: { object } });
  const digest = createHmac('sha256', shop.ctx.settings.sessionSecret).update('sandbox webhook').digest('hex');
  const signature = new Stripe('sk_test_x').webhooks.generateTestHeaderString({ payload, secret: `whsec_${digest}` });
  const headers = { 'content-type': 'application/json', 'stripe-signature': signature };
  return shop.app.request('/api/stripe-webhook', { method: 'POST', headers, body: payload });
}

test('the event of a page in an older API version places a complete order', async ({ shop }) => {
  const { session_id } = await givenPaidPage(shop);
  expect((await oldEventOf(shop, session_id)).status).toBe(200);
  expect(await ordersOf(shop, session_id)).toMatchObject([
    { holdReason: null, email: 'mia@example.com', shippingAddress: { street: '1 Market Street', postalCode: '94103' } },
  ]);
});

test('a page of another shop on the same account is ignored', async ({ shop }) => {
  const { session_id } = await givenPaidPage(shop);
  const before = await shop.ctx.db.$count(orders);
  const changes = { id: 'cs_test_strange', payment_intent: 'pi_strange', metadata: {}, client_reference_id: null };
  expect((await oldEventOf(shop, session_id, changes)).status).toBe(200);
  expect(await shop.ctx.db.$count(orders)).toBe(before);
});

test('without a shipping method or a working provider, no page opens and nothing stays reserved', async ({
  openShop,
}) => {
  const faults = { tooMany: 0, serverError: 1, responseLost: 0, random: () => 0.5 };
  const failing = await openShop({ settings: { BUY_NOW: 'hosted', PUBLIC_URL: 'http://shop.test' }, faults });
  const id = await givenProduct(failing);
  expect(await press(newVisitor(failing), id)).toMatchObject({ status: 422, body: { error: 'no_shipping' } });
  await givenShipping(failing);
  expect(await press(newVisitor(failing), id)).toMatchObject({ status: 422, body: { error: 'provider_unavailable' } });
  const [product] = await failing.ctx.db.select().from(products).where(eq(products.id, id));
  expect(product).toMatchObject({ onHand: 7, reserved: 0 });
});
