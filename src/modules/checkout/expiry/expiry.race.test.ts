import { eq, inArray, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { products } from '#modules/catalog/tables.server.ts';
import { orders } from '#modules/orders/tables.server.ts';
import { sandboxIntents } from '#modules/payments/tables.server.ts';

import {
  fillCart,
  givenProduct,
  givenReadyCheckout,
  givenShipping,
  newVisitor,
  payWith,
} from '../../../../tests/support/browser-like.ts';
import { openTestShop, type TestShop } from '../../../../tests/support/shop.ts';
import { checkouts } from '../tables.server.ts';
import { expireCheckout } from './service.server.ts';

const buyers = 24;

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
  await givenShipping(shop);
});
afterAll(() => shop.close());

type Ready = Awaited<ReturnType<typeof givenReadyCheckout>>;

/** Guests at the payment form whose time is up, with all the stock there is in their hands. */
async function givenBuyersAtTheEdge(productId: string): Promise<Ready[]> {
  const ready = await Promise.all(Array.from({ length: buyers }, () => givenReadyCheckout(shop, productId)));
  const ids = ready.map(({ checkoutId }) => checkoutId);
  await shop.ctx.db.update(checkouts).set({ expiresAt: sql`now()` }).where(inArray(checkouts.id, ids));
  return ready;
}

/** Guests who wait for what the others lose: each asks for a unit as soon as one is free. */
async function waitForUnits(productId: string, guests: number, until: Promise<unknown>): Promise<number> {
  let over = false;
  void until.then(() => (over = true));
  const waiting = Array.from({ length: guests }, async () => {
    const visitor = newVisitor(shop);
    await fillCart(visitor, productId);
    for (let last = false; ; last = over) {
      const { status } = await visitor.send('POST', '/create-payment-intent', {});
      if (status === 200 || last) return status;
    }
  });
  return (await Promise.all(waiting)).filter((status) => status === 200).length;
}

async function outcomeOf({ intentId }: Ready) {
  const [intent] = await shop.ctx.db.select().from(sandboxIntents).where(eq(sandboxIntents.id, intentId));
  const [checkout] = await shop.ctx.db.select().from(checkouts).where(eq(checkouts.paymentIntentId, intentId));
  const placed = await shop.ctx.db.select().from(orders).where(eq(orders.paymentIntentId, intentId));
  const hold = placed.map((order) => order.holdReason ?? 'none').join();
  return `${intent?.body.status} intent, ${checkout?.state} checkout, ${placed.length} order, hold ${hold}`;
}

test('who pays in the moment the time is up has an order, or a cancelled intent and the unit back in stock, never both', async () => {
  const productId = await givenProduct(shop, { onHand: buyers });
  const ready = await givenBuyersAtTheEdge(productId);
  const race = Promise.all(
    ready.map(async (buyer, place) => {
      const steps = [() => payWith(shop, buyer.secret), () => expireCheckout(shop.ctx, buyer.checkoutId)];
      await Promise.all((place % 2 === 0 ? steps : steps.toReversed()).map((step) => step()));
    }),
  );
  const [late] = await Promise.all([waitForUnits(productId, 4, race), race]);
  const outcomes = await Promise.all(ready.map(outcomeOf));
  const paid = outcomes.filter((one) => one === 'succeeded intent, completed checkout, 1 order, hold none').length;
  const lost = outcomes.filter((one) => one === 'canceled intent, expired checkout, 0 order, hold ').length;
  expect(outcomes.filter((one) => !one.startsWith('succeeded intent, completed') && !one.startsWith('canceled'))).toEqual([]);
  expect({ paid, lost, all: paid + lost }).toEqual({ paid, lost, all: buyers });
  const [stock] = await shop.ctx.db.select().from(products).where(eq(products.id, productId));
  expect(stock).toMatchObject({ onHand: buyers - paid, reserved: late });
});
