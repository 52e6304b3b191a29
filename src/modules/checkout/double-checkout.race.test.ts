import { sandboxEvents, sandboxIntents } from '@halorosa/stripe-sandbox/tables';
import { createHmac } from 'node:crypto';

import { eq, sql } from 'drizzle-orm';
import Stripe from 'stripe';
import { expect } from 'vitest';

import { products } from '#modules/catalog/tables.server.ts';
import { mails } from '#modules/email/tables.server.ts';
import { orders } from '#modules/orders/tables.server.ts';

import {
  fillCart,
  givenProduct,
  givenReadyCheckout,
  givenShipping,
  newVisitor,
  payWith,
} from '../../../tests/support/shop-visitor.ts';
import { after, waitForBlockedConnections } from '../../../tests/support/race-steps.ts';
import { testWithShop, type TestShop } from '../../../tests/support/shop-test.ts';
import { checkouts } from './tables.server.ts';

const faults = { tooMany: 0, serverError: 0, responseLost: 0, random: Math.random };

const test = testWithShop({ faults, prepare: givenShipping });

/**
 * Starts `work` while the provider cannot create intents, so that all of it waits for the first
 * one.
 */
const whileNoIntentIsMade = <T>(shop: TestShop, work: () => Promise<T>[]): Promise<Promise<T>[]> =>
  shop.ctx.db.transaction(async (tx) => {
    await tx.execute(sql`lock table ${sandboxIntents} in share mode`);
    const begun = work();
    await waitForBlockedConnections(tx);
    return after(shop, 20, async () => begun);
  });

test('a checkout opened five times at once has one intent, and all five browsers receive it', async ({
  shop,
  productId,
}) => {
  for (let round = 0; round < 5; round += 1) {
    const visitor = newVisitor(shop);
    await fillCart(visitor, productId);
    const open = () => visitor.send('POST', '/create-payment-intent', {});
    const answers = await Promise.all(await whileNoIntentIsMade(shop, () => Array.from({ length: 5 }, open)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    const intents = new Set(answers.map(({ body }) => body.payment_intent_id));
    expect(intents.size).toBe(1);
    const isTheirs = eq(checkouts.paymentIntentId, String([...intents][0]));
    const [checkout] = await shop.ctx.db.select().from(checkouts).where(isTheirs);
    const ofCheckout = sql`${sandboxIntents.body}->'metadata'->>'checkout_id' = ${checkout?.id}`;
    expect(await shop.ctx.db.$count(sandboxIntents, ofCheckout)).toBe(1);
  }
});

/** Sends the event of a payment to the shop's webhook, signed as the provider signs it. */
async function deliverEventOf(shop: TestShop, intentId: string): Promise<number> {
  const [event] = await shop.ctx.db
    .select()
    .from(sandboxEvents)
    .where(sql`${sandboxEvents.body}::json->'data'->'object'->>'id' = ${intentId}`);
  if (event === undefined) throw new Error('the provider has nothing to tell');
  const key = createHmac('sha256', shop.ctx.settings.sessionSecret).update('sandbox webhook').digest('hex');
  const signature = Stripe.webhooks.generateTestHeaderString({ payload: event.body, secret: `whsec_${key}` });
  const headers = { 'content-type': 'application/json', 'stripe-signature': signature };
  return (await shop.app.request('/api/stripe-webhook', { method: 'POST', headers, body: event.body })).status;
}

test.for([
  ['three browsers and two copies of the event', ['browser', 'event', 'browser', 'event', 'browser']],
  ['five browsers', ['browser', 'browser', 'browser', 'browser', 'browser']],
] as const)('%s that settle one payment at once create one order and one email', async ([_all, askers], { shop }) => {
  for (let round = 0; round < 5; round += 1) {
    const productId = await givenProduct(shop, { onHand: 7 });
    const { visitor, intentId, secret } = await givenReadyCheckout(shop, productId);
    await payWith(shop, secret);
    const create = () => visitor.send('POST', '/create-order', { payment_intent_id: intentId });
    const copy = () => deliverEventOf(shop, intentId).then((status) => ({ status }));
    const answers = await Promise.all(askers.map((asker) => (asker === 'event' ? copy() : create())));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    const placed = await shop.ctx.db.select().from(orders).where(eq(orders.paymentIntentId, intentId));
    expect(placed).toMatchObject([{ paymentStatus: 'paid', holdReason: null, totalCents: 5_900 }]);
    expect(await shop.ctx.db.$count(mails, eq(mails.orderId, placed[0]?.id ?? ''))).toBe(1);
    const [stock] = await shop.ctx.db.select().from(products).where(eq(products.id, productId));
    expect(stock).toMatchObject({ onHand: 6, reserved: 0 });
  }
});

test('create-order waits for an event being settled and returns its order, even if the provider does not answer', async ({
  shop,
}) => {
  const { visitor, checkoutId, intentId, secret } = await givenReadyCheckout(shop, await givenProduct(shop));
  await payWith(shop, secret);
  const answers = await shop.ctx.db.transaction(async (tx) => {
    await tx.select().from(checkouts).where(eq(checkouts.id, checkoutId)).for('update');
    const settled = deliverEventOf(shop, intentId);
    await waitForBlockedConnections(tx);
    faults.responseLost = 1;
    const answer = visitor.send('POST', '/create-order', { payment_intent_id: intentId });
    await after(shop, 10, async () => undefined);
    return { settled, told: answer };
  });
  expect(await answers.settled).toBe(200);
  expect((await answers.told).status).toBe(200);
  faults.responseLost = 0;
});
