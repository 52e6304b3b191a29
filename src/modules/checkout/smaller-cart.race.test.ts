import { eq } from 'drizzle-orm';
import { expect } from 'vitest';

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
  type TestVisitor,
} from '../../../tests/support/shop-visitor.ts';
import { after } from '../../../tests/support/race-steps.ts';
import { testWithShop, type TestShop } from '../../../tests/support/shop-test.ts';

const buyers = 24;

const test = testWithShop({ prepare: givenShipping });

/**
 * Presses Pay, and again while the answer is that the last change is still being saved, as on a
 * busy machine.
 */
async function pressPay(visitor: TestVisitor, checkoutId: string) {
  for (let presses = 1; ; presses += 1) {
    const answer = await finalize(visitor, checkoutId);
    if (answer.body.error !== 'busy' || presses === 10) return answer;
  }
}

/**
 * Presses Pay for two units while another tab removes one. Returns the agreed, charged and sold
 * amounts.
 */
async function payAsTheCartShrinks(shop: TestShop, productId: string, index: number) {
  const visitor = newVisitor(shop);
  const { body: cart } = await fillCart(visitor, productId, 2);
  const [line] = cart.items as { id: string }[];
  const { checkoutId, intentId, secret } = await openCheckout(visitor);
  const pay = async () => {
    const { status, body } = await after(shop, index % 6, () => pressPay(visitor, checkoutId));
    expect([status, body.error], 'answer to Pay').toEqual([200, undefined]);
    await after(shop, (index % 4) * 100, () => payWith(shop, secret));
    return body.amount;
  };
  const shrink = () => after(shop, index % 5, () => visitor.send('PATCH', `/cart/items/${line?.id}`, { quantity: 1 }));
  const [agreed] = await Promise.all([pay(), shrink()]);
  const { amountReceivedCents: charged } = await shop.ctx.payments.readIntent(intentId);
  await visitor.send('POST', '/create-order', { payment_intent_id: intentId });
  const [order] = await shop.ctx.db.select().from(orders).where(eq(orders.paymentIntentId, intentId));
  return { agreed, charged, sold: order?.totalCents, hold: order?.holdReason };
}

test('paying while another tab reduces the cart charges the last agreed amount, sells as many units and releases the rest', async ({
  shop,
}) => {
  const productId = await givenProduct(shop, { onHand: 2 * buyers });
  const paid = await Promise.all(
    Array.from({ length: buyers }, (_, index) => payAsTheCartShrinks(shop, productId, index)),
  );
  for (const { agreed, ...came } of paid) expect(came).toEqual({ charged: agreed, sold: agreed, hold: null });
  const units = paid.reduce((sum, { charged }) => sum + charged / 5_900, 0);
  expect(units, 'both must come first sometimes').toBeGreaterThan(buyers);
  expect(units, 'both must come first sometimes').toBeLessThan(2 * buyers);
  const [stock] = await shop.ctx.db.select().from(products).where(eq(products.id, productId));
  expect(stock).toMatchObject({ onHand: 2 * buyers - units, reserved: 0 });
});
