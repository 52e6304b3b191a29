import { eq } from 'drizzle-orm';
import { expect } from 'vitest';

import { products } from '#modules/catalog/tables.server.ts';
import { discountCodes } from '#modules/discounts/tables.server.ts';
import { listOrderMails } from '#modules/email/mail-log.queries.server.ts';

import {
  givenCode,
  givenPaidOrder,
  givenProduct,
  givenReadyCheckout,
  givenShipping,
  payWith,
} from '../../../tests/support/shop-visitor.ts';
import { orderNumberOf, owner, refundByOwner, stockOf } from '../../../tests/support/orders.ts';
import { testWithShop, type TestShop } from '../../../tests/support/shop-test.ts';
import { changeStatus } from './fulfillment.server.ts';
import type { AdminStatus } from './order-status.ts';
import { findOrder } from './orders.queries.server.ts';
import { orderItems, orders } from './tables.server.ts';
import { cancelOrder } from './order-actions.server.ts';

const test = testWithShop({ prepare: givenShipping });

/** Buys one wand with a discount code. Returns the refusal if the code is not accepted. */
async function buyWith(shop: TestShop, code: string) {
  const ready = await givenReadyCheckout(shop, await givenProduct(shop));
  const change = { checkout_id: ready.checkoutId, discount_code: code };
  const { status, body } = await ready.visitor.send('POST', '/update-payment-intent', change);
  if (status !== 200) return { refused: body.error, orderId: '' };
  await payWith(shop, ready.secret);
  const placed = await ready.visitor.send('POST', '/create-order', { payment_intent_id: ready.intentId });
  await shop.ctx.payments.deliverEvents();
  return { refused: null, orderId: (placed.body.order as { id: string }).id };
}

async function usesOf(shop: TestShop, code: string) {
  const [row] = await shop.ctx.db.select().from(discountCodes).where(eq(discountCodes.code, code));
  return { used: row?.used, held: row?.held };
}

async function set(shop: TestShop, orderId: string, status: AdminStatus) {
  const orderNumber = await orderNumberOf(shop, orderId);
  const result = await changeStatus(shop.ctx, owner, { orderNumber, status, confirm: true });
  return result.ok ? result.value.order.status : result.reason;
}

async function cancel(shop: TestShop, orderId: string) {
  return cancelOrder(shop.ctx, owner, { orderNumber: await orderNumberOf(shop, orderId), reason: '' });
}

test('a cancelled order releases its code once, and its customer can use it again', async ({ shop }) => {
  const code = await givenCode(shop, { code: 'ONCE', maxUses: 1, maxUsesPerCustomer: 1 });
  const { orderId } = await buyWith(shop, code);
  expect(await buyWith(shop, code)).toMatchObject({ refused: 'used_by_you' });
  await cancel(shop, orderId);
  expect(await usesOf(shop, code)).toEqual({ used: 0, held: 0 });
  await cancel(shop, orderId);
  expect(await usesOf(shop, code)).toEqual({ used: 0, held: 0 });
  expect(await buyWith(shop, code)).toMatchObject({ refused: null });
  expect(await usesOf(shop, code)).toEqual({ used: 1, held: 0 });
});

test('a revived order redeems its code again, unless another order has used the last one since', async ({ shop }) => {
  const code = await givenCode(shop, { code: 'TWICE', maxUses: 1 });
  const first = await buyWith(shop, code);
  await cancel(shop, first.orderId);
  expect(await set(shop, first.orderId, 'confirmed')).toBe('confirmed');
  expect(await usesOf(shop, code)).toEqual({ used: 1, held: 0 });
  await cancel(shop, first.orderId);
  await buyWith(shop, code);
  expect(await set(shop, first.orderId, 'confirmed')).toBe('confirmed');
  expect(await usesOf(shop, code)).toEqual({ used: 1, held: 0 });
});

async function givenOrder(shop: TestShop) {
  const { orderId } = await givenPaidOrder(shop, { quantity: 2, product: { onHand: 7 } });
  return orderId;
}

const cancellationMails = async (shop: TestShop, orderId: string) =>
  (await listOrderMails(shop.ctx.db, orderId)).filter(({ kind }) => kind === 'order_cancelled').length;

test('shipping a cancelled order takes its units again, and a second cancellation sends a second email', async ({
  shop,
}) => {
  const orderId = await givenOrder(shop);
  await cancel(shop, orderId);
  expect(await stockOf(shop, orderId)).toBe(7);
  expect(await set(shop, orderId, 'shipped')).toBe('shipped');
  expect(await stockOf(shop, orderId)).toBe(5);
  expect((await findOrder(shop.ctx.db, orderId))?.items).toMatchObject([{ quantity: 2, restockedQuantity: 0 }]);
  expect(await set(shop, orderId, 'confirmed')).toBe('confirmed');
  expect(await cancellationMails(shop, orderId)).toBe(1);
  await cancel(shop, orderId);
  expect(await stockOf(shop, orderId)).toBe(7);
  expect(await cancellationMails(shop, orderId)).toBe(2);
});

test('reviving a cancelled order whose units were sold since is refused, and it stays cancelled', async ({ shop }) => {
  const orderId = await givenOrder(shop);
  await cancel(shop, orderId);
  const [item] = await shop.ctx.db.select().from(orderItems).where(eq(orderItems.orderId, orderId));
  const id = item?.productId ?? '';
  await shop.ctx.db.update(products).set({ onHand: 3, reserved: 2 }).where(eq(products.id, id));
  expect(await set(shop, orderId, 'confirmed')).toBe('out_of_stock');
  expect(await stockOf(shop, orderId)).toBe(3);
  expect(await findOrder(shop.ctx.db, orderId)).toMatchObject({ status: 'cancelled' });
});

/** Sets an order to the status alone, as earlier versions did. */
const setCancelled = (shop: TestShop, orderId: string) =>
  shop.ctx.db.update(orders).set({ status: 'cancelled' }).where(eq(orders.id, orderId));

test('an order that an earlier version cancelled by status keeps its units and takes none again, even after a partial restock', async ({
  shop,
}) => {
  const orderId = await givenOrder(shop);
  await setCancelled(shop, orderId);
  expect(await stockOf(shop, orderId)).toBe(5);
  expect(await set(shop, orderId, 'confirmed')).toBe('confirmed');
  expect(await stockOf(shop, orderId)).toBe(5);
  const { productId = '' } = (await findOrder(shop.ctx.db, orderId))?.items[0] ?? {};
  await refundByOwner(shop, { orderId, amountCents: 100, restock: [{ productId, quantity: 1 }] });
  await setCancelled(shop, orderId);
  await set(shop, orderId, 'confirmed');
  expect(await stockOf(shop, orderId)).toBe(6);
});

test('an order that was cancelled before it took its units takes them when it is revived', async ({ shop }) => {
  const orderId = await givenOrder(shop);
  await shop.ctx.db
    .update(orders)
    .set({ holdReason: 'stock_gone', stockDeducted: false })
    .where(eq(orders.id, orderId));
  await cancel(shop, orderId);
  expect(await stockOf(shop, orderId)).toBe(5);
  expect(await set(shop, orderId, 'confirmed')).toBe('confirmed');
  expect(await stockOf(shop, orderId)).toBe(3);
  await cancel(shop, orderId);
  expect(await stockOf(shop, orderId)).toBe(5);
});
