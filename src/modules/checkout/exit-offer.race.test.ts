import { like } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { discountCodes } from '#modules/discounts/tables.server.ts';

import {
  fillCart,
  givenProduct,
  givenShipping,
  newVisitor,
  openCheckout,
} from '../../../tests/support/shop-visitor.ts';
import { openTestShop, type TestShop } from '../../../tests/support/shop.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
  await givenShipping(shop);
});
afterAll(() => shop.close());

test('ten parallel requests for the exit offer of one checkout create only one code', async () => {
  const visitor = newVisitor(shop);
  await fillCart(visitor, await givenProduct(shop));
  const { checkoutId } = await openCheckout(visitor);
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => visitor.send('POST', '/exit-offer', { checkout_id: checkoutId })),
  );
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200));
  expect(new Set(answers.map(({ body }) => body.code)).size).toBe(1);
  const stored = await shop.ctx.db.select().from(discountCodes).where(like(discountCodes.code, 'BACK-%'));
  expect(stored).toHaveLength(1);
});
