import { desc, eq } from 'drizzle-orm';
import sharp from 'sharp';
import { expect } from 'vitest';

import { productView } from '#modules/catalog/edit-product.server.ts';
import { compareAtPrice } from '#modules/catalog/price-history.ts';
import { firstActiveProduct } from '#modules/catalog/products.queries.server.ts';
import { productPictures } from '#modules/catalog/product-images.server.ts';
import { products, stockMoves } from '#modules/catalog/tables.server.ts';
import { lastSalesOf } from '#modules/orders/sales.queries.server.ts';
import { orderItems } from '#modules/orders/tables.server.ts';
import { longDay } from '#shared/shop-time.ts';

import { changesOf } from '../../../tests/support/audit-entries.ts';
import { fillCart, givenProduct, givenReadyCheckout, givenShipping } from '../../../tests/support/shop-visitor.ts';
import { givenOrderRow } from '../../../tests/support/orders.ts';
import { sendForm } from '../../../tests/support/page-requests.ts';
import { testWithShop, type TestShop } from '../../../tests/support/shop-test.ts';
import { action } from './product.tsx';
let productId: string;
let laterMs = 0;
const hourMs = 60 * 60 * 1000;

const test = testWithShop({ now: () => new Date(Date.now() + laterMs), prepare: givenShipping });

test.beforeEach(async ({ shop }) => {
  laterMs = 0;
  await shop.ctx.db.update(products).set({ isActive: false });
  productId = await givenProduct(shop);
});

const page = { action, path: '/admin/product' };
const say = (shop: TestShop, fields: Record<string, string | File>) => sendForm(shop, page, fields);

const changes = (shop: TestShop) => changesOf(shop.ctx.db, { subject: `product:${productId}` });

async function typedNow(shop: TestShop, change: Record<string, string> = {}) {
  const view = await productView(shop.ctx.db, shop.ctx.now(), lastSalesOf);
  const stored = { name: 'Wand', description: 'A wand', priceCents: '120', salePriceCents: '59', isActive: 'on' };
  return { form: 'product', ...stored, version: view?.version ?? '', ...change };
}

test('a new price of $79 applies to the shop and open carts at once, and the log names its author', async ({
  shop,
  visitor,
}) => {
  await fillCart(visitor, productId);
  const said = await say(shop, await typedNow(shop, { salePriceCents: '79', sure: '120/79' }));
  expect(said).toMatchObject({ status: 200, answer: { ok: true } });
  expect(await firstActiveProduct(shop.ctx.db)).toMatchObject({ salePriceCents: 7_900 });
  const { body } = await visitor.send('GET', '/cart');
  expect(body).toMatchObject({ items: [{ product: { sale_price: 79 } }] });
  const [entry] = await changes(shop);
  expect(entry).toMatchObject({
    action: 'product.edit',
    actorEmail: 'admin@shop.example',
    before: { salePriceCents: 5_900 },
    after: { salePriceCents: 7_900 },
  });
});

test('every price is in the history, and a sale is not compared with a price that never applied', async ({ shop }) => {
  await say(shop, await typedNow(shop, { salePriceCents: '', sure: '120/' }));
  laterMs = 2 * hourMs;
  await say(shop, await typedNow(shop, { salePriceCents: '49' }));
  const view = await productView(shop.ctx.db, shop.ctx.now(), lastSalesOf);
  expect(view?.prices.map(({ salePriceCents }) => salePriceCents)).toEqual([4_900, null, 5_900]);
  expect(view?.product.referencePriceCents).toBe(5_900);
});

const struckThrough = async (shop: TestShop) => {
  const product = await firstActiveProduct(shop.ctx.db);
  return product === null ? null : compareAtPrice(product);
};

test('a price increase that removes the reference price warns with its end date and saves nothing', async ({
  shop,
}) => {
  const said = await say(shop, await typedNow(shop, { salePriceCents: '64.50' }));
  expect(said).toMatchObject({ status: 422, answer: { question: 'sure', values: { salePriceCents: '64.50' } } });
  const until = longDay(new Date(Date.now() + 30 * 24 * hourMs));
  expect(said.answer.result).toEqual({
    question: 'Raise to $64.50? Shoppers will no longer see “$120, Save $61”.',
    note: `The lowest price in the last 30 days is $59. Sales that start before ${until} are compared with it. If you undo the change within an hour, before anyone buys, it isn’t recorded.`,
    keep: 'Keep $59',
  });
  expect(await firstActiveProduct(shop.ctx.db)).toMatchObject({ salePriceCents: 5_900 });
});

