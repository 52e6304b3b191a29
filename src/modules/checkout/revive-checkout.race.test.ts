import { sandboxIntents } from '@halorosa/stripe-sandbox/tables';
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
  payWith,
  type Answer,
  type TestVisitor,
} from '../../../tests/support/shop-visitor.ts';
import { after, endTimeOf, givenBuyers, type Ready } from '../../../tests/support/race-steps.ts';
import { testWithShop, type TestShop } from '../../../tests/support/shop-test.ts';
import { endOverdue } from './expire-checkouts.server.ts';
import { checkouts, reservations } from './tables.server.ts';

const buyers = 12;

const test = testWithShop({ prepare: givenShipping });

/** Revives a checkout, retrying while another request holds the lease. */
async function revive(ready: Ready): Promise<Answer> {
  const answer = await ready.visitor.send('POST', '/create-payment-intent', { revive: ready.checkoutId });
  return answer.body.error === 'busy' ? revive(ready) : answer;
}

async function givenOver(shop: TestShop, productId: string, many: number): Promise<Ready[]> {
  const ready = await givenBuyers(shop, productId, many);
  await endTimeOf(shop, ready);
  return ready;
}

/** Stock on hand, reserved units, and units reserved by live checkouts. */
async function stockOf(shop: TestShop, productId: string) {
  const [stock] = await shop.ctx.db.select().from(products).where(eq(products.id, productId));
  const held = await shop.ctx.db
    .select({ state: checkouts.state, quantity: reservations.quantity })
    .from(reservations)
    .innerJoin(checkouts, eq(checkouts.id, reservations.checkoutId))
    .where(eq(reservations.productId, productId));
  const ofLive = held.filter(({ state }) => state === 'open' || state === 'awaiting_payment');
  const units = ofLive.reduce((sum, { quantity }) => sum + quantity, 0);
  return { onHand: stock?.onHand, reserved: stock?.reserved, held: held.length, units };
}

async function outcomeOf(shop: TestShop, { checkoutId }: Ready, answers: readonly Answer[]) {
  const [checkout] = await shop.ctx.db.select().from(checkouts).where(eq(checkouts.id, checkoutId));
  const intentId = checkout?.paymentIntentId ?? '';
  const [intent] = await shop.ctx.db.select().from(sandboxIntents).where(eq(sandboxIntents.id, intentId));
  const opened = answers.find(({ status }) => status === 200);
  if (opened === undefined) return `${checkout?.state}, refused ${String(answers[0]?.body.error)}`;
  const isSame = opened.body.payment_intent_id === intentId;
  return `${isSame ? 'revived' : 'another intent'}, ${intent?.body.status}`;
}

test('checkouts revived from two tabs during a sweep each get their unit and a working payment, or neither', async ({
  shop,
}) => {
  const productId = await givenProduct(shop, { onHand: buyers });
  const rivals: TestVisitor[] = Array.from({ length: 4 }, () => newVisitor(shop));
  for (const rival of rivals) await fillCart(rival, productId);
  const over = await givenOver(shop, productId, buyers);
  const [answers, bought] = await Promise.all([
    Promise.all(
      over.map(async (one, index) => {
        const sweep = () => endOverdue(shop.ctx, one.checkoutId);
        const tabs = Promise.all([after(shop, index * 2, () => revive(one)), after(shop, index, () => revive(one))]);
        await Promise.all([sweep(), after(shop, index, sweep), after(shop, index * 3, sweep)]);
        return tabs;
      }),
    ),
    Promise.all(rivals.map((rival) => after(shop, 10, () => rival.send('POST', '/create-payment-intent', {})))),
  ]);
  const outcomes = await Promise.all(over.map((one, index) => outcomeOf(shop, one, answers[index] ?? [])));
  const revived = outcomes.filter((one) => one === 'revived, requires_payment_method').length;
  const lost = outcomes.filter((one) => one === 'expired, refused sold_out').length;
  expect(revived + lost, outcomes.join('\n')).toBe(buyers);
  const live = revived + bought.filter(({ status }) => status === 200).length;
  expect(await stockOf(shop, productId)).toEqual({ onHand: buyers, reserved: live, held: live, units: live });
  for (const [index, one] of over.entries()) {
    const opened = answers[index]?.find(({ status }) => status === 200)?.body;
    if (opened === undefined) continue;
    const intentId = String(opened.payment_intent_id);
    expect((await finalize(one.visitor, one.checkoutId)).status).toBe(200);
    await payWith(shop, String(opened.client_secret));
    await one.visitor.send('POST', '/create-order', { payment_intent_id: intentId });
    const placed = await shop.ctx.db.select().from(orders).where(eq(orders.checkoutId, one.checkoutId));
    expect(placed).toMatchObject([{ paymentIntentId: intentId, holdReason: null }]);
  }
  const rest = live - revived;
  expect(await stockOf(shop, productId)).toEqual({ onHand: buyers - revived, reserved: rest, held: rest, units: rest });
});

test('the last unit goes to the revived checkout or to another one, never both, and two tabs hold it once', async ({
  shop,
}) => {
  for (let round = 0; round < 8; round += 1) {
    const productId = await givenProduct(shop, { onHand: 1 });
    const rival = newVisitor(shop);
    await fillCart(rival, productId);
    const [over] = await givenOver(shop, productId, 1);
    if (over === undefined) throw new Error('no checkout');
    await endOverdue(shop.ctx, over.checkoutId);
    const [one, two, other] = await Promise.all([
      revive(over),
      after(shop, round, () => revive(over)),
      after(shop, round, () => rival.send('POST', '/create-payment-intent', {})),
    ]);
    const mine = [one, two].filter(({ status }) => status === 200);
    expect([mine.length > 0, other.status === 200].filter(Boolean)).toEqual([true]);
    expect(new Set(mine.map(({ body }) => body.payment_intent_id)).size).toBeLessThanOrEqual(1);
    expect(await stockOf(shop, productId)).toEqual({ onHand: 1, reserved: 1, held: 1, units: 1 });
  }
});
