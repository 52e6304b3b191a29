import { inArray, sql } from 'drizzle-orm';
import { expect } from 'vitest';

import { foldFigures } from '#modules/analytics/analytics.server.ts';
import { checkouts } from '#modules/checkout/tables.server.ts';
import type { Db } from '#platform/db/database.server.ts';

import { givenReadyCheckout } from './browser-like.ts';
import { happen, type SalesStep } from './random-sales.ts';
import type { TestShop } from './shop.ts';

export type Ready = Awaited<ReturnType<typeof givenReadyCheckout>>;

/** Does something a little later: later by as many questions to the database. */
export async function after<T>({ ctx }: TestShop, questions: number, work: () => Promise<T>): Promise<T> {
  for (let asked = 0; asked < questions; asked += 1) await ctx.db.execute(sql`select 1`);
  return work();
}

/**
 * Waits until so many wait for a lock of this database. Whoever holds the lock asks in its own transaction: those who wait may have
 * every other connection. Who is there is read anew each time, as one transaction is otherwise told the same list again.
 */
export async function untilLocked(holder: Db, many = 1): Promise<void> {
  const waiting = async () => {
    await holder.execute(sql`select pg_stat_clear_snapshot()`);
    const { rows } = await holder.execute(
      sql`select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
    );
    return rows.length;
  };
  await expect.poll(waiting, { timeout: 10_000, interval: 10 }).toBeGreaterThanOrEqual(many);
}

/** Guests at the payment form. */
export function givenBuyers(shop: TestShop, productId: string, many: number): Promise<Ready[]> {
  return Promise.all(Array.from({ length: many }, () => givenReadyCheckout(shop, productId)));
}

/** Has the time of checkouts be up. */
export async function endTimeOf({ ctx }: TestShop, ready: readonly Ready[]): Promise<void> {
  const ids = ready.map(({ checkoutId }) => checkoutId);
  await ctx.db
    .update(checkouts)
    .set({ expiresAt: sql`now()` })
    .where(inArray(checkouts.id, ids));
}

type Market = { buyers: number; salesEach: number; sale: (buyer: number) => SalesStep; now: Date };

/** All buyers at once, each one sale after the other, while four fold. */
export function sellAndFold(db: Db, { buyers, salesEach, sale, now }: Market) {
  let isOver = false;
  const selling = Promise.all(
    Array.from({ length: buyers }, async (_, buyer) => {
      for (let count = 0; count < salesEach; count += 1) await happen(db, [sale(buyer)], now);
    }),
  ).finally(() => (isOver = true));
  const folding = Array.from({ length: 4 }, async () => {
    while (!isOver) await foldFigures(db);
  });
  return { isOver: () => isOver, done: Promise.all([selling, ...folding]) };
}
