import { answerOf } from '#modules/payments/failure.server.ts';
import type { PaymentsCtx } from '#modules/payments/service.server.ts';
import { ok, refuse, type Result } from '#shared/result.ts';

import { endUnknown } from './expiry/unknown/service.server.ts';
import type * as repo from './repo.server.ts';
import { settle } from './settle/service.server.ts';

/**
 * Whether an intent still waits for its customer, as the provider says. One that was paid becomes its order; a checkout whose
 * payment the provider does not know is ended.
 */
export async function waitsForCustomer(
  ctx: PaymentsCtx,
  checkout: repo.CheckoutRow,
  intentId: string,
): Promise<Result<null, 'provider_unavailable' | 'expired' | 'paid_already' | 'being_paid'>> {
  const intent = await answerOf(() => ctx.payments.readIntent(intentId));
  if (intent === null) return refuse('provider_unavailable');
  if (intent === 'unknown') {
    await endUnknown(ctx, checkout);
    return refuse('expired');
  }
  if (intent.status === 'succeeded') {
    await settle(ctx, intent);
    return refuse('paid_already');
  }
  if (intent.status === 'processing') return refuse('being_paid');
  return intent.status === 'canceled' ? refuse('expired') : ok(null);
}
