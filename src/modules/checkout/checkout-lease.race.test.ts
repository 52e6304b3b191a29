import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import type { Pool, QueryConfig } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';

import type { Db } from '#platform/db/database.server.ts';

import {
  fillCart,
  finalize,
  givenProduct,
  givenReadyCheckout,
  givenShipping,
  newVisitor,
  openCheckout,
} from '../../../tests/support/shop-visitor.ts';
import { openTestShop, type TestShop } from '../../../tests/support/shop.ts';
import { findCheckout, findLeaseEnd, releaseLease, takeLease } from './checkout.queries.server.ts';
import { withLease } from './checkout.server.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
  await givenShipping(shop);
});
afterAll(() => shop.close());

/** Takes the lease of a checkout as another request would. */
async function takeAnothersLease(id: string): Promise<Date> {
  const until = (await findLeaseEnd(shop.ctx.db, id)) ?? new Date(0);
  await takeLease(shop.ctx.db, { id, until });
  return until;
}

const givenCheckout = async () => (await givenReadyCheckout(shop, await givenProduct(shop))).checkoutId;

/** Occupies every database connection, so that each query waits about a quarter of a second. */
async function crowd(isOver: () => boolean): Promise<void> {
  const ask = async () => {
    while (!isOver()) await shop.ctx.db.execute(sql`select pg_sleep(0.25)`);
  };
  await Promise.all(Array.from({ length: 20 }, ask));
}

test('a request that waits for the lease is refused as busy after about four seconds, even on a slow database', async () => {
  const checkoutId = await givenCheckout();
  await takeAnothersLease(checkoutId);
  let over = false;
  const crowded = crowd(() => over);
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
async function lockFor4Seconds(checkoutId: string): Promise<void> {
  const client = await shop.database.pool.connect();
  await client.query('begin');
  await client.query('select from checkouts where id = $1 for update', [checkoutId]);
  await client.query('select pg_sleep(4)');
  await client.query('commit');
  client.release();
}

test('a lease that cannot be released at once is released later, and the result of the work is returned', async () => {
  const checkoutId = await givenCheckout();
  const locks: Promise<void>[] = [];
  const answer = await withLease(shop.ctx.db, { id: checkoutId }, async () => {
    locks.push(lockFor4Seconds(checkoutId));
    await shop.ctx.db.execute(sql`select pg_sleep(0.5)`);
    return 'done';
  }).catch(() => 'lost');
  expect(answer).toBe('done');
  await Promise.all(locks);
  expect(await withLease(shop.ctx.db, { id: checkoutId }, async () => 'next')).toBe('next');
});

test('a change stores nothing while another request has the lease, and holds no lease once it is answered', async () => {
  const visitor = newVisitor(shop);
  await fillCart(visitor, await givenProduct(shop));
  const { checkoutId } = await openCheckout(visitor);
  const stored = async () => {
    const { quoteVersion, leaseUntil } = (await findCheckout(shop.ctx.db, { id: checkoutId })) ?? {};
    return { quoteVersion, leaseUntil };
  };
  expect(await stored()).toEqual({ quoteVersion: 1, leaseUntil: null });
  const anothers = await takeAnothersLease(checkoutId);
  expect(await finalize(visitor, checkoutId)).toMatchObject({ status: 422, body: { error: 'busy' } });
  expect(await stored()).toEqual({ quoteVersion: 1, leaseUntil: anothers });
  await releaseLease(shop.ctx.db, checkoutId, anothers);
  expect((await finalize(visitor, checkoutId)).status).toBe(200);
  expect(await stored()).toEqual({ quoteVersion: 2, leaseUntil: null });
  expect((await finalize(visitor, checkoutId)).status).toBe(200);
  expect(await stored()).toEqual({ quoteVersion: 3, leaseUntil: null });
});

/** Returns the database behind a connection that loses the answer to taking a lease. */
function losingLeases(): Db {
  const { pool } = shop.database;
  const query = async (config: QueryConfig, values: unknown[]) => {
    const answer = await pool.query(config, values);
    if (/^update "checkouts" set "busy_until" = \$1 .* returning /.test(config.text))
      throw new Error('the answer was lost');
    return answer;
  };
  return drizzle({ client: Object.create(pool, { query: { value: query } }) as Pool });
}

test('a lease stored by a commit whose answer was lost is released for the next request', async () => {
  const id = await givenCheckout();
  const losing = withLease(losingLeases(), { id }, async () => 'told');
  await expect(losing).rejects.toThrow('update "checkouts"');
  expect((await findCheckout(shop.ctx.db, { id }))?.leaseUntil).not.toBeNull();
  expect(await withLease(shop.ctx.db, { id }, async () => 'next')).toBe('next');
});
