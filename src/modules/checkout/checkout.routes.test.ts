import { createSandbox } from '@halorosa/stripe-sandbox';
import { sandboxIntents } from '@halorosa/stripe-sandbox/tables';
import { eq } from 'drizzle-orm';
import { describe, expect } from 'vitest';

import { products } from '#modules/catalog/tables.server.ts';
import { discountCodes } from '#modules/discounts/tables.server.ts';
import { mails } from '#modules/email/tables.server.ts';
import { orders } from '#modules/orders/tables.server.ts';
import { shippingOptions } from '#modules/shipping/tables.server.ts';
import { taxRates } from '#modules/tax/tables.server.ts';

import {
  address,
  fillCart,
  finalize,
  givenCode,
  givenProduct,
  givenReadyCheckout,
  givenShipping,
  newVisitor,
  openCheckout,
  payWith,
  type TestVisitor,
} from '../../../tests/support/shop-visitor.ts';
import { openCountedShop } from '../../../tests/support/statement-counter.ts';
import { testWithShop, type TestShop } from '../../../tests/support/shop-test.ts';
import { checkoutNotes } from './checkout.schema.ts';
import { sweepExpired } from './expire-checkouts.server.ts';
import { checkouts, reservations } from './tables.server.ts';

const test = testWithShop({ prepare: givenShipping });

const californian = { country: 'US', state: 'CA', name: 'Sales tax', ratePpm: 75_000, inclusive: false };

async function stockOf(shop: TestShop, productId: string) {
  const [row] = await shop.ctx.db.select().from(products).where(eq(products.id, productId));
  return { onHand: row?.onHand, reserved: row?.reserved };
}

async function ordersOf(shop: TestShop, intentId: string) {
  return shop.ctx.db.select().from(orders).where(eq(orders.paymentIntentId, intentId));
}

async function intentAtProvider(shop: TestShop, intentId: string) {
  const [row] = await shop.ctx.db.select().from(sandboxIntents).where(eq(sandboxIntents.id, intentId));
  return row?.body;
}

async function givenTimeLeft(shop: TestShop, checkoutId: string, seconds: number): Promise<void> {
  const expiresAt = new Date(Date.now() + seconds * 1_000);
  await shop.ctx.db.update(checkouts).set({ expiresAt }).where(eq(checkouts.id, checkoutId));
}

async function givenOpened(shop: TestShop) {
  const visitor = newVisitor(shop);
  await fillCart(visitor, await givenProduct(shop));
  return { visitor, ...(await openCheckout(visitor)) };
}

const change = (visitor: TestVisitor, checkout_id: string, input: object = {}) =>
  visitor.send('POST', '/update-payment-intent', { checkout_id, ...input });
const placeOrder = (visitor: TestVisitor, intentId: string) =>
  visitor.send('POST', '/create-order', { payment_intent_id: intentId });

