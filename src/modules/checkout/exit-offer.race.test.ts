import { like } from 'drizzle-orm';
import { expect } from 'vitest';

import { discountCodes } from '#modules/discounts/tables.server.ts';

import { fillCart, givenProduct, givenShipping, openCheckout } from '../../../tests/support/shop-visitor.ts';
import { testWithShop } from '../../../tests/support/shop-test.ts';

const test = testWithShop({ prepare: givenShipping });

test('ten parallel requests for the exit offer of one checkout create only one code', async ({ shop, visitor }) => {
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
