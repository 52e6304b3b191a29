import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { mails } from '#modules/email/tables.server.ts';
import { products } from '#modules/catalog/tables.server.ts';
import { orders } from '#modules/orders/tables.server.ts';

import { givenProduct, givenReadyCheckout, givenShipping, payWith } from '../../../tests/support/browser-like.ts';
import { openTestShop, type TestShop } from '../../../tests/support/shop.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
  await givenShipping(shop);
});
afterAll(() => shop.close());

test('a guest who pays gets one order, one mail owed, and the stock goes down by one', async () => {
  const productId = await givenProduct(shop, { onHand: 7 });
  const { visitor, intentId, secret, amount } = await givenReadyCheckout(shop, productId);
  expect(amount).toBe(5_900);
  await payWith(shop, secret);
  const answer = await visitor.send('POST', '/create-order', { payment_intent_id: intentId });
  expect(answer).toMatchObject({ status: 200, body: { success: true, email_status: 'unknown' } });
  const placed = await shop.ctx.db.select().from(orders).where(eq(orders.paymentIntentId, intentId));
  expect(placed).toMatchObject([{ totalCents: 5_900, paymentStatus: 'paid', holdReason: null }]);
  const owed = await shop.ctx.db.select().from(mails).where(eq(mails.orderId, placed[0]?.id ?? ''));
  expect(owed).toMatchObject([{ kind: 'order_confirmation', toAddress: 'mia@example.com' }]);
  const [stock] = await shop.ctx.db.select().from(products).where(eq(products.id, productId));
  expect(stock).toMatchObject({ onHand: 6, reserved: 0 });
});
