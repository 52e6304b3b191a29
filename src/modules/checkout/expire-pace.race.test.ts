import { setTimeout as pause } from 'node:timers/promises';

import { sandboxIntents } from '@halorosa/stripe-sandbox/tables';
import { eq, inArray, sql } from 'drizzle-orm';
import { expect } from 'vitest';

import { products } from '#modules/catalog/tables.server.ts';
import { orders } from '#modules/orders/tables.server.ts';

import { givenProduct, givenShipping, payWith } from '../../../tests/support/shop-visitor.ts';
import { endTimeOf, givenBuyers } from '../../../tests/support/race-steps.ts';
import { testWithFreshShop, type TestShop } from '../../../tests/support/shop-test.ts';
import { checkouts } from './tables.server.ts';
import { claimOverdueCheckout } from './expire-checkouts.queries.server.ts';
import { reconcile, sweepExpired } from './expire-checkouts.server.ts';
import { markProcessing } from './settle.queries.server.ts';

const slow = 200;

const test = testWithFreshShop({ prepare: givenShipping });

/** Inserts bank debits that were sent two days ago and take days to process. */
async function givenSlowPayments({ ctx }: TestShop): Promise<void> {
  await ctx.db.execute(sql`
    insert into sandbox_intents (id, body, created_at) select 'pi_slow' || n, jsonb_build_object('id', 'pi_slow' || n,
      'object', 'payment_intent', 'status', 'processing', 'amount', 5900, 'amount_received', 0, 'currency', 'usd',
      'livemode', false, 'metadata', '{}'::jsonb), now() - interval '2 days' from generate_series(1, ${slow}) n`);
  await ctx.db.execute(sql`
    insert into checkouts (cart_id, visitor_ip, order_number, state, payment_intent_id, expires_at, created_at, next_check_at)
    select gen_random_uuid(), '127.0.0.1', 'HR-SLOW' || n, 'payment_processing', 'pi_slow' || n,
      now() - interval '2 days', now() - interval '2 days', now() - interval '2 days' from generate_series(1, ${slow}) n`);
}

/** Five guests at the payment form. */
async function givenFiveBuyers(on: TestShop) {
  const productId = await givenProduct(on, { onHand: 5 });
  return givenBuyers(on, productId, 5);
}

/** Wraps the payment provider to count its calls. */
function counting({ ctx }: TestShop) {
  const calls = { times: 0 };
  const { readIntent, cancelIntent } = ctx.payments;
  const counted = (call: typeof readIntent): typeof readIntent => {
    return (id) => {
      calls.times += 1;
      return call(id);
    };
  };
  const payments = { ...ctx.payments, readIntent: counted(readIntent), cancelIntent: counted(cancelIntent) };
  return { asked: calls, ctx: { ...ctx, payments } };
}

test(
  'one sweep ends five expired checkouts, behind 200 payments that take days to process',
  { timeout: 120_000 },
  async ({ shop: on }) => {
    await givenSlowPayments(on);
    const buyers = await givenFiveBuyers(on);
    await endTimeOf(on, buyers);
    const ids = buyers.map(({ checkoutId }) => checkoutId);
    const { asked: calls, ctx } = counting(on);
    await sweepExpired(ctx);
    const ended = await on.ctx.db.select().from(checkouts).where(inArray(checkouts.id, ids));
    expect(ended.map(({ state }) => state)).toEqual(Array.from({ length: 5 }, () => 'expired'));
    expect(await on.ctx.db.select().from(products)).toMatchObject([{ onHand: 5, reserved: 0 }]);
    // For each of the five, one call reads the bank check and one cancels.
    expect(calls.times).toBe(slow + 10);
    await sweepExpired(ctx);
    await reconcile(ctx);
    expect(calls.times, 'nobody is asked again at once').toBe(slow + 10);
  },
);

