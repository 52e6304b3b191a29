import { randomUUID } from 'node:crypto';

import { eq } from 'drizzle-orm';
import { describe, expect } from 'vitest';

import { products } from '#modules/catalog/tables.server.ts';
import { orders } from '#modules/orders/tables.server.ts';

import {
  fillCart,
  finalize,
  givenProduct,
  givenShipping,
  newVisitor,
  openCheckout,
  payWith,
  type TestVisitor,
} from '../../../tests/support/shop-visitor.ts';
import { testWithShop } from '../../../tests/support/shop-test.ts';

const test = testWithShop({ prepare: givenShipping });

function buyNow(visitor: TestVisitor, id: string, quantity = 1, product?: object) {
  return visitor.send('POST', '/create-checkout', { items: [{ id, quantity, product }], userEmail: null });
}

const idIn = (url: unknown) => String(url).replace('/checkout?buy=', '');

async function openBuyNow(visitor: TestVisitor, productId: string, quantity = 1) {
  const { body } = await buyNow(visitor, productId, quantity);
  return visitor.send('POST', '/create-payment-intent', { buy: idIn(body.url) });
}

async function quantityInCart(visitor: TestVisitor): Promise<number[]> {
  const { body } = await visitor.send('GET', '/cart');
  return (body.items as { quantity: number }[]).map((item) => item.quantity);
}

describe('Buy Now', () => {
  test('opens a checkout of only those units and leaves the cart unchanged', async ({ visitor, productId }) => {
    await fillCart(visitor, productId, 3);
    const answer = await buyNow(visitor, productId, 2);
    expect(answer.status).toBe(200);
    expect(answer.body.url).toMatch(/^\/checkout\?buy=[0-9a-f-]{36}$/);
    const opened = await visitor.send('POST', '/create-payment-intent', { buy: idIn(answer.body.url) });
    expect(opened).toMatchObject({ status: 200, body: { amount: 11_800, checkout: { items: [{ quantity: 2 }] } } });
    expect(await quantityInCart(visitor)).toEqual([3]);
  });

  test('is paid and settled like any order and leaves the cart unchanged', async ({ shop, visitor, productId }) => {
    await fillCart(visitor, productId, 2);
    const { body } = await openBuyNow(visitor, productId);
    await finalize(visitor, (body.checkout as { id: string }).id);
    await payWith(shop, String(body.client_secret));
    const intentId = String(body.payment_intent_id);
    const placed = await visitor.send('POST', '/create-order', { payment_intent_id: intentId });
    expect(placed).toMatchObject({ status: 200, body: { order: { view: { total: 59 } } } });
    const stored = await shop.ctx.db.select().from(orders).where(eq(orders.paymentIntentId, intentId));
    expect(stored).toMatchObject([{ totalCents: 5_900, paymentStatus: 'paid', holdReason: null }]);
    const [product] = await shop.ctx.db.select().from(products).where(eq(products.id, productId));
    expect(product).toMatchObject({ onHand: 6, reserved: 0 });
    expect(await quantityInCart(visitor)).toEqual([2]);
  });

  test('leaves an open checkout of the cart unchanged', async ({ visitor, productId }) => {
    await fillCart(visitor, productId, 2);
    const { checkoutId, amount } = await openCheckout(visitor);
    expect((await openBuyNow(visitor, productId)).body.amount).toBe(5_900);
    expect(await openCheckout(visitor)).toMatchObject({ checkoutId, amount });
    expect(amount).toBe(11_800);
  });

  test('continues the same checkout with the new quantity when pressed again, even for the last units', async ({
    shop,
    visitor,
  }) => {
    const productId = await givenProduct(shop, { onHand: 4 });
    const first = await openBuyNow(visitor, productId, 1);
    const again = await openBuyNow(visitor, productId, 3);
    expect(again.body.payment_intent_id).toBe(first.body.payment_intent_id);
    expect(again.body.checkout).toMatchObject({ items: [{ quantity: 3 }] });
    expect((await openBuyNow(visitor, productId, 3)).status).toBe(200);
  });

  test("ignores a price in the body and charges the server's price", async ({ shop, visitor }) => {
    const cheap = { name: 'Wand', price: 0.01, sale_price: 0.01 };
    const { body } = await buyNow(visitor, await givenProduct(shop), 1, cheap);
    const opened = await visitor.send('POST', '/create-payment-intent', { buy: idIn(body.url) });
    expect(opened).toMatchObject({ status: 200, body: { amount: 5_900 } });
  });
});

