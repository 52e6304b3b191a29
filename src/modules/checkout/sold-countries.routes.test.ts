import { createSandbox } from '@halorosa/stripe-sandbox';
import { eq } from 'drizzle-orm';
import { expect } from 'vitest';

import { orders } from '#modules/orders/tables.server.ts';
import { unitsField } from '#modules/phone-orders/phone-order.ts';
import { phoneOrders } from '#modules/phone-orders/tables.server.ts';
import { findStandardShipping } from '#modules/promotions/promotions.queries.server.ts';
import { promotionHints, type RunningPromotion } from '#modules/promotions/promotions.ts';
import { shippingOptions } from '#modules/shipping/tables.server.ts';
import { decideSoldCountries, soldCountriesView } from '#modules/shipping/sold-countries.server.ts';
import { countries } from '#shared/countries.ts';
import { action as orderAction } from '#pages/admin/order.tsx';
import { action as phoneAction } from '#pages/admin/phone-order.tsx';

import { owner } from '../../../tests/support/orders.ts';
import { formOf, pageCall, signedIn } from '../../../tests/support/page-requests.ts';
import {
  contact,
  fillCart,
  finalize,
  givenCode,
  givenPaidOrder,
  givenProduct,
  givenReadyCheckout,
  givenShipping,
  newVisitor,
  openCheckout,
  payWith,
  type Answer,
  type TestVisitor,
} from '../../../tests/support/shop-visitor.ts';
import { testWithShop, type TestShop } from '../../../tests/support/shop-test.ts';
import type { CheckoutView } from './checkout.schema.ts';
import { checkouts } from './tables.server.ts';

const test = testWithShop({ settings: { PUBLIC_URL: 'http://shop.test' }, prepare: givenShipping });

const toronto = {
  street: '100 Queen Street West',
  line2: '',
  city: 'Toronto',
  state: 'ON',
  postalCode: 'M5H 2N2',
  country: 'CA' as const,
};
const sentence = 'We don’t ship to Canada.';

/** Stores the countries that the shop sells to. */
async function sellTo(shop: TestShop, sold: readonly string[]): Promise<void> {
  const { version } = await soldCountriesView(shop.ctx.db);
  const decided = await decideSoldCountries(shop.ctx, owner, { sold, version });
  if (!decided.ok) throw new Error(decided.reason);
}

const withoutCanada = countries.filter((code) => code !== 'CA');

async function begun(shop: TestShop): Promise<{ visitor: TestVisitor; checkoutId: string; productId: string }> {
  const visitor = newVisitor(shop);
  const productId = await givenProduct(shop);
  await fillCart(visitor, productId);
  return { visitor, productId, checkoutId: (await openCheckout(visitor)).checkoutId };
}

const refusal = ({ status, body }: Answer) => [status, body.error, body.message];
const revise = (visitor: TestVisitor, checkout_id: string, change: object) =>
  visitor.send('POST', '/update-payment-intent', { checkout_id, ...change });

type Refused = { status?: number; data?: { issues?: Record<string, string> }; init?: { status?: number } };

