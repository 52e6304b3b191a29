import { providerResponse } from '#modules/payments/errors.server.ts';
import { methodLabel, type PaymentMethod } from '#modules/payments/payment-method.ts';
import type { PaymentsCtx } from '#modules/payments/payments.server.ts';

import type { OrderMail } from './order-mails.ts';
import * as repo from './orders.queries.server.ts';

/**
 * Returns how an order was paid: the stored method, else the provider's, which is then stored. Null
 * if the provider does not return it.
 */
async function methodOf(ctx: PaymentsCtx, orderId: string): Promise<PaymentMethod | null> {
  const payment = await repo.findPayment(ctx.db, orderId);
  if (payment === null) return null;
  const { method, intentId } = payment;
  if (method !== null || intentId === null) return method;
  const answer = await providerResponse(() => ctx.payments.readMethod(intentId));
  if (answer === null || answer === 'unknown') return null;
  await repo.updatePaymentMethod(ctx.db, orderId, answer);
  return answer;
}

/**
 * Adds the payment method to the confirmation of an order, unless the provider does not return it.
 */
export async function withPaymentMethod(ctx: PaymentsCtx, mail: OrderMail, orderId: string | null): Promise<OrderMail> {
  const method = orderId === null ? null : await methodOf(ctx, orderId);
  return method === null ? mail : { ...mail, paymentMethod: methodLabel(method) };
}
