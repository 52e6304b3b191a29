import { eq } from 'drizzle-orm';
import { expect } from 'vitest';

import { products } from '#modules/catalog/tables.server.ts';

import {
  contact,
  fillCart,
  finalize,
  givenCode,
  givenProduct,
  givenReadyCheckout,
  givenShipping,
  newVisitor,
  openCheckout,
} from '../../../tests/support/shop-visitor.ts';
import { testWithShop } from '../../../tests/support/shop-test.ts';

const test = testWithShop({ prepare: givenShipping });

test('an inactive product is refused as not_for_sale, and the same checkout continues once it is active again', async ({
  shop,
  productId,
}) => {
  const { visitor, checkoutId } = await givenReadyCheckout(shop, productId);
  const switchTo = (isActive: boolean) =>
    shop.ctx.db.update(products).set({ isActive }).where(eq(products.id, productId));
  await switchTo(false);
  expect(await finalize(visitor, checkoutId)).toEqual({
    status: 422,
    body: {
      error: 'not_for_sale',
      message:
        'What you are buying is not for sale at the moment. Nothing was charged, and everything you typed is still here.',
    },
  });
  expect((await visitor.send('POST', '/create-payment-intent', {})).body.error).toBe('not_for_sale');
  await switchTo(true);
  expect(await finalize(visitor, checkoutId)).toMatchObject({ status: 200, body: { amount: 5_900 } });
});

test('a code that its customer has already used is removed with a note at Pay, and the next press pays the full price', async ({
  shop,
}) => {
  await givenCode(shop, { code: 'ONCE', maxUsesPerCustomer: 1 });
  const productId = await givenProduct(shop, { onHand: null });
  const withCode = async () => {
    const visitor = newVisitor(shop);
    await fillCart(visitor, productId);
    const { checkoutId } = await openCheckout(visitor);
    const applied = await visitor.send('POST', '/update-payment-intent', {
      checkout_id: checkoutId,
      discount_code: 'ONCE',
    });
    expect(applied.body.amount).toBe(5_310);
    return { visitor, checkoutId };
  };
  const first = await withCode();
  expect((await finalize(first.visitor, first.checkoutId)).body.amount).toBe(5_310);
  const second = await withCode();
  expect(await finalize(second.visitor, second.checkoutId, { customer_info: contact })).toMatchObject({
    status: 200,
    body: { amount: 5_900, notes: ['The code ONCE does not apply any more and was taken off your order.'] },
  });
  expect(await finalize(second.visitor, second.checkoutId)).toMatchObject({
    status: 200,
    body: { amount: 5_900, notes: [] },
  });
  const { body } = await second.visitor.send('POST', '/update-payment-intent', {
    checkout_id: second.checkoutId,
    discount_code: 'ONCE',
  });
  expect(body.error).toBe('used_by_you');
});