describe('payment', () => {
  test('a paying guest gets one order and one email, and the stock drops by one', async ({ shop, productId }) => {
    const { visitor, intentId, secret, amount } = await givenReadyCheckout(shop, productId);
    expect(amount).toBe(5_900);
    await payWith(shop, secret);
    expect(await placeOrder(visitor, intentId)).toMatchObject({ status: 200, body: { success: true } });
    expect(await placeOrder(visitor, intentId)).toMatchObject({ status: 200, body: { success: true } });
    const placed = await ordersOf(shop, intentId);
    expect(placed).toMatchObject([{ totalCents: 5_900, paymentStatus: 'paid', holdReason: null }]);
    const enqueued = await shop.ctx.db
      .select()
      .from(mails)
      .where(eq(mails.orderId, placed[0]?.id ?? ''));
    expect(enqueued).toMatchObject([{ kind: 'order_confirmation', toAddress: 'mia@example.com' }]);
    expect(await stockOf(shop, productId)).toEqual({ onHand: 6, reserved: 0 });
    expect((await visitor.send('GET', '/cart')).body).toEqual({ items: [] });
  });

  test('a declined card pays nothing, and another card can pay the same intent', async ({ shop }) => {
    const { visitor, intentId, secret } = await givenReadyCheckout(shop, await givenProduct(shop));
    expect((await payWith(shop, secret, '4000000000000002')).error?.message).toBe('Your card was declined.');
    expect(await placeOrder(visitor, intentId)).toMatchObject({ status: 422, body: { error: 'not_paid' } });
    await payWith(shop, secret);
    expect((await placeOrder(visitor, intentId)).status).toBe(200);
    expect(await ordersOf(shop, intentId)).toHaveLength(1);
  });

  test('3-D Secure: an open or failed check leaves the intent unpaid, a passed check pays it', async ({ shop }) => {
    const { visitor, intentId, secret } = await givenReadyCheckout(shop, await givenProduct(shop));
    await payWith(shop, secret, '4000002500003155');
    expect(await placeOrder(visitor, intentId)).toMatchObject({ status: 422, body: { error: 'not_paid' } });
    await createSandbox({ db: shop.ctx.db }).authenticate(secret, false);
    expect(await placeOrder(visitor, intentId)).toMatchObject({ status: 422, body: { error: 'not_paid' } });
    await payWith(shop, secret, '4000002500003155');
    await createSandbox({ db: shop.ctx.db }).authenticate(secret, true);
    expect((await placeOrder(visitor, intentId)).status).toBe(200);
  });

  test('a payment that is being processed is refused as being_paid', async ({ shop }) => {
    const { visitor, intentId, secret } = await givenReadyCheckout(shop, await givenProduct(shop));
    await payWith(shop, secret, '4000000000000077');
    expect(await placeOrder(visitor, intentId)).toMatchObject({ status: 422, body: { error: 'being_paid' } });
  });

  test('an order with a total of zero is placed without the provider', async ({ shop }) => {
    const code = await givenCode(shop, { code: 'TESTFREE', type: 'free_order', value: 0 });
    const { visitor, checkoutId, intentId } = await givenOpened(shop);
    const free = await finalize(visitor, checkoutId, { discount_code: code });
    expect(free).toMatchObject({ status: 200, body: { amount: 0, client_secret: null } });
    expect((await intentAtProvider(shop, intentId))?.status).toBe('canceled');
    const view = { total: 0, paymentStatus: 'not_required' };
    const answer = await visitor.send('POST', '/create-order', { checkout_id: checkoutId });
    expect(answer).toMatchObject({ status: 200, body: { order: { view } } });
  });

  test('the checkout, intent and order of another visitor answer 404', async ({ shop }) => {
    const { checkoutId, intentId, secret } = await givenReadyCheckout(shop, await givenProduct(shop));
    await payWith(shop, secret);
    const stranger = newVisitor(shop);
    expect((await finalize(stranger, checkoutId)).status).toBe(404);
    expect((await placeOrder(stranger, intentId)).status).toBe(404);
    expect((await stranger.send('POST', '/create-order', { checkout_id: checkoutId })).status).toBe(404);
    expect((await stranger.send('GET', `/order-status?payment_intent=${intentId}`)).status).toBe(404);
  });
});

