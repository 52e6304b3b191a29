import { count, eq } from 'drizzle-orm';
import { expect } from 'vitest';

import { products } from '#modules/catalog/tables.server.ts';

import { fillCart, givenProduct, givenShipping, newVisitor } from '../../../tests/support/shop-visitor.ts';
import { waitForBlockedConnections } from '../../../tests/support/race-steps.ts';
import { testWithShop, type TestShop } from '../../../tests/support/shop-test.ts';
import { checkouts, reservations } from './tables.server.ts';

const test = testWithShop({ prepare: givenShipping });

/**
 * Lets fifty guests, each with one unit in the cart, open the checkout at once. More of them than
 * there are units wait for the product, and none has yet seen it taken.
 */
async function fiftyArrive(shop: TestShop, productId: string) {
  const visitors = Array.from({ length: 50 }, () => newVisitor(shop));
  await Promise.all(visitors.map((visitor) => fillCart(visitor, productId)));
  const arrived = await shop.ctx.db.transaction(async (tx) => {
    await tx.select().from(products).where(eq(products.id, productId)).for('no key update');
    const begun = visitors.map((visitor) => visitor.send('POST', '/create-payment-intent', {}));
    await waitForBlockedConnections(tx, 6);
    return { begun };
  });
  return Promise.all(arrived.begun);
}

test('fifty buyers race for five units: five reserve one each, forty-five are refused as sold_out', async ({
  shop,
}) => {
  const productId = await givenProduct(shop, { onHand: 5 });
  const answers = await fiftyArrive(shop, productId);
  const reserved = answers.filter(({ status }) => status === 200);
  const soldOut = answers.filter(({ status, body }) => status === 422 && body.error === 'sold_out');
  const faults = answers.filter(({ status }) => status >= 500);
  expect({ reserved: reserved.length, soldOut: soldOut.length, faults: faults.length }).toEqual({
    reserved: 5,
    soldOut: 45,
    faults: 0,
  });
  const [product] = await shop.ctx.db.select().from(products).where(eq(products.id, productId));
  expect(product).toMatchObject({ onHand: 5, reserved: 5 });
  expect(await shop.ctx.db.select({ rows: count() }).from(reservations)).toEqual([{ rows: 5 }]);
  expect(await shop.ctx.db.select({ rows: count() }).from(checkouts)).toEqual([{ rows: 5 }]);
});
