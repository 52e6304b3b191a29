import { expect } from 'vitest';

import { eq, sql, type SQL } from 'drizzle-orm';

import type { Db } from '#platform/db/database.server.ts';
import { inTransaction } from '#platform/db/transaction.server.ts';

import { givenProduct, givenReadyCheckout, givenShipping } from '../../../tests/support/shop-visitor.ts';
import { testWithFreshShop } from '../../../tests/support/shop-test.ts';
import { eraseOldQuotes } from './erase-checkouts.queries.server.ts';
import { checkoutQuotes, checkouts } from './tables.server.ts';

const test = testWithFreshShop();

test('quotes with personal data are found through their index', async ({ shop }) => {
  const plans: unknown[] = [];
  await inTransaction(shop.ctx.db, async (tx) => {
    await tx.execute(sql`set local enable_seqscan = off`);
    const execute = async (statement: SQL) => {
      plans.push((await tx.execute(sql`explain ${statement}`)).rows);
      return { rows: [] };
    };
    const planning: Db = Object.assign(Object.create(tx), { execute });
    await eraseOldQuotes(planning, new Date());
  });
  expect(JSON.stringify(plans)).toContain('checkout_snapshots_naming');
});

test('an erased quote from before a note was added is not erased again', async ({ shop }) => {
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