describe('prices', () => {
  test('a price, total or currency in the body is ignored', async ({ shop, visitor }) => {
    await fillCart(visitor, await givenProduct(shop));
    const tampered = {
      items: [{ id: 'x', quantity: 1, product: { name: 'Wand', price: 0.01, sale_price: 0.01 } }],
      orderCalculation: { subtotal: 0.01, total: 0.01 },
      amount: 1,
      currency: 'jpy',
      total: 0.01,
    };
    const opened = await visitor.send('POST', '/create-payment-intent', tampered);
    expect(opened).toMatchObject({ status: 200, body: { amount: 5_900, checkout: { total: 59, currency: 'usd' } } });
    const checkoutId = (opened.body.checkout as { id: string }).id;
    expect((await finalize(visitor, checkoutId, tampered)).status).toBe(400);
    const { items: _items, ...amounts } = tampered;
    expect(await finalize(visitor, checkoutId, amounts)).toMatchObject({ status: 200, body: { amount: 5_900 } });
    const atProvider = await intentAtProvider(shop, String(opened.body.payment_intent_id));
    expect(atProvider).toMatchObject({ amount: 5_900, currency: 'usd', metadata: { snapshot: '2' } });
  });

  test('a changed quantity updates the amount and the reservation, up and down', async ({ shop, productId }) => {
    const { visitor, checkoutId, intentId } = await givenReadyCheckout(shop, productId);
    const changeTo = (quantity: number) =>
      change(visitor, checkoutId, { items: [{ product_id: productId, quantity }] });
    expect((await changeTo(3)).body).toMatchObject({ amount: 11_800, checkout: { promotion: { amount: 59 } } });
    expect(await stockOf(shop, productId)).toEqual({ onHand: 7, reserved: 3 });
    expect((await changeTo(2)).body.amount).toBe(11_800);
    expect(await stockOf(shop, productId)).toEqual({ onHand: 7, reserved: 2 });
    expect(await changeTo(8)).toMatchObject({ status: 422, body: { error: 'sold_out' } });
    expect((await intentAtProvider(shop, intentId))?.amount).toBe(11_800);
    expect(await changeTo(0)).toMatchObject({ status: 422, body: { error: 'cart_empty' } });
    expect(await stockOf(shop, productId)).toEqual({ onHand: 7, reserved: 0 });
  });

  test('a change with an unknown or inactive product is refused and leaves the checkout unchanged', async ({
    shop,
  }) => {
    const { visitor, checkoutId } = await givenReadyCheckout(shop, await givenProduct(shop));
    const inactive = await givenProduct(shop);
    await shop.ctx.db.update(products).set({ isActive: false }).where(eq(products.id, inactive));
    for (const product_id of [crypto.randomUUID(), inactive]) {
      const changed = await change(visitor, checkoutId, { items: [{ product_id, quantity: 1 }] });
      expect(changed).toMatchObject({ status: 422, body: { error: 'no_product' } });
    }
    expect(await change(visitor, checkoutId)).toMatchObject({ status: 200, body: { amount: 5_900 } });
  });

  test('a code is held, released, and refused once it is used up', async ({ shop }) => {
    const code = await givenCode(shop, { code: 'ONCE', maxUses: 1 });
    const first = await givenReadyCheckout(shop, await givenProduct(shop));
    const second = await givenReadyCheckout(shop, await givenProduct(shop));
    const apply = ({ visitor, checkoutId }: typeof first, typed: string | null) =>
      change(visitor, checkoutId, { discount_code: typed });
    expect((await apply(first, code)).body).toMatchObject({ amount: 5_310, checkout: { code: { amount: 5.9 } } });
    expect(await apply(second, code)).toMatchObject({ status: 422, body: { error: 'used_up' } });
    expect((await apply(first, null)).body.amount).toBe(5_900);
    expect((await apply(second, code)).body.amount).toBe(5_310);
    expect(await apply(first, 'NONE')).toMatchObject({ status: 422, body: { error: 'unknown_code' } });
  });
});

describe('refusals', () => {
  test('a visitor without a cart is refused as cart_empty', async ({ shop }) => {
    const answer = await newVisitor(shop).send('POST', '/create-payment-intent', {});
    expect(answer).toMatchObject({ status: 422, body: { error: 'cart_empty', message: 'Your cart is empty.' } });
  });

  test.for([
    [50, 11, 10, 'At most 10 units can be ordered at once: your order has 10.'],
    [4, 4, 3, 'Only 3 of Wand can be had now: your order has 3.'],
  ] as const)(
    'with %i in stock, a cart of %i opens with %i and a note',
    async ([onHand, requested, granted, note], { shop }) => {
      const productId = await givenProduct(shop, { onHand });
      const visitor = newVisitor(shop);
      await fillCart(visitor, productId, requested);
      if (onHand === 4) await givenReadyCheckout(shop, productId);
      const { status, body } = await visitor.send('POST', '/create-payment-intent', {});
      expect({ status, notes: body.notes }).toEqual({ status: 200, notes: [note] });
      expect(body.checkout).toMatchObject({ items: [{ quantity: granted }] });
      expect((await visitor.send('GET', '/cart')).body).toMatchObject({ items: [{ quantity: granted }] });
    },
  );

  test('a cart with nothing left in stock is refused and stays unchanged', async ({ shop }) => {
    const productId = await givenProduct(shop, { onHand: 1 });
    const visitor = newVisitor(shop);
    await fillCart(visitor, productId);
    await givenReadyCheckout(shop, productId);
    const answer = await visitor.send('POST', '/create-payment-intent', {});
    expect(answer).toMatchObject({ status: 422, body: { error: 'sold_out' } });
    expect((await visitor.send('GET', '/cart')).body).toMatchObject({ items: [{ quantity: 1 }] });
  });

  test('a quantity added to the cart beside the checkout is cut to the limit', async ({ shop }) => {
    const productId = await givenProduct(shop, { onHand: 50 });
    const { visitor, checkoutId } = await givenReadyCheckout(shop, productId);
    await fillCart(visitor, productId, 14);
    const cut = { status: 200, body: { checkout: { items: [{ quantity: 10 }] } } };
    expect(await change(visitor, checkoutId)).toMatchObject(cut);
    expect(await stockOf(shop, productId)).toEqual({ onHand: 50, reserved: 10 });
  });

  test('nothing can be agreed, paid or placed for free without a shipping method', async ({ shop }) => {
    const code = await givenCode(shop, { code: 'NOMETHOD', type: 'free_order', value: 0 });
    await shop.ctx.db.update(shippingOptions).set({ isActive: false });
    const { visitor, checkoutId } = await givenOpened(shop);
    const final = await finalize(visitor, checkoutId);
    const free = await finalize(visitor, checkoutId, { discount_code: code, final: false });
    const placed = await visitor.send('POST', '/create-order', { checkout_id: checkoutId });
    await shop.ctx.db.update(shippingOptions).set({ isActive: true });
    expect(final).toMatchObject({ status: 422, body: { error: 'no_shipping' } });
    expect(free).toMatchObject({ status: 200, body: { amount: 0 } });
    expect(placed).toMatchObject({ status: 422, body: { error: 'incomplete' } });
  });

  test.for([
    ['with half a ZIP', { postalCode: '9410' }],
    ['whose street cannot be seen', { street: '\u200b\u202e' }],
  ] as const)('a form %s cannot be paid', async ([_which, part], { shop }) => {
    const { visitor, checkoutId } = await givenOpened(shop);
    const answer = await finalize(visitor, checkoutId, { shipping_address: { ...address, ...part } });
    expect(answer).toMatchObject({ status: 422, body: { error: 'incomplete' } });
  });
});

