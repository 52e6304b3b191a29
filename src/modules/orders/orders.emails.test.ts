import { eq } from 'drizzle-orm';
import Stripe from 'stripe';
import { expect } from 'vitest';

import { resendMail } from '#modules/email/resend-mail.server.ts';
import { findMail, listOrderMails } from '#modules/email/mail-log.queries.server.ts';
import type { Payments, PaymentsCtx } from '#modules/payments/payments.server.ts';

import { shopJobs } from '#app/job-registry.server.ts';
import { givenPaidOrder } from '../../../tests/support/shop-visitor.ts';
import { test, type TestShop } from '../../../tests/support/shop-test.ts';
import { orders } from './tables.server.ts';

const away: Payments['readMethod'] = () => Promise.reject(new Stripe.errors.StripeConnectionError());

/**
 * Creates an order whose payment method was not read yet, and its confirmation as the job sends it.
 */
async function givenConfirmation(shop: TestShop, card?: string) {
  const options = { product: { onHand: null } };
  const { orderId } = await givenPaidOrder(shop, card === undefined ? options : { ...options, card });
  const [mail] = await listOrderMails(shop.ctx.db, orderId);
  const mailId = mail?.id ?? '';
  const stored = async () => {
    const [order] = await shop.ctx.db.select().from(orders).where(eq(orders.id, orderId));
    return order?.paymentMethod;
  };
  const send = async (readMethod = shop.ctx.payments.readMethod, id = mailId) => {
    const job = shopJobs.find(({ name }) => name === 'send-mail');
    const ctx: PaymentsCtx = { ...shop.ctx, payments: { ...shop.ctx.payments, readMethod } };
    await job?.work(ctx, { mailId: id });
    const sent = await findMail(shop.ctx.db, id);
    return [sent?.state, /\nPayment\n(.+)/.exec(sent?.text ?? '')?.[1]];
  };
  return { mailId, stored, send };
}

test.for([
  ['4242424242424242', 'Visa ending 4242'],
  ['5555555555554444', 'Mastercard ending 4444'],
] as const)(
  'the confirmation of an order paid with %s shows %s, and the order stores it',
  async ([card, words], { shop }) => {
    const { stored, send } = await givenConfirmation(shop, card);
    expect(await stored()).toBeNull();
    expect(await send()).toEqual(['sent', words]);
    const brand = words.startsWith('Visa') ? 'visa' : 'mastercard';
    expect(await stored()).toEqual({ type: 'card', brand, last4: card.slice(-4), wallet: null });
  },
);

test('a confirmation is sent without the payment method if the provider does not respond, and the next sending reads and stores it', async ({
  shop,
}) => {
  const { mailId, stored, send } = await givenConfirmation(shop);
  expect(await send(away)).toEqual(['sent', expect.stringMatching(/^\$59\.00 paid on /)]);
  expect(await stored()).toBeNull();
  const again = async () => {
    const copy = await resendMail(shop.ctx, mailId);
    return copy.ok ? copy.value : copy.reason;
  };
  expect(await send(undefined, await again())).toEqual(['sent', 'Visa ending 4242']);
  expect(await send(away, await again())).toEqual(['sent', 'Visa ending 4242']);
});
