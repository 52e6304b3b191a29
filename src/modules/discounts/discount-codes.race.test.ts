import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';

import {
  fillCart,
  givenCode,
  givenProduct,
  givenShipping,
  newVisitor,
  openCheckout,
} from '../../../tests/support/shop-visitor.ts';
import { openTestShop, type TestShop } from '../../../tests/support/shop.ts';
import { discountCodes, discountRedemptions } from './tables.server.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
  await givenShipping(shop);
});
afterAll(() => shop.close());

/**
 * A guest at the checkout with a product of their own, so that guests compete only for the code.
 */
async function guestWithOwnProduct() {
  const visitor = newVisitor(shop);
  await fillCart(visitor, await givenProduct(shop, { onHand: 1 }));
  return { visitor, ...(await openCheckout(visitor)) };
}

test('a single-use code goes to exactly one of twenty concurrent buyers', async () => {
  const code = await givenCode(shop, { code: 'ONLYONE', maxUses: 1 });
  const guests = await Promise.all(Array.from({ length: 20 }, guestWithOwnProduct));
  const answers = await Promise.all(
    guests.map(({ visitor, checkoutId }) =>
      visitor.send('POST', '/update-payment-intent', { checkout_id: checkoutId, discount_code: code }),
    ),
  );
  const got = answers.filter(({ status }) => status === 200);
  const late = answers.filter(({ status, body }) => status === 422 && body.error === 'used_up');
  expect({ got: got.length, late: late.length }).toEqual({ got: 1, late: 19 });
  expect(got[0]?.body.amount).toBe(5_310);
  const [stored] = await shop.ctx.db.select().from(discountCodes).where(eq(discountCodes.code, code));
  expect(stored).toMatchObject({ held: 1, used: 0 });
  expect(await shop.ctx.db.select().from(discountRedemptions)).toMatchObject([{ state: 'held' }]);
});
