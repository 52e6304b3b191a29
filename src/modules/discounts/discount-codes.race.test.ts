import { eq } from 'drizzle-orm';
import { expect } from 'vitest';

import {
  fillCart,
  givenCode,
  givenProduct,
  givenShipping,
  newVisitor,
  openCheckout,
} from '../../../tests/support/shop-visitor.ts';
import { testWithShop, type TestShop } from '../../../tests/support/shop-test.ts';
import { discountCodes, discountRedemptions } from './tables.server.ts';

const test = testWithShop({ prepare: givenShipping });

/**
 * A guest at the checkout with a product of their own, so that guests compete only for the code.
 */
async function guestWithOwnProduct(shop: TestShop) {
  const visitor = newVisitor(shop);
  await fillCart(visitor, await givenProduct(shop, { onHand: 1 }));
  return { visitor, ...(await openCheckout(visitor)) };
}

test('a single-use code goes to exactly one of twenty concurrent buyers', async ({ shop }) => {
  const code = await givenCode(shop, { code: 'ONLYONE', maxUses: 1 });
  const guests = await Promise.all(Array.from({ length: 20 }, () => guestWithOwnProduct(shop)));
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
