import { sandboxIntents } from '@halorosa/stripe-sandbox/tables';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { sweepExpired, unknownPayments } from '#modules/checkout/expire-checkouts.server.ts';
import { checkouts } from '#modules/checkout/tables.server.ts';

import {
  givenPaidOrder,
  givenProduct,
  givenReadyCheckout,
  givenShipping,
  payWith,
} from '../../../tests/support/shop-visitor.ts';
import { openTestShop, type TestShop } from '../../../tests/support/shop.ts';
import { paymentFindings } from './payment-checks.server.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
  await givenShipping(shop);
});
afterAll(() => shop.close());

const examined = () => paymentFindings(shop.ctx.settings, shop.ctx.db);

test('payments of another account or mode are reported, including one paid with earlier keys', async () => {
  const { intentId: ofOrder } = await givenPaidOrder(shop);
  const paid = await givenReadyCheckout(shop, await givenProduct(shop));
  await payWith(shop, paid.secret);
  expect(await examined()).toMatchObject([{ state: 'ok' }]);
  await shop.ctx.db.delete(sandboxIntents);
  expect(await examined()).toEqual([
    { state: 'problem', text: expect.stringContaining(`under way are unknown to the provider (${paid.intentId})`) },
    { state: 'warning', text: expect.stringContaining(`orders are unknown to the provider (${ofOrder})`) },
  ]);
  const expired = { expiresAt: sql`now()` };
  await shop.ctx.db.update(checkouts).set(expired).where(eq(checkouts.id, paid.checkoutId));
  await sweepExpired(shop.ctx);
  expect(await examined()).toEqual([
    { state: 'warning', text: expect.stringContaining(ofOrder) },
    { state: 'warning', text: expect.stringContaining(`given up as unknown to the provider (${paid.intentId})`) },
  ]);
  const listed = [{ name: paid.intentId, checkoutId: paid.checkoutId }];
  expect(await unknownPayments(shop.ctx.db, new Date(Date.now() - 60_000))).toEqual(listed);
});