describe('expiry', () => {
  test('an expired checkout cancels its intent, then releases its stock, and refuses changes', async ({
    shop,
    productId,
  }) => {
    const { visitor, checkoutId, intentId } = await givenReadyCheckout(shop, productId, 2);
    expect(await stockOf(shop, productId)).toEqual({ onHand: 7, reserved: 2 });
    await givenTimeLeft(shop, checkoutId, -60);
    expect(await finalize(visitor, checkoutId)).toMatchObject({ status: 422, body: { error: 'expired' } });
    await sweepExpired(shop.ctx);
    expect((await intentAtProvider(shop, intentId))?.status).toBe('canceled');
    expect(await stockOf(shop, productId)).toEqual({ onHand: 7, reserved: 0 });
    expect(await placeOrder(visitor, intentId)).toMatchObject({ status: 422, body: { error: 'expired' } });
    expect((await openCheckout(visitor)).checkoutId).not.toBe(checkoutId);
  });

  test('a checkout paid just before its end becomes an order and is not released', async ({ shop, productId }) => {
    const { checkoutId, intentId, secret } = await givenReadyCheckout(shop, productId);
    await payWith(shop, secret);
    await givenTimeLeft(shop, checkoutId, -60);
    await sweepExpired(shop.ctx);
    expect(await ordersOf(shop, intentId)).toMatchObject([{ paymentStatus: 'paid', holdReason: null }]);
    expect(await stockOf(shop, productId)).toEqual({ onHand: 6, reserved: 0 });
  });

  test('a reload continues the same checkout with the same intent', async ({ shop }) => {
    const { visitor, ...opened } = await givenOpened(shop);
    expect(await openCheckout(visitor)).toEqual(opened);
    const live = await shop.ctx.db.select().from(checkouts).where(eq(checkouts.paymentIntentId, opened.intentId));
    expect(live).toMatchObject([{ state: 'open', attempt: 1, quoteVersion: 1 }]);
  });
});

