import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { givenProduct, givenReadyCheckout, givenShipping } from '../../../../../tests/support/browser-like.ts';
import { openTestShop, type TestShop } from '../../../../../tests/support/shop.ts';
import { checkouts } from '../tables.server.ts';
import { withLease } from './service.server.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
  await givenShipping(shop);
});
afterAll(() => shop.close());

const givenCheckout = async () => (await givenReadyCheckout(shop, await givenProduct(shop))).checkoutId;

/** Uses every connection there is, so that each question to the database waits for about a quarter of a second. */
async function crowd(isOver: () => boolean): Promise<void> {
  const ask = async () => {
    while (!isOver()) await shop.ctx.db.execute(sql`select pg_sleep(0.25)`);
  };
  await Promise.all(Array.from({ length: 20 }, ask));
}

test('a request that waits for the lease is refused as busy after four seconds, also when the database is slow', async () => {
  const checkoutId = await givenCheckout();
  const isAnothers = { leaseUntil: sql`now() + interval '30 seconds'` };
  await shop.ctx.db.update(checkouts).set(isAnothers).where(eq(checkouts.id, checkoutId));
  let over = false;
  const crowded = crowd(() => over);
  const asked = Date.now();
  const answer = await withLease(shop.ctx.db, { id: checkoutId }, async () => 'mine');
  const seconds = (Date.now() - asked) / 1_000;
  over = true;
  await crowded;
  expect(answer).toEqual({ ok: false, reason: 'busy' });
  expect(seconds).toBeGreaterThan(3.9);
  expect(seconds).toBeLessThan(7);
});

/** Has a checkout in a transaction of its own for four seconds: longer than any statement waits for it. */
async function lockFor4Seconds(checkoutId: string): Promise<void> {
  const client = await shop.database.pool.connect();
  await client.query('begin');
  await client.query('select from checkouts where id = $1 for update', [checkoutId]);
  await client.query('select pg_sleep(4)');
  await client.query('commit');
  client.release();
}

test('a lease that the database does not release at once is released as soon as it can, and the work stands', async () => {
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
