import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';

import {
  fillCart,
  finalize,
  givenProduct,
  givenShipping,
  newVisitor,
  openCheckout,
  payWith,
} from '../../../tests/support/shop-visitor.ts';
import { openTestShop, type TestShop } from '../../../tests/support/shop.ts';
import { checkoutQuotes } from './tables.server.ts';

let shop: TestShop;
beforeEach(async () => {
  shop = await openTestShop();
  await givenShipping(shop);
});
afterEach(() => shop.close());

test('a checkout from before a note was added is completed and paid', async () => {
  const visitor = newVisitor(shop);
  await fillCart(visitor, await givenProduct(shop));
  const { checkoutId, intentId, secret } = await openCheckout(visitor);
  await shop.ctx.db.update(checkoutQuotes).set({ body: sql`${checkoutQuotes.body} - 'deliveryInstructions'` });
  expect(await finalize(visitor, checkoutId)).toMatchObject({ status: 200 });
  await payWith(shop, secret);
  expect((await visitor.send('POST', '/create-order', { payment_intent_id: intentId })).status).toBe(200);
});