describe('reviving a checkout', () => {
  const revive = (visitor: TestVisitor, checkoutId: string) =>
    visitor.send('POST', '/create-payment-intent', { revive: checkoutId });

  /** Begins a checkout to Oregon with a code and Express whose time is up. */
  async function givenOver(shop: TestShop, productId: string, quantity = 1) {
    const code = await givenCode(shop, { code: `AGAIN-${crypto.randomUUID().slice(0, 8).toUpperCase()}`, maxUses: 1 });
    const express = await givenShipping(shop, 900);
    const visitor = newVisitor(shop);
    await fillCart(visitor, productId, quantity);
    const opened = await openCheckout(visitor);
    await finalize(visitor, opened.checkoutId, { discount_code: code, shipping_option_id: express });
    await givenTimeLeft(shop, opened.checkoutId, -60);
    return { ...opened, visitor, code, express };
  }

  test.for([
    ['under the same intent while that lives', false],
    ['under another intent once the first was canceled', true],
  ] as const)('keeps code, address and shipping method, %s', async ([_how, isSwept], { shop }) => {
    await shop.ctx.db.insert(taxRates).values(californian).onConflictDoNothing();
    const productId = await givenProduct(shop, { onHand: 7 });
    const { visitor, checkoutId, intentId, code, express } = await givenOver(shop, productId);
    if (isSwept) await sweepExpired(shop.ctx);
    expect(await stockOf(shop, productId)).toEqual({ onHand: 7, reserved: isSwept ? 0 : 1 });
    const { status, body } = await revive(visitor, checkoutId);
    // $59.00 less 10 %, plus 7.5 % tax of California and Express.
    expect({ status, amount: body.amount, notes: body.notes }).toEqual({ status: 200, amount: 6_608, notes: [] });
    expect(body.checkout).toMatchObject({ id: checkoutId, code: { code }, shippingOptionId: express, taxAmount: 3.98 });
    expect((body.checkout as { secondsLeft: number }).secondsLeft).toBeGreaterThan(890);
    expect(body.payment_intent_id === intentId).toBe(!isSwept);
    expect(await stockOf(shop, productId)).toEqual({ onHand: 7, reserved: 1 });
    await finalize(visitor, checkoutId);
    await payWith(shop, String(body.client_secret));
    expect((await placeOrder(visitor, String(body.payment_intent_id))).status).toBe(200);
    expect(await ordersOf(shop, String(body.payment_intent_id))).toMatchObject([
      { totalCents: 6_608, holdReason: null },
    ]);
    expect(await stockOf(shop, productId)).toEqual({ onHand: 6, reserved: 0 });
  });

  test('tells how many units are left and refuses if there are none', async ({ shop }) => {
    const productId = await givenProduct(shop, { onHand: 3 });
    const first = await givenOver(shop, productId, 2);
    const second = await givenOver(shop, productId, 1);
    await sweepExpired(shop.ctx);
    await givenReadyCheckout(shop, productId, 2);
    const fewer = await revive(first.visitor, first.checkoutId);
    expect(fewer).toMatchObject({ status: 200, body: { notes: ['Only 1 of Wand can be had now: your order has 1.'] } });
    expect(await revive(second.visitor, second.checkoutId)).toMatchObject({ status: 422, body: { error: 'sold_out' } });
    expect(await stockOf(shop, productId)).toEqual({ onHand: 3, reserved: 3 });
  });

  test('removes a code that was used up meanwhile and adds a note', async ({ shop }) => {
    const { visitor, checkoutId, code } = await givenOver(shop, await givenProduct(shop));
    await sweepExpired(shop.ctx);
    const other = await givenReadyCheckout(shop, await givenProduct(shop));
    expect((await finalize(other.visitor, other.checkoutId, { discount_code: code })).status).toBe(200);
    expect(await revive(visitor, checkoutId)).toMatchObject({
      status: 200,
      body: { checkout: { id: checkoutId, code: null }, notes: [checkoutNotes.codeLost(code)] },
    });
  });

  test.for([
    ['while the goods are still reserved', false],
    ['once the goods were released', true],
  ] as const)(
    'shows the new price and drops a dead code before Pay, %s',
    async ([_when, isSwept], { shop, productId }) => {
      const { visitor, checkoutId, code } = await givenOver(shop, productId);
      await shop.ctx.db.update(products).set({ salePriceCents: 6_400 }).where(eq(products.id, productId));
      await shop.ctx.db
        .update(discountCodes)
        .set({ endsAt: new Date(0) })
        .where(eq(discountCodes.code, code));
      if (isSwept) await sweepExpired(shop.ctx);
      const { body } = await revive(visitor, checkoutId);
      expect(body.checkout).toMatchObject({ code: null, subtotal: 64, items: [{ unit_price: 64 }] });
      expect(body.notes).toEqual([checkoutNotes.repriced('Wand', '$64.00'), checkoutNotes.codeLost(code)]);
      expect(await intentAtProvider(shop, String(body.payment_intent_id))).toMatchObject({ amount: body.amount });
      // Pay charges the amount that the page has shown since then.
      expect((await finalize(visitor, checkoutId)).body).toMatchObject({ amount: body.amount, notes: [] });
      const [used] = await shop.ctx.db.select().from(discountCodes).where(eq(discountCodes.code, code));
      expect(used).toMatchObject({ held: 0 });
    },
  );

  test('a reload of a checkout whose code has died shows the price without it', async ({ shop }) => {
    const code = await givenCode(shop, { code: 'DEADSOON' });
    const { visitor, checkoutId } = await givenOpened(shop);
    await change(visitor, checkoutId, { discount_code: code });
    await shop.ctx.db.update(discountCodes).set({ isActive: false }).where(eq(discountCodes.code, code));
    const { body } = await visitor.send('POST', '/create-payment-intent', {});
    expect(body).toMatchObject({ amount: 5_900, checkout: { code: null }, notes: [checkoutNotes.codeLost(code)] });
  });

  test('is refused for another visitor', async ({ shop }) => {
    const { checkoutId } = await givenOver(shop, await givenProduct(shop));
    const answer = await revive(newVisitor(shop), checkoutId);
    expect(answer).toMatchObject({ status: 404, body: { error: 'signed_out' } });
  });
});

