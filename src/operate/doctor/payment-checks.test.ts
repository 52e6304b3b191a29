import { sandboxIntents } from '@halorosa/stripe-sandbox/tables';
import { eq, sql } from 'drizzle-orm';
import { expect } from 'vitest';

import { sweepExpired, unknownPayments } from '#modules/checkout/expire-checkouts.server.ts';
import { checkouts } from '#modules/checkout/tables.server.ts';

import { givenProduct, givenReadyCheckout, givenShipping, payWith } from '../../../tests/support/shop-visitor.ts';
import { testWithShop, type TestShop } from '../../../tests/support/shop-test.ts';
import { paymentFindings } from './payment-checks.server.ts';

const test = testWithShop({ prepare: givenShipping });

const examined = (shop: TestShop) => paymentFindings(shop.ctx.settings, shop.ctx.db);

test('payments of another account or mode are reported, including one paid with earlier keys', async ({
  shop,
  paidOrder: { intentId: ofOrder },
}) => {
  const paid = await givenReadyCheckout(shop, await givenProduct(shop));
  await payWith(shop, paid.secret);
  expect(await examined(shop)).toMatchObject([{ state: 'ok' }]);
  await shop.ctx.db.delete(sandboxIntents);
  expect(await examined(shop)).toEqual([
    { state: 'problem', text: expect.stringContaining(`recognize payments in progress (${paid.intentId})`) },
    { state: 'warning', text: expect.stringContaining(`recognize payments of orders (${ofOrder})`) },
  ]);
  const expired = { expiresAt: sql`now()` };
  await shop.ctx.db.update(checkouts).set(expired).where(eq(checkouts.id, paid.checkoutId));
  await sweepExpired(shop.ctx);
  expect(await examined(shop)).toEqual([
    { state: 'warning', text: expect.stringContaining(ofOrder) },
    {
      state: 'warning',
      text: expect.stringContaining(`stopped tracking payments the provider doesn’t recognize (${paid.intentId})`),
    },
  ]);
  const listed = [{ name: paid.intentId, checkoutId: paid.checkoutId }];
  expect(await unknownPayments(shop.ctx.db, new Date(Date.now() - 60_000))).toEqual(listed);
});