test('an answer to the question of other prices is asked again, and the choice to keep the price saves the rest', async ({
  shop,
}) => {
  const other = await say(shop, await typedNow(shop, { salePriceCents: '70', sure: '120/64.50' }));
  expect(other.answer.result).toMatchObject({ question: expect.stringMatching(/^Raise to \$70\?/) });
  const unchanged = await say(shop, await typedNow(shop, { salePriceCents: '70', name: 'Wand 2', prices: 'keep' }));
  expect(unchanged).toMatchObject({ status: 200, answer: { message: 'Saved. The price was not changed.' } });
  expect(await firstActiveProduct(shop.ctx.db)).toMatchObject({ name: 'Wand 2', salePriceCents: 5_900 });
});

test.for([
  ['within the hour', 0.9 * hourMs, false, 12_000],
  ['after an hour', hourMs, false, null],
  ['after somebody bought', 0, true, null],
] as const)(
  'undoing a price slip %s leaves the expected reference price',
  async ([_when, afterMs, isSold, struck], { shop }) => {
    expect((await say(shop, await typedNow(shop, { salePriceCents: '64.50', sure: '120/64.50' }))).status).toBe(200);
    expect(await struckThrough(shop)).toBeNull();
    if (isSold) {
      const { id: orderId } = await givenOrderRow(shop, { placedAt: shop.ctx.now() });
      const line = { name: 'Wand', imageUrl: '', quantity: 1, discountCents: 0, taxCents: 0, totalCents: 6_450 };
      await shop.ctx.db.insert(orderItems).values({ ...line, orderId, productId, unitPriceCents: 6_450 });
    }
    laterMs = afterMs;
    expect((await say(shop, await typedNow(shop, { salePriceCents: '59' }))).status).toBe(200);
    expect(await struckThrough(shop)).toBe(struck);
  },
);

test('the second of two concurrent edits gets a conflict, overwrites nothing and keeps its typed values', async ({
  shop,
}) => {
  const [first, second] = [await typedNow(shop, { name: 'First' }), await typedNow(shop, { name: 'Second' })];
  expect((await say(shop, first)).status).toBe(200);
  const said = await say(shop, second);
  expect(said).toMatchObject({ status: 409, answer: { conflict: true, values: { name: 'Second' } } });
  expect(await firstActiveProduct(shop.ctx.db)).toMatchObject({ name: 'First' });
});

test('an invalid form names its fields and changes nothing', async ({ shop }) => {
  const said = await say(shop, await typedNow(shop, { priceCents: 'much', salePriceCents: '59' }));
  expect(said).toMatchObject({
    status: 422,
    answer: { issues: { priceCents: expect.stringMatching(/dollars/) }, values: { priceCents: 'much' } },
  });
  expect(await changes(shop)).toEqual([]);
});

test('a stock change needs a reason and adds an immutable ledger entry', async ({ shop }) => {
  expect((await say(shop, { form: 'stock', change: '+5', reason: 'received', note: 'box 12' })).status).toBe(200);
  expect(await firstActiveProduct(shop.ctx.db)).toMatchObject({ onHand: 12 });
  const moves = await shop.ctx.db.select().from(stockMoves).orderBy(desc(stockMoves.id));
  expect(moves).toMatchObject([
    { change: 5, onHandAfter: 12, reason: 'received', note: 'box 12', actorEmail: 'admin@shop.example' },
  ]);
  await expect(shop.ctx.db.delete(stockMoves)).rejects.toThrow(/stock_moves/);
});

test('a form that arrives twice changes the stock once', async ({ shop }) => {
  const sent = { form: 'stock', change: '-2', reason: 'damaged', key: crypto.randomUUID() };
  for (let time = 0; time < 2; time += 1) expect((await say(shop, sent)).status).toBe(200);
  expect(await firstActiveProduct(shop.ctx.db)).toMatchObject({ onHand: 5 });
});

