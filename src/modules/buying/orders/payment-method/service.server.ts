import { answerOf } from '#modules/ground/payments/failures/service.server.ts';
import { methodWords, type PaymentMethod } from '#modules/ground/payments/method/rules.ts';
import type { PaymentsCtx } from '#modules/ground/payments/service.server.ts';

import type { OrderMail } from '../mails/rules.ts';
import * as repo from '../repo.server.ts';

/** How an order was paid: what is kept, else what the provider says now, which is then kept. Null when it does not say. */
async function methodOf(ctx: PaymentsCtx, order: repo.OrderRow): Promise<PaymentMethod | null> {
  const { id, paymentMethod, paymentIntentId } = order;
  if (paymentMethod !== null || paymentIntentId === null) return paymentMethod;
  const answer = await answerOf(() => ctx.payments.readMethod(paymentIntentId));
  if (answer === null || answer === 'unknown') return null;
  await repo.updatePaymentMethod(ctx.db, id, answer);
  return answer;
}

/** The confirmation of an order with the words for how it was paid, without them when the provider does not say. */
export async function withPaymentMethod(ctx: PaymentsCtx, mail: OrderMail, orderId: string | null): Promise<OrderMail> {
  const order = orderId === null ? null : await repo.findById(ctx.db, orderId);
  const method = order === null ? null : await methodOf(ctx, order);
  return method === null ? mail : { ...mail, paymentMethod: methodWords(method) };
}