describe('a bank check', () => {
  /**
   * Begins a payment that waits for the bank, in a checkout that ended `minutesOver` minutes ago.
   */
  async function givenAtBank(shop: TestShop, minutesOver: number) {
    const productId = await givenProduct(shop, { onHand: 7 });
    const ready = await givenReadyCheckout(shop, productId);
    await payWith(shop, ready.secret, '4000002500003155');
    await givenTimeLeft(shop, ready.checkoutId, -60 * minutesOver);
    return { ...ready, productId };
  }

  test('keeps the checkout live beyond its time and ends in the order', async ({ shop }) => {
    const { visitor, intentId, secret, productId } = await givenAtBank(shop, 9);
    await sweepExpired(shop.ctx);
    expect((await intentAtProvider(shop, intentId))?.status).toBe('requires_action');
    expect(await stockOf(shop, productId)).toEqual({ onHand: 7, reserved: 1 });
    expect(await visitor.send('POST', '/create-payment-intent', {})).toMatchObject({ body: { error: 'being_paid' } });
    await createSandbox({ db: shop.ctx.db }).authenticate(secret, true);
    expect((await placeOrder(visitor, intentId)).status).toBe(200);
    expect(await ordersOf(shop, intentId)).toMatchObject([{ paymentStatus: 'paid', holdReason: null }]);
  });

  test('is not waited for longer than ten minutes', async ({ shop }) => {
    const { intentId, productId } = await givenAtBank(shop, 11);
    await sweepExpired(shop.ctx);
    expect((await intentAtProvider(shop, intentId))?.status).toBe('canceled');
    expect(await stockOf(shop, productId)).toEqual({ onHand: 7, reserved: 0 });
  });

  test('is not interrupted by a second tab that opens or revives the checkout', async ({ shop }) => {
    const inTime = await givenAtBank(shop, -5);
    expect((await openCheckout(inTime.visitor)).intentId).toBe(inTime.intentId);
    expect((await intentAtProvider(shop, inTime.intentId))?.status).toBe('requires_action');
    const over = await givenAtBank(shop, 1);
    const again = await over.visitor.send('POST', '/create-payment-intent', { revive: over.checkoutId });
    expect(again.body.payment_intent_id).toBe(over.intentId);
    expect((await intentAtProvider(shop, over.intentId))?.status).toBe('requires_action');
  });
});