test(
  'a sweep waits for twenty provider calls at once, and holds no database connection meanwhile',
  { timeout: 120_000 },
  async ({ shop: on }) => {
    await givenSlowPayments(on);
    await on.ctx.db.execute(
      sql`update sandbox_intents set body = jsonb_set(body, '{status}', '"requires_payment_method"')`,
    );
    await on.ctx.db.update(checkouts).set({ state: 'open' });
    const { cancelIntent } = on.ctx.payments;
    const { pool } = on.database;
    let [inFlight, most, connections] = [0, 0, Infinity];
    const slowly: typeof cancelIntent = async (id) => {
      inFlight += 1;
      most = Math.max(most, inFlight);
      await pause(200);
      if (inFlight === most) connections = Math.min(connections, pool.totalCount - pool.idleCount);
      inFlight -= 1;
      return cancelIntent(id);
    };
    const begun = performance.now();
    await sweepExpired({ ...on.ctx, payments: { ...on.ctx.payments, cancelIntent: slowly } });
    const ended = await on.ctx.db.$count(checkouts, eq(checkouts.state, 'expired'));
    expect({ ended, most, connections }).toEqual({ ended: slow, most: 20, connections: 0 });
    expect(performance.now() - begun).toBeLessThan(20_000);
  },
);

test(
  'one reconciler run places five orders without events, behind 200 payments that take days to process',
  { timeout: 120_000 },
  async ({ shop: on }) => {
    await givenSlowPayments(on);
    for (const { secret } of await givenFiveBuyers(on)) await payWith(on, secret);
    await reconcile(on.ctx);
    expect(await on.ctx.db.select().from(orders)).toMatchObject(
      Array.from({ length: 5 }, () => ({ paymentStatus: 'paid', holdReason: null })),
    );
  },
);

test('a check that finds its payment being processed is not claimed a second time meanwhile', async ({ shop: on }) => {
  const [buyer] = await givenFiveBuyers(on);
  if (buyer === undefined) throw new Error('no buyer');
  const mine = eq(checkouts.id, buyer.checkoutId);
  await on.ctx.db
    .update(checkouts)
    .set({ expiresAt: sql`now() - interval '1 minute'`, nextProviderCheckAt: sql`now()` })
    .where(mine);
  expect((await claimOverdueCheckout(on.ctx.db))?.id).toBe(buyer.checkoutId);
  await markProcessing(on.ctx.db, buyer.checkoutId);
  expect(await claimOverdueCheckout(on.ctx.db)).toBeNull();
});

test(
  'a payment that takes days is checked at growing intervals up to an hour, and settles at once when its event arrives',
  { timeout: 120_000 },
  async ({ shop: on }) => {
    const [buyer] = await givenFiveBuyers(on);
    if (buyer === undefined) throw new Error('no buyer');
    await payWith(on, buyer.secret, '4000000000000077');
    const pauses: number[] = [];
    const mine = eq(checkouts.id, buyer.checkoutId);
    for (let round = 0; round < 10; round += 1) {
      await on.ctx.db
        .update(checkouts)
        .set({ nextProviderCheckAt: sql`now()`, expiresAt: sql`now() - interval '1 minute'` })
        .where(mine);
      await sweepExpired(on.ctx);
      const pause = sql<number>`round(extract(epoch from ${checkouts.nextProviderCheckAt} - now()))::int`;
      const [row] = await on.ctx.db.select({ pause }).from(checkouts).where(mine);
      pauses.push(Math.round((row?.pause ?? 0) / 30) * 30);
    }
    expect(pauses).toEqual([30, 60, 120, 240, 480, 960, 1_920, 3_600, 3_600, 3_600]);
    await on.ctx.db
      .update(sandboxIntents)
      .set({ createdAt: sql`now() - interval '10 seconds'` })
      .where(eq(sandboxIntents.id, buyer.intentId));
    await on.ctx.payments.sandbox?.settle(new Date());
    await on.ctx.payments.deliverEvents();
    expect(await on.ctx.db.select().from(orders)).toMatchObject([{ paymentStatus: 'paid' }]);
  },
);