/** Every door through which an order can get a delivery address, with its refusal. */
const doors: Record<string, (shop: TestShop) => Promise<unknown>> = {
  async 'the checkout form'(shop) {
    const { visitor, checkoutId } = await begun(shop);
    return refusal(await finalize(visitor, checkoutId, { shipping_address: toronto }));
  },
  async 'a wallet, which tells no street'(shop) {
    const { visitor, checkoutId } = await begun(shop);
    const { country, state, postalCode, city } = toronto;
    return refusal(await revise(visitor, checkoutId, { shipping_address: { country, state, postalCode, city } }));
  },
  async 'an address from before the country was switched off'(shop) {
    await sellTo(shop, countries);
    const { visitor, checkoutId } = await begun(shop);
    await revise(visitor, checkoutId, { customer_info: contact, shipping_address: toronto });
    await sellTo(shop, withoutCanada);
    return refusal(await revise(visitor, checkoutId, { final: true, address_confirmed: true }));
  },
  async 'a free order from before the country was switched off'(shop) {
    await sellTo(shop, countries);
    const code = await givenCode(shop, { code: 'FREE', type: 'free_order', value: 0 });
    const { visitor, checkoutId } = await begun(shop);
    await finalize(visitor, checkoutId, { shipping_address: toronto, discount_code: code });
    await sellTo(shop, withoutCanada);
    return refusal(await visitor.send('POST', '/create-order', { checkout_id: checkoutId }));
  },
  async 'Buy Now'(shop) {
    const visitor = newVisitor(shop);
    const items = [{ id: await givenProduct(shop), quantity: 1 }];
    const { body } = await visitor.send('POST', '/create-checkout', { items });
    const buy = new URL(String(body.url), 'http://shop.test').searchParams.get('buy');
    const opened = await visitor.send('POST', '/create-payment-intent', { buy });
    const { id } = opened.body.checkout as { id: string };
    return refusal(await finalize(visitor, id, { shipping_address: toronto }));
  },
  async 'a phone order'(shop) {
    const form = { form: 'create', ...contact, ...toronto, isSure: 'on', key: crypto.randomUUID() };
    const fields = formOf({ ...form, [unitsField(await givenProduct(shop))]: '1' });
    const call = { ...pageCall(shop, '/admin/phone-orders/new', signedIn(), fields), params: { id: 'new' } };
    const { data } = (await phoneAction(call)) as Refused;
    expect(await shop.ctx.db.$count(phoneOrders)).toBe(0);
    return [422, 'country_not_sold', data?.issues?.country];
  },
  async 'the corrected address of an order'(shop) {
    const { orderNumber, version } = await storedOrder(shop, await givenPaidOrder(shop));
    const fields = formOf({ form: 'address', ...toronto, isSure: 'on', agreedTax: 'none', version: String(version) });
    const path = `/admin/orders/${orderNumber}`;
    const call = { ...pageCall(shop, path, signedIn(), fields), params: { number: orderNumber } };
    const { data } = (await orderAction(call)) as Refused;
    return [422, 'country_not_sold', data?.issues?.country];
  },
};

async function storedOrder(shop: TestShop, { orderId }: { orderId: string }) {
  const [order] = await shop.ctx.db.select().from(orders).where(eq(orders.id, orderId));
  if (order === undefined) throw new Error('no order');
  return order;
}

test.for(Object.entries(doors))('%s refuses a country that is switched off', async ([, ask], { shop }) => {
  await sellTo(shop, withoutCanada);
  expect(await ask(shop)).toEqual([422, 'country_not_sold', sentence]);
});

test('a checkout offers the countries that the shop sells to, and its other changes still work', async ({ shop }) => {
  await sellTo(shop, countries);
  const { visitor, checkoutId } = await begun(shop);
  await revise(visitor, checkoutId, { customer_info: contact, shipping_address: toronto });
  await sellTo(shop, withoutCanada);
  const { status, body } = await revise(visitor, checkoutId, { delivery_instructions: 'Ring twice' });
  expect([status, (body.checkout as CheckoutView).shippingCountries]).toEqual([200, withoutCanada]);
  expect((await revise(visitor, checkoutId, { shipping_address: { ...toronto, country: 'GB' } })).status).toBe(200);
});

test('an order that is already paid ships to its country', async ({ shop }) => {
  await sellTo(shop, countries);
  const ready = await givenReadyCheckout(shop, await givenProduct(shop));
  const { body } = await finalize(ready.visitor, ready.checkoutId, { shipping_address: toronto });
  await sellTo(shop, withoutCanada);
  await payWith(shop, String(body.client_secret));
  const placed = await ready.visitor.send('POST', '/create-order', { payment_intent_id: body.payment_intent_id });
  const { id } = placed.body.order as { id: string };
  expect(await storedOrder(shop, { orderId: id })).toMatchObject({ holdReason: null, shippingAddress: toronto });
});

