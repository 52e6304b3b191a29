import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { products } from '#modules/catalog/tables.server.ts';
import { orders } from '#modules/orders/tables.server.ts';

import {
  fillCart,
  finalize,
  givenProduct,
  givenShipping,
  newVisitor,
  openCheckout,
  payWith,
} from '../../../tests/support/browser-like.ts';
import { after } from '../../../tests/support/races.ts';
import { openTestShop, type TestShop } from '../../../tests/support/shop.ts';

const buyers = 24;

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
  await givenShipping(shop);
});
afterAll(() => shop.close());

/** A guest at the checkout with two units, who presses Pay while another tab takes one out; what was agreed, and what came of it. */
async function payAsTheCartShrinks(productId: string, place: number) {
  const visitor = newVisitor(shop);
  const { body: cart } = await fillCart(visitor, productId, 2);
  const [line] = cart.items as { id: string }[];
  const { checkoutId, intentId, secret } = await openCheckout(visitor);
  const pay = async () => {
    const { body } = await after(shop, place % 6, () => finalize(visitor, checkoutId));
    await after(shop, (place % 4) * 100, () => payWith(shop, secret));
    return body.amount;
  };
  const shrink = () => after(shop, place % 5, () => visitor.send('PATCH', `/cart/items/${line?.id}`, { quantity: 1 }));
  const [agreed] = await Promise.all([pay(), shrink()]);
  const { amountReceivedCents: charged } = await shop.ctx.payments.readIntent(intentId);
  await visitor.send('POST', '/create-order', { payment_intent_id: intentId });
  const [order] = await shop.ctx.db.select().from(orders).where(eq(orders.paymentIntentId, intentId));
  return { agreed, charged, sold: order?.totalCents, hold: order?.holdReason };
}

test('who pays as another tab makes the cart smaller is charged what was agreed last, for as many units, and the rest is given back', async () => {
  const productId = await givenProduct(shop, { onHand: 2 * buyers });
  const paid = await Promise.all(Array.from({ length: buyers }, (_, place) => payAsTheCartShrinks(productId, place)));
  for (const { agreed, ...came } of paid) expect(came).toEqual({ charged: agreed, sold: agreed, hold: null });
  const units = paid.reduce((sum, { charged }) => sum + charged / 5_900, 0);
  expect(units, 'both must come first sometimes').toBeGreaterThan(buyers);
  expect(units, 'both must come first sometimes').toBeLessThan(2 * buyers);
  const [stock] = await shop.ctx.db.select().from(products).where(eq(products.id, productId));
  expect(stock).toMatchObject({ onHand: 2 * buyers - units, reserved: 0 });
});
