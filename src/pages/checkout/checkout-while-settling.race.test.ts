import { eq, sql } from 'drizzle-orm';
import { expect } from 'vitest';

import { cartLines } from '#modules/cart/tables.server.ts';
import { settle } from '#modules/checkout/settle.server.ts';
import { checkouts } from '#modules/checkout/tables.server.ts';
import { pageRequest } from '#platform/http/page-context.server.ts';

import { pageCall } from '../../../tests/support/page-requests.ts';
import { waitForBlockedConnections } from '../../../tests/support/race-steps.ts';
import { givenProduct, givenReadyCheckout, payWith } from '../../../tests/support/shop-visitor.ts';
import { test } from '../../../tests/support/shop-test.ts';
import { loader } from './checkout.tsx';

test('a checkout reloaded while its payment becomes an order shows that order instead of the home page', async ({
  shop,
}) => {
  const ready = await givenReadyCheckout(shop, await givenProduct(shop));
  await payWith(shop, ready.secret);
  const intent = await shop.ctx.payments.readIntent(ready.intentId);
  const [checkout] = await shop.ctx.db.select().from(checkouts).where(eq(checkouts.id, ready.checkoutId));
  const page = pageCall(shop, '/checkout', null);
  const request = page.context.get(pageRequest);
  const visitor = { ...request.visitor, cartToken: ready.visitor.cookies.get('cart') ?? null };
  page.context.set(pageRequest, { ...request, visitor });
  const loaded = await shop.ctx.db.transaction(async (tx) => {
    // The page finds the unpaid checkout, then waits for the lines of its cart.
    await tx.execute(sql`lock table ${cartLines} in access exclusive mode`);
    // A redirect is thrown.
    const loading = loader(page).catch((thrown: unknown) => thrown);
    await waitForBlockedConnections(tx);
    await settle({ ...shop.ctx, db: tx }, intent);
    return { loading };
  });
  expect(await loaded.loading).toMatchObject({
    preview: null,
    order: { kind: 'paid', orderNumber: checkout?.orderNumber },
  });
});
