import { eq } from 'drizzle-orm';
import { expect } from 'vitest';

import { findOrder } from '#modules/orders/orders.queries.server.ts';
import { orders } from '#modules/orders/tables.server.ts';
import { pageOrderToken } from '#modules/orders/order-token.server.ts';

import { givenShipping } from '../../../tests/support/shop-visitor.ts';
import { pageCall } from '../../../tests/support/page-requests.ts';
import { testWithShop, type TestShop } from '../../../tests/support/shop-test.ts';
import { loader } from './track-invoice.ts';
import { loader as track } from './track.tsx';

const test = testWithShop({ prepare: givenShipping });

const open = (shop: TestShop, path: string) => loader(pageCall(shop, path, null)).catch((thrown: unknown) => thrown);

/** Address of the invoice on an order's page that was opened by its link. */
async function invoiceOf(shop: TestShop, orderId: string) {
  const token = pageOrderToken(shop.ctx.settings.sessionSecret, orderId, shop.ctx.now());
  const { lookup } = await track(pageCall(shop, `/track?token=${encodeURIComponent(token)}`, null));
  return lookup.found?.invoice;
}

test("a guest with an order's link gets the invoice of that paid order, and of no other", async ({
  shop,
  paidOrder: { orderId },
}) => {
  const order = await findOrder(shop.ctx.db, orderId);
  const answer = await open(shop, (await invoiceOf(shop, orderId)) ?? '');
  expect(answer).toBeInstanceOf(Response);
  const { status, headers } = answer as Response;
  expect([status, headers.get('content-type'), headers.get('cache-control')]).toEqual([
    200,
    'application/pdf',
    'private, no-store',
  ]);
  expect(headers.get('content-disposition')).toContain(`INV-${order?.orderNumber}.pdf`);
  expect(await open(shop, '/track/invoice.pdf')).toMatchObject({ status: 404 });
  expect(await open(shop, '/track/invoice.pdf?token=forged')).toMatchObject({ status: 404 });
});

test('an unpaid order has no invoice, neither on its page nor at the invoice address', async ({
  shop,
  paidOrder: { orderId },
}) => {
  const address = (await invoiceOf(shop, orderId)) ?? '';
  await shop.ctx.db.update(orders).set({ paymentStatus: 'not_required' }).where(eq(orders.id, orderId));
  expect(await invoiceOf(shop, orderId)).toBeNull();
  expect(await open(shop, address)).toMatchObject({ status: 404 });
});
