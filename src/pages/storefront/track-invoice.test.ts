import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { findOrder } from '#modules/orders/orders.server.ts';
import { orders } from '#modules/orders/tables.server.ts';
import { pageOrderToken } from '#modules/orders/order-token.server.ts';

import { givenPaidOrder, givenShipping } from '../../../tests/support/shop-visitor.ts';
import { pageCall } from '../../../tests/support/page-requests.ts';
import { openTestShop, type TestShop } from '../../../tests/support/shop.ts';
import { loader } from './track-invoice.ts';
import { loader as track } from './track.tsx';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
  await givenShipping(shop);
});
afterAll(() => shop.close());

const open = (path: string) => loader(pageCall(shop, path, null)).catch((thrown: unknown) => thrown);

/** Address of the invoice on an order's page that was opened by its link. */
async function invoiceOf(orderId: string) {
  const token = pageOrderToken(shop.ctx.settings.sessionSecret, orderId, shop.ctx.now());
  const { lookup } = await track(pageCall(shop, `/track?token=${encodeURIComponent(token)}`, null));
  return lookup.found?.invoice;
}

test("a guest with an order's link gets the invoice of that paid order, and of no other", async () => {
  const { orderId } = await givenPaidOrder(shop);
  const order = await findOrder(shop.ctx.db, orderId);
  const answer = await open((await invoiceOf(orderId)) ?? '');
  expect(answer).toBeInstanceOf(Response);
  const { status, headers } = answer as Response;
  expect([status, headers.get('content-type'), headers.get('cache-control')]).toEqual([
    200,
    'application/pdf',
    'private, no-store',
  ]);
  expect(headers.get('content-disposition')).toContain(`INV-${order?.orderNumber}.pdf`);
  expect(await open('/track/invoice.pdf')).toMatchObject({ status: 404 });
  expect(await open('/track/invoice.pdf?token=forged')).toMatchObject({ status: 404 });
});

test('an unpaid order has no invoice, neither on its page nor at the invoice address', async () => {
  const { orderId } = await givenPaidOrder(shop);
  const address = (await invoiceOf(orderId)) ?? '';
  await shop.ctx.db.update(orders).set({ paymentStatus: 'not_required' }).where(eq(orders.id, orderId));
  expect(await invoiceOf(orderId)).toBeNull();
  expect(await open(address)).toMatchObject({ status: 404 });
});
