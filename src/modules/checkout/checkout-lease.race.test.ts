import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import type { Pool, QueryConfig } from 'pg';
import { expect } from 'vitest';

import type { Db } from '#platform/db/database.server.ts';

import {
  fillCart,
  finalize,
  givenProduct,
  givenReadyCheckout,
  givenShipping,
  openCheckout,
} from '../../../tests/support/shop-visitor.ts';
import { testWithShop, type TestShop } from '../../../tests/support/shop-test.ts';
import { findLeaseEnd, releaseLease, claimLease } from './checkout-lease.queries.server.ts';
import { findCheckout } from './find-checkout.queries.server.ts';
import { withLease } from './checkout.server.ts';

const test = testWithShop({ prepare: givenShipping });

/** Takes the lease of a checkout as another request would. */
async function takeAnothersLease(shop: TestShop, id: string): Promise<Date> {
  const until = (await findLeaseEnd(shop.ctx.db, id)) ?? new Date(0);
  await claimLease(shop.ctx.db, { id, until });
  return until;
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
  const answer = await withLease(shop.ctx.db, { id: checkoutId }, async () => 'mine');
  const seconds = (Date.now() - startedAt) / 1_000;
  over = true;
  await crowded;
  expect(answer).toEqual({ ok: false, reason: 'busy' });
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
  const answer = await withLease(shop.ctx.db, { id: checkoutId }, async () => {
    locks.push(lockFor4Seconds(shop, checkoutId));
    await shop.ctx.db.execute(sql`select pg_sleep(0.5)`);
    return 'done';
  }).catch(() => 'lost');
  expect(answer).toBe('done');
  await Promise.all(locks);
  expect(await withLease(shop.ctx.db, { id: checkoutId }, async () => 'next')).toBe('next');
});

test('a change stores nothing while another request has the lease, and holds no lease once it is answered', async ({
  shop,
  visitor,
}) => {
  await fillCart(visitor, await givenProduct(shop));
  const { checkoutId } = await openCheckout(visitor);
  const stored = async () => {
    const { quoteVersion, leaseUntil } = (await findCheckout(shop.ctx.db, { id: checkoutId })) ?? {};
    return { quoteVersion, leaseUntil };
  };
  expect(await stored()).toEqual({ quoteVersion: 1, leaseUntil: null });
  const anothers = await takeAnothersLease(shop, checkoutId);
  expect(await finalize(visitor, checkoutId)).toMatchObject({ status: 422, body: { error: 'busy' } });
  expect(await stored()).toEqual({ quoteVersion: 1, leaseUntil: anothers });
  await releaseLease(shop.ctx.db, checkoutId, anothers);
  expect((await finalize(visitor, checkoutId)).status).toBe(200);
  expect(await stored()).toEqual({ quoteVersion: 2, leaseUntil: null });
  expect((await finalize(visitor, checkoutId)).status).toBe(200);
  expect(await stored()).toEqual({ quoteVersion: 3, leaseUntil: null });
});

/** Returns the database behind a connection that loses the answer to taking a lease. */
function losingLeases(shop: TestShop): Db {
  const { pool } = shop.database;
  const query = async (config: QueryConfig, values: unknown[]) => {
    const answer = await pool.query(config, values);
    if (/^update "checkouts" set "busy_until" = \$1 .* returning /.test(config.text))
      throw new Error('the answer was lost');
    return answer;
  };
  return drizzle({ client: Object.create(pool, { query: { value: query } }) as Pool });
}

test('a lease stored by a commit whose answer was lost is released for the next request', async ({ shop }) => {
  const id = await givenCheckout(shop);
  const losing = withLease(losingLeases(shop), { id }, async () => 'told');
  await expect(losing).rejects.toThrow('update "checkouts"');
  expect((await findCheckout(shop.ctx.db, { id }))?.leaseUntil).not.toBeNull();
  expect(await withLease(shop.ctx.db, { id }, async () => 'next')).toBe('next');
});