describe('extending a reservation', () => {
  async function givenTime(shop: TestShop, checkoutId: string, secondsLeft: number, minutesOld = 0): Promise<void> {
    await givenTimeLeft(shop, checkoutId, secondsLeft);
    const began = new Date(Date.now() - minutesOld * 60_000);
    await shop.ctx.db.update(checkouts).set({ createdAt: began }).where(eq(checkouts.id, checkoutId));
    await shop.ctx.db.update(reservations).set({ reservedAt: began }).where(eq(reservations.checkoutId, checkoutId));
  }

  test.for([
    [900, 0, 'not_extendable', 890],
    [130, 13, 'not_extendable', 120],
    [110, 14, undefined, 890],
    [110, 44, undefined, 890],
    [110, 46, 'not_extendable', 100],
  ] as const)('with %i s left, %i minutes after it began, answers: %s', async ([left, old, error, more], { shop }) => {
    const { visitor, checkoutId } = await givenOpened(shop);
    await givenTime(shop, checkoutId, left, old);
    expect((await change(visitor, checkoutId, { extend: true })).body.error).toBe(error);
    const { body } = await change(visitor, checkoutId);
    expect((body.checkout as { secondsLeft: number }).secondsLeft).toBeGreaterThan(more);
  });

  test('after it was released and renewed is possible for another hour', async ({ shop }) => {
    const { visitor, checkoutId, intentId } = await givenOpened(shop);
    await givenTime(shop, checkoutId, -1, 50);
    await shop.ctx.payments.cancelIntent(intentId);
    const again = await visitor.send('POST', '/create-payment-intent', { revive: checkoutId });
    expect((again.body.checkout as { id: string }).id).toBe(checkoutId);
    await givenTimeLeft(shop, checkoutId, 110);
    const { body } = await change(visitor, checkoutId, { extend: true });
    expect((body.checkout as { secondsLeft: number } | undefined)?.secondsLeft).toBeGreaterThan(890);
  });

  test('after its end is refused', async ({ shop }) => {
    const { visitor, checkoutId } = await givenOpened(shop);
    await givenTime(shop, checkoutId, -1, 15);
    expect(await change(visitor, checkoutId, { extend: true })).toMatchObject({
      status: 422,
      body: { error: 'expired' },
    });
  });
});

test('a checkout stays within its statements: 5 to open, 4 per change with or without a code, 9 to settle, 1 to read the order', async () => {
  const counted = await openCountedShop();
  const { shop: there, statementsOf } = counted;
  await givenShipping(there);
  const discount_code = await givenCode(there);
  await there.ctx.db.insert(taxRates).values(californian).onConflictDoNothing();
  const buy = async () => {
    const visitor = newVisitor(there);
    await fillCart(visitor, await givenProduct(there));
    const opened = { intentId: '', checkoutId: '', secret: '' };
    const opening = await statementsOf(async () => Object.assign(opened, await openCheckout(visitor)));
    const { checkoutId, intentId, secret } = opened;
    const changing = await statementsOf(() => finalize(visitor, checkoutId, { final: false }));
    const typing = await statementsOf(() => finalize(visitor, checkoutId, { discount_code }));
    await payWith(there, secret);
    const settling = await statementsOf(() => there.ctx.payments.deliverEvents());
    const telling = await statementsOf(() => placeOrder(visitor, intentId));
    return { opening, changing, typing, settling, telling };
  };
  await buy();
  const { opening, changing, typing, settling, telling } = await buy();
  expect(opening.slice(5), 'to open it').toEqual([]);
  expect(changing.slice(4), 'a change').toEqual([]);
  expect(typing.slice(4), 'a code').toEqual([]);
  expect(settling.slice(9), 'to settle').toEqual([]);
  expect(telling.slice(1), 'to tell the order').toEqual([]);
  await counted.close();
});

test('a new shipping price or tax rate applies from the next quote on', async ({ shop }) => {
  const express = await givenShipping(shop, 900);
  const arizona = { country: 'US', state: 'AZ', name: 'Sales tax', ratePpm: 50_000, inclusive: false };
  const target = [taxRates.country, taxRates.state];
  await shop.ctx.db.insert(taxRates).values(arizona).onConflictDoUpdate({ target, set: arizona });
  const { visitor, checkoutId, intentId } = await givenOpened(shop);
  const shipping_address = { ...address, state: 'AZ', city: 'Phoenix', postalCode: '85001' };
  const quoted = async () =>
    (await finalize(visitor, checkoutId, { shipping_address, shipping_option_id: express })).body.checkout;
  // $59.00, Express at $9.00, 5 % of $59.00.
  expect(await quoted()).toMatchObject({ shippingAmount: 9, taxAmount: 2.95, total: 70.95 });
  await shop.ctx.db.update(shippingOptions).set({ priceCents: 1_200 }).where(eq(shippingOptions.id, express));
  await shop.ctx.db.update(taxRates).set({ ratePpm: 100_000 }).where(eq(taxRates.state, 'AZ'));
  expect(await quoted()).toMatchObject({ shippingAmount: 12, taxAmount: 5.9, total: 76.9 });
  expect(await intentAtProvider(shop, intentId)).toMatchObject({ amount: 7_690 });
});
