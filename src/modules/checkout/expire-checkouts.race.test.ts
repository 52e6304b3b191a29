import { sandboxIntents } from '@halorosa/stripe-sandbox/tables';
import { eq } from 'drizzle-orm';
import { expect } from 'vitest';

import { products } from '#modules/catalog/tables.server.ts';
import { orders } from '#modules/orders/tables.server.ts';

import {
  fillCart,
  givenProduct,
  givenShipping,
  newVisitor,
  payWith,
  type TestVisitor,
} from '../../../tests/support/shop-visitor.ts';
import { after, endTimeOf, givenBuyers, type Ready } from '../../../tests/support/race-steps.ts';
import { testWithShop, type TestShop } from '../../../tests/support/shop-test.ts';
import { checkouts } from './tables.server.ts';
import { expireCheckout } from './expire-checkouts.server.ts';

const buyers = 16;

const test = testWithShop({ prepare: givenShipping });

/** Tries to reserve a unit until `isOver`; true if it succeeded. */
async function waitForUnit(visitor: TestVisitor, isOver: () => boolean): Promise<boolean> {
  for (;;) {
    const last = isOver();
    const { status } = await visitor.send('POST', '/create-payment-intent', {});
    if (status === 200 || last) return status === 200;
  }
}

async function outcomeOf(shop: TestShop, { intentId }: Ready) {
  const [intent] = await shop.ctx.db.select().from(sandboxIntents).where(eq(sandboxIntents.id, intentId));
  const [checkout] = await shop.ctx.db.select().from(checkouts).where(eq(checkouts.paymentIntentId, intentId));
  const placed = await shop.ctx.db.select().from(orders).where(eq(orders.paymentIntentId, intentId));
  const hold = placed.map((order) => order.holdReason ?? 'none').join();
  return `${intent?.body.status} intent, ${checkout?.state} checkout, ${placed.length} order, hold ${hold}`;
}

test('paying as the time is up yields an order, or a canceled intent and a released unit, never both', async ({
  shop,
}) => {
  const productId = await givenProduct(shop, { onHand: buyers });
  const waiting = Array.from({ length: buyers }, () => newVisitor(shop));
  for (const visitor of waiting) await fillCart(visitor, productId);
  const ready = await givenBuyers(shop, productId, buyers);
  await endTimeOf(shop, ready);
  let over = false;
  const late = Promise.all(waiting.map((visitor) => waitForUnit(visitor, () => over)));
  await Promise.all(
    ready.flatMap(({ secret, checkoutId }, index) => [
      after(shop, index, () => payWith(shop, secret)),
      expireCheckout(shop.ctx, checkoutId),
    ]),
  );
  over = true;
  const bought = (await late).filter(Boolean).length;
  const outcomes = await Promise.all(ready.map((one) => outcomeOf(shop, one)));
  const paid = outcomes.filter((one) => one === 'succeeded intent, completed checkout, 1 order, hold none').length;
  const lost = outcomes.filter((one) => one === 'canceled intent, expired checkout, 0 order, hold ').length;
  expect(paid + lost, outcomes.join('\n')).toBe(buyers);
  expect(paid, 'both sides must win sometimes').toBeGreaterThan(0);
  expect(lost, 'both sides must win sometimes').toBeGreaterThan(0);
  const [stock] = await shop.ctx.db.select().from(products).where(eq(products.id, productId));
  expect(stock).toMatchObject({ onHand: buyers - paid, reserved: bought });
});
