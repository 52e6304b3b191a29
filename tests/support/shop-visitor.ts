import { createSandbox } from '@halorosa/stripe-sandbox';
import { asc, eq } from 'drizzle-orm';

import { products } from '#modules/catalog/tables.server.ts';
import { discountCodes } from '#modules/discounts/tables.server.ts';
import { orderEvents } from '#modules/orders/tables.server.ts';
import { shippingOptions } from '#modules/shipping/tables.server.ts';

import type { TestShop } from './shop.ts';

type Body = Record<string, unknown>;
export type Answer = { status: number; body: Body };

/** Browser of the shop that keeps its cookies and sends same-origin headers. */
export function newVisitor(shop: TestShop) {
  const cookies = new Map<string, string>();
  return {
    cookies,
    async send(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answer> {
      const isJson = body !== undefined && !(body instanceof FormData);
      const answer = await shop.app.request(`/api${path}`, {
        method,
        headers: {
          'sec-fetch-site': 'same-origin',
          cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
          ...(isJson ? { 'content-type': 'application/json' } : {}),
          ...headers,
        },
        ...(body === undefined ? {} : { body: isJson ? JSON.stringify(body) : body }),
      });
      for (const cookie of answer.headers.getSetCookie()) {
        const [name = '', value = ''] = (cookie.split(';')[0] ?? '').split('=');
        cookies.set(name, value);
      }
      const text = await answer.text();
      return { status: answer.status, body: text === '' ? {} : (JSON.parse(text) as Body) };
    },
  };
}

/** Builds a review as its form sends it. Null omits a field. */
export function reviewForm(fields: object, photos: readonly Uint8Array<ArrayBuffer>[] = []): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) if (value !== null) form.set(name, String(value));
  for (const photo of photos) form.append('images', new File([photo], 'photo.jpg', { type: 'image/jpeg' }));
  return form;
}

export type TestVisitor = ReturnType<typeof newVisitor>;

export const contact = { email: 'Mia@Example.com', firstName: 'Mia', lastName: 'Rose', phone: '415 555 0132' };

export const address = {
  street: '1 Market Street',
  line2: '',
  city: 'San Francisco',
  state: 'CA',
  postalCode: '94103',
  country: 'US' as const,
};

type ProductGiven = Partial<typeof products.$inferInsert>;

export async function givenProduct(shop: TestShop, values: ProductGiven = {}): Promise<string> {
  const [row] = await shop.ctx.db
    .insert(products)
    .values({
      name: 'Wand',
      description: 'A wand',
      imageUrl: '/media/hero',
      features: [],
      specifications: {},
      priceCents: 12_000,
      salePriceCents: 5_900,
      referencePriceCents: 12_000,
      onHand: 7,
      ...values,
    })
    .returning({ id: products.id });
  if (row === undefined) throw new Error('no product');
  return row.id;
}

export async function givenShipping(shop: TestShop, priceCents = 0): Promise<string> {
  const [row] = await shop.ctx.db
    .insert(shippingOptions)
    .values({
      name: 'Standard',
      description: '',
      priceCents,
      daysMin: 3,
      daysMax: 5,
      sortOrder: await shop.ctx.db.$count(shippingOptions),
    })
    .returning({ id: shippingOptions.id });
  if (row === undefined) throw new Error('no shipping option');
  return row.id;
}

type CodeGiven = Partial<typeof discountCodes.$inferInsert>;

export async function givenCode(shop: TestShop, fields: CodeGiven = {}): Promise<string> {
  const values = { code: 'GLOW10', name: '10% off', type: 'percent' as const, value: 1_000, ...fields };
  await shop.ctx.db.insert(discountCodes).values(values);
  return values.code;
}

export async function fillCart(visitor: TestVisitor, productId: string, quantity = 1): Promise<Answer> {
  return visitor.send('POST', '/cart/items', { product_id: productId, quantity });
}

export type Opened = { checkoutId: string; intentId: string; secret: string; amount: number };

/** Opens the checkout with the contents of the cart. */
export async function openCheckout(visitor: TestVisitor): Promise<Opened> {
  const { status, body } = await visitor.send('POST', '/create-payment-intent', {});
  if (status !== 200) throw new Error(`create-payment-intent answered ${status} ${JSON.stringify(body)}`);
  const checkout = body.checkout as { id: string };
  return {
    checkoutId: checkout.id,
    intentId: String(body.payment_intent_id),
    secret: String(body.client_secret),
    amount: Number(body.amount),
  };
}

/** Sends the complete contact, as the page does right before payment, with a confirmed address. */
export function finalize(visitor: TestVisitor, checkoutId: string, change: Body = {}): Promise<Answer> {
  return visitor.send('POST', '/update-payment-intent', {
    checkout_id: checkoutId,
    customer_info: contact,
    shipping_address: address,
    billing_address: address,
    final: true,
    address_confirmed: true,
    ...change,
  });
}

/** Confirms at the provider, as the browser's payment form does. The shop is not notified yet. */
export function payWith(shop: TestShop, secret: string, number = '4242424242424242') {
  return createSandbox({ db: shop.ctx.db }).confirm(secret, { number, receiptEmail: null, shipping: null });
}

/**
 * Returns a guest who has filled the cart, opened the checkout and completed the form. Creates free
 * shipping if there is none.
 */
export async function givenReadyCheckout(shop: TestShop, productId: string, quantity = 1) {
  if ((await shop.ctx.db.$count(shippingOptions)) === 0) await givenShipping(shop);
  const visitor = newVisitor(shop);
  await fillCart(visitor, productId, quantity);
  const opened = await openCheckout(visitor);
  const ready = await finalize(visitor, opened.checkoutId);
  if (ready.status !== 200) throw new Error(`finalize answered ${JSON.stringify(ready)}`);
  return { visitor, ...opened };
}

type OrderGiven = { card?: string; product?: ProductGiven; quantity?: number };

/** Creates an order of one wand at $59.00, paid by card, with all provider events delivered. */
export async function givenPaidOrder(shop: TestShop, { card, product, quantity }: OrderGiven = {}) {
  const ready = await givenReadyCheckout(shop, await givenProduct(shop, product), quantity);
  await payWith(shop, ready.secret, card);
  const { body } = await ready.visitor.send('POST', '/create-order', { payment_intent_id: ready.intentId });
  await shop.ctx.payments.deliverEvents();
  return { ...ready, orderId: (body.order as { id: string }).id };
}

/** Returns the history of an order, oldest first. */
export async function timelineOf(shop: TestShop, orderId: string): Promise<string[]> {
  const events = await shop.ctx.db
    .select()
    .from(orderEvents)
    .where(eq(orderEvents.orderId, orderId))
    .orderBy(asc(orderEvents.at));
  return events.map(({ type, message }) => `${type}: ${message}`);
}
