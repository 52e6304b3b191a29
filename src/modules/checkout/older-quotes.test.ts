import { sql } from 'drizzle-orm';
import { expect } from 'vitest';

import {
  fillCart,
  finalize,
  givenProduct,
  givenShipping,
  newVisitor,
  openCheckout,
  payWith,
} from '../../../tests/support/shop-visitor.ts';
import { testWithFreshShop } from '../../../tests/support/shop-test.ts';
import { checkoutQuotes } from './tables.server.ts';

const test = testWithFreshShop({ prepare: givenShipping });

test('a checkout from before a note was added is completed and paid', async ({ shop }) => {
  const visitor = newVisitor(shop);
  await fillCart(visitor, await givenProduct(shop));
  const { checkoutId, intentId, secret } = await openCheckout(visitor);
  await shop.ctx.db.update(checkoutQuotes).set({ body: sql`${checkoutQuotes.body} - 'deliveryInstructions'` });
  expect(await finalize(visitor, checkoutId)).toMatchObject({ status: 200 });
  await payWith(shop, secret);
  expect((await visitor.send('POST', '/create-order', { payment_intent_id: intentId })).status).toBe(200);
});
