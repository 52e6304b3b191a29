import { eq, sql } from 'drizzle-orm';
import { expect } from 'vitest';

import { waitForBlockedConnections } from '../../../tests/support/race-steps.ts';
import { finalize, givenCode, givenProduct, givenReadyCheckout, payWith } from '../../../tests/support/shop-visitor.ts';
import { test } from '../../../tests/support/shop-test.ts';
import { settle } from './settle.server.ts';
import { checkoutQuotes, checkouts } from './tables.server.ts';

test('a code typed while the payment settles stores nothing and answers that the order is paid', async ({ shop }) => {
  const discount_code = await givenCode(shop);
  const { visitor, checkoutId, intentId, secret } = await givenReadyCheckout(shop, await givenProduct(shop));
  const versions = () => shop.ctx.db.$count(checkoutQuotes, eq(checkoutQuotes.checkoutId, checkoutId));
  const before = await versions();
  const begun = await shop.ctx.db.transaction(async (tx) => {
    // The change has priced what it read, then waits to store its quote.
    await tx.execute(sql`lock table ${checkoutQuotes} in exclusive mode`);
    const typing = finalize(visitor, checkoutId, { discount_code });
    await waitForBlockedConnections(tx);
    await payWith(shop, secret);
    await settle({ ...shop.ctx, db: tx }, await shop.ctx.payments.readIntent(intentId));
    return { typing };
  });
  expect(await begun.typing).toMatchObject({ status: 422, body: { error: 'paid_already' } });
  expect(await versions()).toBe(before);
  const [checkout] = await shop.ctx.db.select().from(checkouts).where(eq(checkouts.id, checkoutId));
  expect(checkout).toMatchObject({ state: 'completed', leaseId: null });
});
