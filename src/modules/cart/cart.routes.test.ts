import { expect } from 'vitest';

import { newToken } from '#platform/session/token.server.ts';

import {
  fillCart,
  givenProduct,
  givenShipping,
  newVisitor,
  openCheckout,
} from '../../../tests/support/shop-visitor.ts';
import { openCountedShop } from '../../../tests/support/statement-counter.ts';
import { test } from '../../../tests/support/shop-test.ts';

type Items = { id: string; quantity: number }[];
const itemsOf = (body: Record<string, unknown>) => body.items as Items;

test('adding the same product twice makes one line of two units', async ({ visitor, productId }) => {
  await fillCart(visitor, productId);
  const answer = await fillCart(visitor, productId);
  expect(answer.body.items).toMatchObject([
    { quantity: 2, product: { price: 120, sale_price: 59 }, available: 7, promoted: true },
  ]);
});

test('adding more than the stock is refused with "Only 7 left in stock!" and leaves the cart unchanged', async ({
  visitor,
  productId,
}) => {
  await fillCart(visitor, productId, 7);
  expect(await fillCart(visitor, productId)).toMatchObject({
    status: 422,
    body: { error: 'too_many', message: 'Only 7 left in stock!', available: 7 },
  });
  expect(itemsOf((await visitor.send('GET', '/cart')).body)).toMatchObject([{ quantity: 7 }]);
});

test('stock reserved by the shopper’s own checkout stays available to their cart and not to other carts', async ({
  shop,
  productId,
}) => {
  await givenShipping(shop);
  const visitor = newVisitor(shop);
  await fillCart(visitor, productId, 4);
  await openCheckout(visitor);
  const [line] = itemsOf((await visitor.send('GET', '/cart')).body);
  expect(line).toMatchObject({ quantity: 4, available: 7 });
  expect(itemsOf((await fillCart(visitor, productId)).body)).toMatchObject([{ quantity: 5, available: 7 }]);
  const set = (quantity: number) => visitor.send('PATCH', `/cart/items/${line?.id}`, { quantity });
  expect((await set(7)).body.items).toMatchObject([{ quantity: 7 }]);
  const all = { status: 422, body: { message: 'Only 7 left in stock!' } };
  expect([await set(8), await fillCart(visitor, productId)]).toMatchObject([all, all]);
  expect((await fillCart(newVisitor(shop), productId, 4)).body.message).toBe('Only 3 left in stock!');
});

test.for([
  [99, 200],
  [100, 422],
] as const)('a cart line of %i units of an untracked product answers %i', async ([quantity, status], { shop }) => {
  const productId = await givenProduct(shop, { onHand: null });
  expect((await fillCart(newVisitor(shop), productId, quantity)).status).toBe(status);
});

test('ten concurrent additions of one unit add ten units, or as many as are in stock', async ({ shop, visitor }) => {
  const [plenty, few] = [await givenProduct(shop, { onHand: 50 }), await givenProduct(shop, { onHand: 7 })];
  await fillCart(visitor, plenty);
  const tenTimes = (productId: string) => Promise.all(Array.from({ length: 10 }, () => fillCart(visitor, productId)));
  expect((await tenTimes(plenty)).map(({ status }) => status)).toEqual(Array(10).fill(200));
  const answers = await tenTimes(few);
  expect(answers.filter(({ status }) => status === 422)).toHaveLength(3);
  const { items } = (await visitor.send('GET', '/cart')).body;
  expect(items).toMatchObject([{ quantity: 11 }, { quantity: 7 }]);
});

test('the first line of a cart takes 1 statement, each further line 2, and reading the cart 1', async () => {
  const counted = await openCountedShop();
  const visitor = newVisitor(counted.shop);
  const [first, second] = [await givenProduct(counted.shop), await givenProduct(counted.shop)];
  const counts: number[] = [];
  for (const productId of [first, second, second]) {
    counts.push((await counted.statementsOf(() => fillCart(visitor, productId))).length);
  }
  expect(counts).toEqual([1, 2, 2]);
  expect(await counted.statementsOf(() => visitor.send('GET', '/cart'))).toHaveLength(1);
  await counted.close();
});

