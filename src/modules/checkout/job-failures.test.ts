import { eq, sql } from 'drizzle-orm';
import { expect } from 'vitest';

import { orders } from '#modules/orders/tables.server.ts';
import type { PaymentsCtx } from '#modules/payments/payments.server.ts';

import { endTimeOf, givenBuyers } from '../../../tests/support/race-steps.ts';
import { givenProduct, givenShipping, payWith } from '../../../tests/support/shop-visitor.ts';
import { testWithShop, type TestShop } from '../../../tests/support/shop-test.ts';
import { shopGauges } from '../../app/monitoring-registry.server.ts';
import { reconcile, reconcileRecent, sweepExpired } from './expire-checkouts.server.ts';
import { checkouts } from './tables.server.ts';

const test = testWithShop({ prepare: givenShipping });

/** Returns a process in which calls to the provider about one payment throw an unexpected error. */
function failingFor(shop: TestShop, intentId: string): PaymentsCtx {
  const { readIntent, cancelIntent } = shop.ctx.payments;
  const failing =
    (call: typeof readIntent): typeof readIntent =>
    (id) =>
      id === intentId ? Promise.reject(new TypeError('a bug')) : call(id);
  return {
    ...shop.ctx,
    payments: { ...shop.ctx.payments, readIntent: failing(readIntent), cancelIntent: failing(cancelIntent) },
  };
}

async function overdueCount(shop: TestShop): Promise<number> {
  const gauge = shopGauges.find(({ name }) => name === 'shop_checkouts_overdue');
  if (gauge === undefined) throw new Error('no gauge');
  const { rows } = await shop.ctx.db.execute<{ count: number }>(gauge.counts);
  return rows[0]?.count ?? 0;
}

test('a sweep with a failing checkout ends the others, then fails, and tries the failed one again at the next run', async ({
  shop,
}) => {
  const buyers = await givenBuyers(shop, await givenProduct(shop, { onHand: 3 }), 3);
  await endTimeOf(shop, buyers);
  const [bad] = buyers;
  if (bad === undefined) throw new Error('no buyer');
  await expect(sweepExpired(failingFor(shop, bad.intentId))).rejects.toThrow('1 checkouts could not be looked after');
  const { id, state, nextProviderCheckAt } = checkouts;
  const isSoon = sql<boolean>`${nextProviderCheckAt} <= now() + interval '5 seconds'`;
  const left = await shop.ctx.db
    .select({ id, isSoon })
    .from(checkouts)
    .where(sql`${state} <> 'expired'`);
  expect(left).toEqual([{ id: bad.checkoutId, isSoon: true }]);
  await shop.ctx.db.update(checkouts).set({ state: 'expired' }).where(eq(id, bad.checkoutId));
});

test('a reconciler run with a failing payment places the other orders, then fails', async ({ shop }) => {
  const buyers = await givenBuyers(shop, await givenProduct(shop, { onHand: 3 }), 3);
  for (const { secret } of buyers) await payWith(shop, secret);
  const ctx = failingFor(shop, buyers[0]?.intentId ?? '');
  await expect(reconcile(ctx)).rejects.toThrow(AggregateError);
  expect(await shop.ctx.db.select().from(orders)).toHaveLength(2);
  await reconcileRecent(shop.ctx);
  expect(await shop.ctx.db.select().from(orders)).toHaveLength(3);
});

test('a search for lost payments in which one fails places the other orders, then fails', async ({ shop }) => {
  const buyers = await givenBuyers(shop, await givenProduct(shop, { onHand: 2 }), 2);
  for (const { secret } of buyers) await payWith(shop, secret);
  await shop.ctx.db.execute(
    sql`alter table orders add constraint refused check (payment_intent_id <> ${sql.raw(`'${buyers[0]?.intentId ?? ''}'`)})`,
  );
  await expect(reconcileRecent(shop.ctx)).rejects.toThrow('1 paid intents could not be settled');
  const placed = await shop.ctx.db.select().from(orders);
  const paid = new Set(placed.map(({ paymentIntentId }) => paymentIntentId));
  expect(buyers.map(({ intentId }) => paid.has(intentId))).toEqual([false, true]);
  await shop.ctx.db.execute(sql`alter table orders drop constraint refused`);
});

test('checkouts more than two minutes overdue are counted, those that the bank or a debit delays later or not', async ({
  shop,
}) => {
  const before = await overdueCount(shop);
  const insertOverdue = async (state: 'open' | 'awaiting_payment' | 'payment_processing', minutes: number) =>
    shop.ctx.db.insert(checkouts).values({
      cartId: crypto.randomUUID(),
      visitorIp: '',
      orderNumber: `HR-${state}${minutes}`,
      state,
      expiresAt: sql`now() - make_interval(mins => ${minutes}::int)`,
    });
  for (const minutes of [1, 3]) await insertOverdue('open', minutes);
  for (const minutes of [3, 13]) await insertOverdue('awaiting_payment', minutes);
  await insertOverdue('payment_processing', 600);
  expect((await overdueCount(shop)) - before).toBe(2);
});
