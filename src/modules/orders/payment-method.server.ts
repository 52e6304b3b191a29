import { answerOf } from '#modules/payments/errors.server.ts';
import { methodWords, type PaymentMethod } from '#modules/payments/payment-method.ts';
import type { PaymentsCtx } from '#modules/payments/payments.server.ts';

import type { OrderMail } from './order-mails.ts';
import * as repo from './orders.queries.server.ts';

/** How an order was paid: what is kept, else what the provider says now, which is then kept. Null when it does not say. */
async function methodOf(ctx: PaymentsCtx, orderId: string): Promise<PaymentMethod | null> {
  const payment = await repo.findPayment(ctx.db, orderId);
  if (payment === null) return null;
  const { method, intentId } = payment;
  if (method !== null || intentId === null) return method;
  const answer = await answerOf(() => ctx.payments.readMethod(intentId));
  if (answer === null || answer === 'unknown') return null;
  await repo.updatePaymentMethod(ctx.db, orderId, answer);
  return answer;
}

/** The confirmation of an order with the words for how it was paid, without them when the provider does not say. */
export async function withPaymentMethod(ctx: PaymentsCtx, mail: OrderMail, orderId: string | null): Promise<OrderMail> {
  const method = orderId === null ? null : await methodOf(ctx, orderId);
  return method === null ? mail : { ...mail, paymentMethod: methodWords(method) };
}