test('with 2 of 7 units in an open checkout, removing 5 works and removing 6 is refused with the figures', async ({
  shop,
}) => {
  await givenReadyCheckout(shop, productId, 2);
  const refused = await say(shop, { form: 'stock', change: '-6', reason: 'damaged' });
  expect(refused.status).toBe(422);
  expect(refused.answer.message).toMatch(/^2 units of 7 units are reserved by open checkouts/);
  expect((await say(shop, { form: 'stock', change: '-5', reason: 'damaged' })).status).toBe(200);
  expect(await firstActiveProduct(shop.ctx.db)).toMatchObject({ onHand: 2, available: 0 });
});

test('stock counting can be ended and restarted, but not with fewer units than are promised', async ({ shop }) => {
  await givenReadyCheckout(shop, productId, 2);
  expect((await say(shop, { form: 'counting-ended' })).status).toBe(200);
  expect(await firstActiveProduct(shop.ctx.db)).toMatchObject({ onHand: null, available: null });
  expect((await say(shop, { form: 'counting', onHand: '1' })).status).toBe(422);
  expect((await say(shop, { form: 'counting', onHand: '2' })).status).toBe(200);
});

test('counting does not start without a number or over a count that another admin started', async ({ shop }) => {
  await say(shop, { form: 'counting-ended' });
  const nothing = await say(shop, { form: 'counting', onHand: '' });
  expect([nothing.status, nothing.answer.issues]).toEqual([422, { onHand: 'Enter a whole number of units' }]);
  expect((await say(shop, { form: 'counting', onHand: '30' })).status).toBe(200);
  const late = await say(shop, { form: 'counting', onHand: '12' });
  expect([late.status, late.answer.message]).toEqual([
    422,
    'Inventory is already tracked, with 30 units on hand. Adjust the stock instead.',
  ]);
  expect(await firstActiveProduct(shop.ctx.db)).toMatchObject({ onHand: 30 });
});

test.for([
  [{ change: '0', reason: 'received' }, 'change'],
  [{ change: '1.5', reason: 'received' }, 'change'],
  [{ change: '3', reason: '' }, 'reason'],
] as const)('the stock form %j is refused at %s', async ([fields, field], { shop }) => {
  const said = await say(shop, { form: 'stock', ...fields });
  expect(Object.keys(said.answer.issues)).toEqual([field]);
});

const photo = async (width: number) => {
  const create = { width, height: 600, channels: 3 as const, background: '#f43f5e' };
  return new File([new Uint8Array(await sharp({ create }).jpeg().toBuffer())], 'a.jpg', { type: 'image/jpeg' });
};

test('an uploaded picture is served in its widths with immutable caching, can become the main picture and then stays', async ({
  shop,
}) => {
  expect((await say(shop, { form: 'picture', alt: 'The wand', file: await photo(900) })).status).toBe(200);
  const id = (await productView(shop.ctx.db, shop.ctx.now(), lastSalesOf))?.images[0]?.id ?? '';
  for (const name of ['480.avif', '800.webp', '480.jpg']) {
    const answer = await shop.app.request(`/product-images/${id}-${name}`);
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'public, max-age=31536000, immutable']);
  }
  expect((await shop.app.request(`/product-images/${id}-1200.jpg`)).status).toBe(404);
  const [{ src, thumb } = { src: '', thumb: 0 }] = await productPictures(shop.ctx.db, productId);
  expect((await shop.app.request(`${src}-${thumb}.avif`)).status).toBe(200);
  expect((await say(shop, { form: 'picture-main', id })).status).toBe(200);
  const [row] = await shop.ctx.db.select().from(products).where(eq(products.id, productId));
  expect(row?.imageUrl).toBe(`/product-images/${id}`);
  expect((await say(shop, { form: 'picture-remove', id })).answer.message).toMatch(/main image/);
});

test('a non-image file is refused by its bytes, and so is a picture without alternative text', async ({ shop }) => {
  const svg = new File(['<svg xmlns="http://www.w3.org/2000/svg"/>'], 'a.jpg', { type: 'image/jpeg' });
  expect((await say(shop, { form: 'picture', alt: 'x', file: svg })).answer.issues).toHaveProperty('file');
  expect((await say(shop, { form: 'picture', alt: '', file: await photo(500) })).answer.issues).toHaveProperty('alt');
});
