import { afterEach, beforeEach, expect, test } from 'vitest';

import { sql } from 'drizzle-orm';

import { inTransaction } from '#platform/db/transaction.server.ts';

import { openTestShop, type TestShop } from '../../../tests/support/shop.ts';
import { quotesWithPersonalData } from './erase-checkouts.queries.server.ts';

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
