import { afterEach, beforeEach, expect, test } from 'vitest';

import { eq, sql } from 'drizzle-orm';

import { inTransaction } from '#platform/db/transaction.server.ts';

import { givenProduct, givenReadyCheckout, givenShipping } from '../../../tests/support/shop-visitor.ts';
import { openTestShop, type TestShop } from '../../../tests/support/shop.ts';
import { eraseOldQuotes, quotesWithPersonalData } from './erase-checkouts.queries.server.ts';
import { checkoutQuotes, checkouts } from './tables.server.ts';

let shop: TestShop;
beforeEach(async () => {
  shop = await openTestShop();
});
afterEach(() => shop.close());

test('quotes with personal data are found through their index', async () => {
  const { rows } = await inTransaction(shop.ctx.db, async (tx) => {
    await tx.execute(sql`set local enable_seqscan = off`);
    return tx.execute(sql`explain ${quotesWithPersonalData({ checkoutId: crypto.randomUUID(), version: 1 })}`);
  });
  expect(JSON.stringify(rows)).toContain('checkout_snapshots_naming');
});

test('an erased quote from before a note was added is not erased again', async () => {
  await givenShipping(shop);
  const { checkoutId } = await givenReadyCheckout(shop, await givenProduct(shop));
  const { db } = shop.ctx;
  await db
    .update(checkouts)
    .set({ state: 'expired', createdAt: sql`now() - interval '2 days'` })
    .where(eq(checkouts.id, checkoutId));
  const yesterday = new Date(Date.now() - 86_400_000);
  expect((await eraseOldQuotes(db, yesterday)).rowCount).toBeGreaterThan(0);
  await db.update(checkoutQuotes).set({ body: sql`${checkoutQuotes.body} - 'deliveryInstructions'` });
  expect((await eraseOldQuotes(db, yesterday)).rowCount).toBe(0);
});
