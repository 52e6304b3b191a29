import { expect } from 'vitest';

import {
  fillCart,
  finalize,
  givenCode,
  givenProduct,
  givenReadyCheckout,
  givenShipping,
  newVisitor,
  openCheckout,
  payWith,
  type TestVisitor,
} from '../../../tests/support/shop-visitor.ts';
import { testWithShop, type TestShop } from '../../../tests/support/shop-test.ts';

const opened = Date.now();
let ahead = 0;

const test = testWithShop({ now: () => new Date(opened + ahead), prepare: givenShipping });

async function atCheckout(shop: TestShop) {
  ahead = 0;
  const visitor = newVisitor(shop);
  await fillCart(visitor, await givenProduct(shop));
  return { visitor, ...(await openCheckout(visitor)) };
}

const ask = (visitor: TestVisitor, checkoutId: string) =>
  visitor.send('POST', '/exit-offer', { checkout_id: checkoutId });
const apply = (visitor: TestVisitor, checkoutId: string, code: unknown) =>
  visitor.send('POST', '/update-payment-intent', { checkout_id: checkoutId, discount_code: code });

test('the offer is a code for 10% off, and repeated requests return the same one', async ({ shop }) => {
  const { visitor, checkoutId } = await atCheckout(shop);
  const first = await ask(visitor, checkoutId);
  const ends = { ends_at: new Date(opened + 300_000).toISOString(), seconds_left: 300 };
  expect(first).toEqual({
    status: 200,
    body: { code: first.body.code, name: 'Welcome Back Discount', ...ends, replaces: null },
  });
  expect(first.body.code).toMatch(/^BACK-[2-9A-Z]{8}$/);
  expect((await ask(visitor, checkoutId)).body).toEqual(first.body);
  expect((await apply(visitor, checkoutId, first.body.code)).body.amount).toBe(5_310);
  expect((await ask(visitor, checkoutId)).body.code).toBe(first.body.code);
});

test('the code is unknown to any other cart', async ({ shop }) => {
  const { visitor, checkoutId } = await atCheckout(shop);
  const { code } = (await ask(visitor, checkoutId)).body;
  const other = await atCheckout(shop);
  const message = 'This discount code is not valid.';
  expect(await apply(other.visitor, other.checkoutId, code)).toEqual({
    status: 422,
    body: { error: 'unknown_code', message },
  });
  const validated = await other.visitor.send('POST', '/validate-discount', { code });
  expect(validated.body).toEqual({ valid: false, reason: 'unknown_code', error: message, waitSeconds: 0 });
  expect((await apply(visitor, checkoutId, code)).status).toBe(200);
});

test.for([
  [299_999, 200],
  [300_000, 422],
] as const)(
  '%i ms after the offer was made, asking for it and applying it answers %i',
  async ([later, status], { shop }) => {
    const { visitor, checkoutId } = await atCheckout(shop);
    const { code } = (await ask(visitor, checkoutId)).body;
    ahead = later;
    expect((await ask(visitor, checkoutId)).status).toBe(status);
    expect((await apply(visitor, checkoutId, code)).status).toBe(status);
  },
);

test('an applied offer stays in the order after its five minutes', async ({ shop }) => {
  const { visitor, checkoutId, secret } = await atCheckout(shop);
  await apply(visitor, checkoutId, (await ask(visitor, checkoutId)).body.code);
  ahead = 600_000;
  expect(await finalize(visitor, checkoutId)).toMatchObject({ status: 200, body: { amount: 5_310 } });
  await payWith(shop, secret);
});

test('the offer replaces a smaller code; a better one stays and the offer is refused', async ({ shop }) => {
  await givenCode(shop, { code: 'GLOW5', name: '5% off', value: 500 });
  await givenCode(shop, { code: 'GLOW15', name: '15% off', value: 1_500 });
  const { visitor, checkoutId } = await atCheckout(shop);
  await apply(visitor, checkoutId, 'GLOW15');
  const refused = await ask(visitor, checkoutId);
  const message =
    'The discount on your order already takes off at least as much, so it stays. Offers cannot be combined.';
  expect(refused).toEqual({ status: 422, body: { error: 'present_is_better', message } });
  await apply(visitor, checkoutId, 'GLOW5');
  const offer = await ask(visitor, checkoutId);
  expect(offer.body.replaces).toBe('GLOW5');
  const taken = await apply(visitor, checkoutId, offer.body.code);
  expect(taken.body).toMatchObject({
    amount: 5_310,
    checkout: { code: { name: 'Welcome Back Discount', amount: 5.9 } },
  });
});

test("another visitor's checkout answers 404, and a paid one gets no offer", async ({ shop }) => {
  const { checkoutId } = await atCheckout(shop);
  expect((await ask(newVisitor(shop), checkoutId)).status).toBe(404);
  const ready = await givenReadyCheckout(shop, await givenProduct(shop));
  await payWith(shop, ready.secret);
  await ready.visitor.send('POST', '/create-order', { payment_intent_id: ready.intentId });
  const message = 'This order has already been paid.';
  expect(await ask(ready.visitor, ready.checkoutId)).toEqual({ status: 422, body: { error: 'paid_already', message } });
});

test('stock_left includes the units that the checkout holds', async ({ shop, productId }) => {
  const untracked = await givenProduct(shop, { onHand: null });
  const buyers = [];
  for (const quantity of [2, 3]) {
    const visitor = newVisitor(shop);
    await fillCart(visitor, productId, quantity);
    if (quantity === 3) await fillCart(visitor, untracked);
    buyers.push(await visitor.send('POST', '/create-payment-intent', {}));
  }
  const left = buyers.map(({ body }) => (body.checkout as { items: { stock_left: number | null }[] }).items);
  expect(left[0]?.map((item) => item.stock_left)).toEqual([7]);
  expect(left[1]?.map((item) => item.stock_left).toSorted()).toEqual([5, null]);
});

test('eleven shoppers behind one address can ask for the offer, and one who asks eleven times is answered with 429', async ({
  openShop,
}) => {
  const office = await openShop({ settings: { RATE_LIMITS: 'on' } });
  const product = await givenProduct(office);
  const statuses: number[] = [];
  for (let shopper = 1; shopper <= 11; shopper += 1) {
    const visitor = newVisitor(office);
    await fillCart(visitor, product);
    statuses.push((await ask(visitor, crypto.randomUUID())).status);
    if (shopper < 11) continue;
    for (let again = 1; again <= 10; again += 1) statuses.push((await ask(visitor, crypto.randomUUID())).status);
  }
  expect(statuses).toEqual([...Array.from({ length: 20 }, () => 404), 429]);
});
