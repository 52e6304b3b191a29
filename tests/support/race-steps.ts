import { inArray, sql } from 'drizzle-orm';
import { expect } from 'vitest';

import { checkouts } from '#modules/checkout/tables.server.ts';
import type { Db } from '#platform/db/database.server.ts';

import { givenReadyCheckout } from './shop-visitor.ts';
import type { TestShop } from './shop.ts';

export type Ready = Awaited<ReturnType<typeof givenReadyCheckout>>;

/** Delays work by a number of database queries. */
export async function after<T>({ ctx }: TestShop, questions: number, work: () => Promise<T>): Promise<T> {
  for (let sent = 0; sent < questions; sent += 1) await ctx.db.execute(sql`select 1`);
  return work();
}

/**
 * Waits until `many` connections wait for a lock in this database. Queries in the transaction of
 * the lock holder, because the waiting ones may use all other connections. Clears the snapshot each
 * time, as a transaction otherwise sees the same list.
 */
export async function waitForBlockedConnections(holder: Db, many = 1): Promise<void> {
  const waiting = async () => {
    await holder.execute(sql`select pg_stat_clear_snapshot()`);
    const { rows } = await holder.execute(
      sql`select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
    );
    return rows.length;
  };
  await expect.poll(waiting, { timeout: 10_000, interval: 10 }).toBeGreaterThanOrEqual(many);
}

/** Creates guests at the payment form. */
export function givenBuyers(shop: TestShop, productId: string, many: number): Promise<Ready[]> {
  return Promise.all(Array.from({ length: many }, () => givenReadyCheckout(shop, productId)));
}

/** Expires the checkouts. */
export async function endTimeOf({ ctx }: TestShop, ready: readonly Ready[]): Promise<void> {
  const ids = ready.map(({ checkoutId }) => checkoutId);
  await ctx.db
    .update(checkouts)
    .set({ expiresAt: sql`now()` })
    .where(inArray(checkouts.id, ids));
}