test('each answer to an addition shows the whole cart as a read right after it does', async ({ shop, visitor }) => {
  const [first, second] = [await givenProduct(shop), await givenProduct(shop)];
  for (const productId of [first, second, first]) {
    const { body } = await fillCart(visitor, productId);
    expect(body).toEqual((await visitor.send('GET', '/cart')).body);
  }
});

test('adding the first products of a new cart concurrently loses none, and the last answer shows all of them', async ({
  shop,
}) => {
  const products = [await givenProduct(shop), await givenProduct(shop), await givenProduct(shop)];
  const visitor = newVisitor(shop);
  visitor.cookies.set('cart', newToken());
  const answers = await Promise.all(products.map((productId) => fillCart(visitor, productId)));
  expect(Math.max(...answers.map(({ body }) => itemsOf(body).length))).toBe(3);
  expect(itemsOf((await visitor.send('GET', '/cart')).body)).toHaveLength(3);
});

test('a sold-out product and an unknown product are refused', async ({ shop }) => {
  const soldOut = await fillCart(newVisitor(shop), await givenProduct(shop, { onHand: 0 }));
  expect(soldOut).toMatchObject({ status: 422, body: { error: 'sold_out' } });
  const unknown = await fillCart(newVisitor(shop), crypto.randomUUID());
  expect(unknown).toMatchObject({ status: 422, body: { error: 'no_product' } });
});

test('a quantity of 0 or less removes the line', async ({ shop, visitor }) => {
  const [line] = itemsOf((await fillCart(visitor, await givenProduct(shop))).body);
  const answer = await visitor.send('PATCH', `/cart/items/${line?.id}`, { quantity: -1 });
  expect(answer).toMatchObject({ status: 200, body: { items: [] } });
});

test('another visitor’s line cannot be changed or removed', async ({ shop }) => {
  const owner = newVisitor(shop);
  const [line] = itemsOf((await fillCart(owner, await givenProduct(shop))).body);
  const stranger = newVisitor(shop);
  await fillCart(stranger, await givenProduct(shop));
  const changed = await stranger.send('PATCH', `/cart/items/${line?.id}`, { quantity: 5 });
  expect(changed).toMatchObject({ status: 422, body: { error: 'no_line' } });
  await stranger.send('DELETE', `/cart/items/${line?.id}`);
  expect(itemsOf((await owner.send('GET', '/cart')).body)).toMatchObject([{ id: line?.id, quantity: 1 }]);
});

test.for([
  ['a word for a quantity', { product_id: crypto.randomUUID(), quantity: 'many' }],
  ['an addition of no unit', { product_id: crypto.randomUUID(), quantity: 0 }],
  ['an addition of less than none', { product_id: crypto.randomUUID(), quantity: -1 }],
  ['no product', { quantity: 1 }],
  ['an array', []],
  ['null', null],
] as const)('%s is answered with 400 and the issue', async ([_case, body], { shop }) => {
  const answer = await newVisitor(shop).send('POST', '/cart/items', body);
  expect(answer).toMatchObject({ status: 400, body: { error: 'bad_request' } });
});

test.for([
  ['another site', { 'sec-fetch-site': 'cross-site' }],
  ['a sibling domain', { 'sec-fetch-site': 'same-site' }],
  ['a typed address', { 'sec-fetch-site': 'none' }],
  ['an unknown place', { 'sec-fetch-site': '' }],
] as const)('a write from %s is refused', async ([_case, headers], { shop }) => {
  const answer = await newVisitor(shop).send('POST', '/cart/items', { product_id: crypto.randomUUID() }, headers);
  expect(answer).toMatchObject({ status: 403, body: { error: 'cross_site' } });
});

test('a cross-site form, a body of 200 KB and an unknown call are refused', async ({ visitor }) => {
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  expect((await visitor.send('POST', '/cart/items', { a: 1 }, { ...form, 'content-length': '7' })).status).toBe(415);
  expect((await visitor.send('POST', '/cart/items', { session_id: 'x'.repeat(200_000) })).status).toBe(413);
  expect((await visitor.send('GET', '/nothing-here')).status).toBe(404);
});
