import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import type { Pool, QueryConfig } from 'pg';
import { expect } from 'vitest';

import type { Db } from '#platform/db/database.server.ts';
import { noLimits } from '#platform/limits/limits.server.ts';

import {
  fillCart,
  finalize,
  givenProduct,
  givenReadyCheckout,
  givenShipping,
  openCheckout,
} from '../../../tests/support/shop-visitor.ts';
import { testWithShop, type TestShop } from '../../../tests/support/shop-test.ts';
import { claimLease, releaseLease } from './checkout-lease.queries.server.ts';
import { acquireLease } from './checkout-lease.server.ts';
import { findCheckout } from './find-checkout.queries.server.ts';
import { reviseCheckout } from './revise-checkout.server.ts';

const test = testWithShop({ prepare: givenShipping });

/** Takes the lease of a checkout as another request would. */
async function takeAnothersLease(shop: TestShop, id: string): Promise<string> {
  const leaseId = crypto.randomUUID();
  await claimLease(shop.ctx.db, { id, leaseId });
  return leaseId;
}

/** Works under the lease of a checkout. Returns the result of the work, or the refusal. */
async function underLease<T>(db: Db, id: string, work: () => Promise<T>) {
  await using lease = await acquireLease(db, id);
  return lease.ok ? await work() : lease;
}

const givenCheckout = async (shop: TestShop) => (await givenReadyCheckout(shop, await givenProduct(shop))).checkoutId;

/** Occupies every database connection, so that each query waits about a quarter of a second. */
async function crowd(shop: TestShop, isOver: () => boolean): Promise<void> {
  const ask = async () => {
    while (!isOver()) await shop.ctx.db.execute(sql`select pg_sleep(0.25)`);
  };
  await Promise.all(Array.from({ length: 20 }, ask));
}

test('a request that waits for the lease is refused as busy after about four seconds, even on a slow database', async ({
  shop,
}) => {
  const checkoutId = await givenCheckout(shop);
  await takeAnothersLease(shop, checkoutId);
  let over = false;
  const crowded = crowd(shop, () => over);
  const startedAt = Date.now();
  const answer = await underLease(shop.ctx.db, checkoutId, async () => 'mine');
  const seconds = (Date.now() - startedAt) / 1_000;
  over = true;
  await crowded;
  expect(answer).toMatchObject({ ok: false, reason: 'busy' });
  expect(seconds).toBeGreaterThan(3.9);
  expect(seconds).toBeLessThan(7);
});

/** Locks a checkout row for four seconds, longer than any statement waits for a lock. */
async function lockFor4Seconds(shop: TestShop, checkoutId: string): Promise<void> {
  const client = await shop.database.pool.connect();
  await client.query('begin');
  await client.query('select from checkouts where id = $1 for update', [checkoutId]);
  await client.query('select pg_sleep(4)');
  await client.query('commit');
  client.release();
}

test('a lease that cannot be released at once is released later, and the result of the work is returned', async ({
  shop,
}) => {
  const checkoutId = await givenCheckout(shop);
  const locks: Promise<void>[] = [];
  const answer = await underLease(shop.ctx.db, checkoutId, async () => {
    locks.push(lockFor4Seconds(shop, checkoutId));
    await shop.ctx.db.execute(sql`select pg_sleep(0.5)`);
    return 'done';
  }).catch(() => 'lost');
  expect(answer).toBe('done');
  await Promise.all(locks);
  expect(await underLease(shop.ctx.db, checkoutId, async () => 'next')).toBe('next');
});

test('a change stores nothing while another request has the lease, and holds no lease once it is answered', async ({
  shop,
  visitor,
}) => {
  await fillCart(visitor, await givenProduct(shop));
  const { checkoutId } = await openCheckout(visitor);
  const stored = async () => {
    const { quoteVersion, leaseId } = (await findCheckout(shop.ctx.db, { id: checkoutId })) ?? {};
    return { quoteVersion, leaseId };
  };
  expect(await stored()).toEqual({ quoteVersion: 1, leaseId: null });
  const anothers = await takeAnothersLease(shop, checkoutId);
  expect(await finalize(visitor, checkoutId)).toMatchObject({ status: 422, body: { error: 'busy' } });
  expect(await stored()).toEqual({ quoteVersion: 1, leaseId: anothers });
  await releaseLease(shop.ctx.db, { id: checkoutId, leaseId: anothers });
  expect((await finalize(visitor, checkoutId)).status).toBe(200);
  expect(await stored()).toEqual({ quoteVersion: 2, leaseId: null });
  expect((await finalize(visitor, checkoutId)).status).toBe(200);
  expect(await stored()).toEqual({ quoteVersion: 3, leaseId: null });
});

test('a change holds its lease until the provider has answered', async ({ shop }) => {
  const { visitor, checkoutId, intentId } = await givenReadyCheckout(shop, await givenProduct(shop));
  const { updateIntent } = shop.ctx.payments;
  const held: (string | null | undefined)[] = [];
  const watched: typeof updateIntent = async (...update) => {
    const answer = await updateIntent(...update);
    await shop.ctx.db.execute(sql`select pg_sleep(0.2)`);
    held.push((await findCheckout(shop.ctx.db, { intentId }))?.leaseId);
    return answer;
  };
  const cartToken = visitor.cookies.get('cart') ?? null;
  const payments = { ...shop.ctx.payments, updateIntent: watched };
  const buyer = { ip: 'local', requestId: 'r', cartToken, user: null };
  await reviseCheckout({ ...shop.ctx, payments, limits: noLimits }, buyer, { checkout_id: checkoutId });
  expect(held).toEqual([expect.any(String)]);
  expect((await findCheckout(shop.ctx.db, { intentId }))?.leaseId).toBeNull();
});

/** Returns the database behind a connection that loses the answer to taking a lease. */
function losingLeases(shop: TestShop): Db {
  const { pool } = shop.database;
  const query = async (config: QueryConfig, values: unknown[]) => {
    const answer = await pool.query(config, values);
    if (/^update "checkouts" set "busy_until" = clock_timestamp\(\) .* returning /.test(config.text))
      throw new Error('the answer was lost');
    return answer;
  };
  return drizzle({ client: Object.create(pool, { query: { value: query } }) as Pool });
}

test('a lease stored by a commit whose answer was lost is released for the next request', async ({ shop }) => {
  const id = await givenCheckout(shop);
  const losing = underLease(losingLeases(shop), id, async () => 'told');
  await expect(losing).rejects.toThrow('update "checkouts"');
  expect((await findCheckout(shop.ctx.db, { id }))?.leaseUntil).not.toBeNull();
  expect(await underLease(shop.ctx.db, id, async () => 'next')).toBe('next');
});