const { street: line1, city, state, postalCode: postal_code, country } = toronto;
const name = `${contact.firstName} ${contact.lastName}`;
const typed = { name, phone: contact.phone, address: { line1, line2: null, city, state, postal_code, country } };
const payment = { number: '4242424242424242', email: contact.email, name, phone: contact.phone, shipping: typed };

async function givenHostedPage(shop: TestShop) {
  shop.ctx.settings.buyNow = 'hosted';
  const visitor = newVisitor(shop);
  const items = [{ id: await givenProduct(shop), quantity: 1 }];
  const { body } = await visitor.send('POST', '/create-checkout', { items });
  shop.ctx.settings.buyNow = 'own';
  const page = await (await shop.app.request(new URL(String(body.url)).pathname)).text();
  return { visitor, page, sessionId: String(body.url).split('/').at(-1) ?? '' };
}

test('the provider’s page offers only countries that the shop sells to', async ({ shop }) => {
  await sellTo(shop, ['US', 'AU']);
  const { page } = await givenHostedPage(shop);
  const offered = [...page.matchAll(/<option value="([A-Z]{2})"/g)].map(([, code]) => code);
  expect(offered).toEqual(['US', 'AU', 'PR', 'GU']);
});

test('a country paid on a page from before it was switched off becomes an order on hold', async ({ shop }) => {
  await sellTo(shop, countries);
  const { visitor, sessionId } = await givenHostedPage(shop);
  await sellTo(shop, withoutCanada);
  await createSandbox({ db: shop.ctx.db }).paySession(sessionId, payment);
  expect((await visitor.send('POST', '/create-order', { session_id: sessionId })).status).toBe(200);
  const [checkout] = await shop.ctx.db.select().from(checkouts).where(eq(checkouts.hostedSessionId, sessionId));
  const [order] = await shop.ctx.db
    .select()
    .from(orders)
    .where(eq(orders.checkoutId, checkout?.id ?? ''));
  expect(order).toMatchObject({ holdReason: 'country_not_sold', paymentStatus: 'paid', stockDeducted: true });
});

test('shipping options, their prices and the total follow the delivery country', async ({ shop }) => {
  await sellTo(shop, countries);
  const { db } = shop.ctx;
  await db.update(shippingOptions).set({ countries: ['US'], priceCents: 700, freeFromCents: 10_000 });
  const option = { description: '', daysMin: 5, daysMax: 9, sortOrder: 9, countries: ['CA'] };
  await db.insert(shippingOptions).values({ ...option, name: 'To Canada', priceCents: 2_500 });
  const { visitor, checkoutId, productId } = await begun(shop);
  const shown = async (change: object) => {
    const { checkout } = (await revise(visitor, checkoutId, change)).body as { checkout: CheckoutView };
    return [checkout.shippingOptions.map((one) => [one.name, one.price]), checkout.shippingAmount, checkout.total];
  };
  expect(await shown({})).toEqual([[['Standard', 7]], 7, 66]);
  expect(await shown({ shipping_address: toronto })).toEqual([[['To Canada', 25]], 25, 84]);
  expect(await shown({ shipping_address: { ...toronto, country: 'AU', state: 'VIC', postalCode: '3000' } })).toEqual([
    [],
    0,
    59,
  ]);
  const items = [{ product_id: productId, quantity: 2 }];
  const shipping_address = { ...toronto, country: 'US', state: 'CA', postalCode: '94103' };
  expect(await shown({ items, shipping_address })).toEqual([[['Standard', 0]], 0, 118]);
  const { promotions } = (await visitor.send('GET', '/cart')).body;
  expect(promotionHints(promotions as RunningPromotion[], 5_900)).toEqual(['You are $41.00 away from free Standard']);
  expect(await findStandardShipping(db)).toEqual({ isFree: false, freeFromCents: null });
  await sellTo(shop, ['US']);
  expect(await findStandardShipping(db)).toEqual({ isFree: false, freeFromCents: 10_000 });
  await db.update(shippingOptions).set({ countries: [], priceCents: 0, freeFromCents: null });
});