describe('Buy Now refuses', () => {
  test.for([
    ['a sold-out product', 0, 1, 'sold_out', 'This product is sold out.'],
    ['eight of seven', 7, 8, 'too_many', 'Only 7 left in stock!'],
    ['eleven at once', 50, 11, 'too_many_units', 'At most 10 units can be ordered at once.'],
  ] as const)('%s with a message', async ([_case, onHand, quantity, error, message], { shop }) => {
    const answer = await buyNow(newVisitor(shop), await givenProduct(shop, { onHand }), quantity);
    expect(answer).toMatchObject({ status: 422, body: { error, message } });
  });

  test('an unknown product with a message', async ({ shop }) => {
    const message = 'This product is not available any more.';
    expect(await buyNow(newVisitor(shop), randomUUID())).toMatchObject({ status: 422, body: { message } });
  });

  test.for([
    ['no item', []],
    ['no unit', [{ id: randomUUID(), quantity: 0 }]],
    ['a name for an id', [{ id: 'wand', quantity: 1 }]],
  ] as const)('%s with 400', async ([_case, items], { shop }) => {
    expect((await newVisitor(shop).send('POST', '/create-checkout', { items })).status).toBe(400);
  });

  test('a quantity above the stock and leaves the previous Buy Now unchanged', async ({ visitor, productId }) => {
    const { body } = await buyNow(visitor, productId, 2);
    expect((await buyNow(visitor, productId, 8)).status).toBe(422);
    const opened = await visitor.send('POST', '/create-payment-intent', { buy: idIn(body.url) });
    expect(opened.body.checkout).toMatchObject({ items: [{ quantity: 2 }] });
  });
});

test('a Buy Now of another visitor answers 404 for its checkout and its intent', async ({ shop, visitor }) => {
  const { body } = await buyNow(visitor, await givenProduct(shop));
  const buy = idIn(body.url);
  const opened = await visitor.send('POST', '/create-payment-intent', { buy });
  const checkoutId = (opened.body.checkout as { id: string }).id;
  const stranger = newVisitor(shop);
  await fillCart(stranger, await givenProduct(shop));
  for (const who of [stranger, newVisitor(shop)]) {
    expect((await who.send('POST', '/create-payment-intent', { buy })).status).toBe(404);
    expect((await finalize(who, checkoutId)).status).toBe(404);
    const intent = { payment_intent_id: opened.body.payment_intent_id };
    expect((await who.send('POST', '/create-order', intent)).status).toBe(404);
  }
});

test('a customer who signs in can continue the Buy Now begun as a guest and an older one', async ({ shop }) => {
  const account = { email: 'bea@example.com', password: 'rose-garden-7' };
  await shop.auth.createUser({ ...account, firstName: 'Bea', lastName: 'Lee', role: 'customer' });
  const productId = await givenProduct(shop);
  const signIn = (visitor: TestVisitor) => visitor.send('POST', '/auth/sign-in/email', account);
  const elsewhere = newVisitor(shop);
  await signIn(elsewhere);
  const older = await openBuyNow(elsewhere, productId);
  const visitor = newVisitor(shop);
  const begun = await openBuyNow(visitor, productId, 2);
  expect((await signIn(visitor)).status).toBe(200);
  for (const [who, { body }] of [[visitor, begun] as const, [elsewhere, older] as const]) {
    expect((await finalize(who, (body.checkout as { id: string }).id)).status).toBe(200);
  }
});

test('the sixth Buy Now within a minute is answered with 429', async ({ openShop }) => {
  const guarded = await openShop({ settings: { RATE_LIMITS: 'on' } });
  const visitor = newVisitor(guarded);
  const productId = await givenProduct(guarded);
  const statuses: number[] = [];
  for (let press = 1; press <= 6; press += 1) statuses.push((await buyNow(visitor, productId)).status);
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
});
