import { eq } from 'drizzle-orm';
import { expect } from 'vitest';

import { products } from '#modules/catalog/tables.server.ts';

import { givenProduct, givenShipping, newVisitor } from '../../../tests/support/shop-visitor.ts';
import { testWithShop } from '../../../tests/support/shop-test.ts';

const test = testWithShop({ settings: { RATE_LIMITS: 'on', TRUST_PROXY: 'true' }, prepare: givenShipping });

const from = { 'x-forwarded-for': '203.0.113.13' };

test('twelve concurrent checkouts of ten units behind one address: three get their units', async ({ shop }) => {
  const productId = await givenProduct(shop, { onHand: 100 });
  const guests = await Promise.all(
    Array.from({ length: 12 }, async () => {
      const visitor = newVisitor(shop);
      await visitor.send('POST', '/cart/items', { product_id: productId, quantity: 10 }, from);
      return visitor;
    }),
  );
  const open = guests.map((guest) => guest.send('POST', '/create-payment-intent', {}, from));
  const opened = (await Promise.all(open)).filter(({ status }) => status === 200);
  const [product] = await shop.ctx.db.select().from(products).where(eq(products.id, productId));
  expect([opened.length, product?.reserved]).toEqual([3, 30]);
});
