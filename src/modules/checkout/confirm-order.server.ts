import { answerOf } from '#modules/payments/errors.server.ts';
import type { PaymentsCtx } from '#modules/payments/payments.server.ts';
import type { Visitor } from '#platform/http/visitor.server.ts';
import { ok, refuse, type Result } from '#shared/result.ts';

import type { CheckoutRefusal } from './checkout.schema.ts';
import type { OrderWithMailStatus } from './checkout.queries.server.ts';
import { orderOfOwn, ownCheckout } from './checkout-session.server.ts';
import { settle, settleFree } from './settle.server.ts';
import { wasSettling } from './payments-in-flight.server.ts';

type Confirmed = Result<OrderWithMailStatus, CheckoutRefusal>;

/**
 * The order of the visitor's intent, settled now if the provider says that it is paid; the webhook and the reconciler would settle
 * it too. Refuses `not_paid`, `being_paid`, `expired`, `provider_unavailable`; foreign intents are 404.
 */
export async function confirmPaidOrder(ctx: PaymentsCtx, visitor: Visitor, intentId: string): Promise<Confirmed> {
  const own = () => orderOfOwn(ctx.db, visitor, { intentId });
  // The webhook often comes while the browser asks: it knows already what the provider would be asked.
  await wasSettling(intentId);
  const ownSettled = async () => ((await wasSettling(intentId)) ? own() : null);
  const placed = (await own()) ?? (await ownSettled());
  if (placed !== null) return ok(placed);
  const intent = await answerOf(() => ctx.payments.readIntent(intentId));
  if (intent === null) return refuse('provider_unavailable');
  // It may have been paid with earlier keys of the shop: the shopper must not be asked to pay once more.
  if (intent === 'unknown') return refuse('being_paid');
  if (intent.status === 'succeeded') return ok((await ownSettled()) ?? (await settle(ctx, intent)));
  if (intent.status === 'processing') return refuse('being_paid');
  return refuse(intent.status === 'canceled' ? 'expired' : 'not_paid');
}

/** Places the visitor's order that costs nothing, without any call to the provider; foreign checkouts are 404. */
export async function confirmFreeOrder(ctx: PaymentsCtx, visitor: Visitor, checkoutId: string): Promise<Confirmed> {
  await ownCheckout(ctx.db, visitor, { id: checkoutId });
  return settleFree(ctx, checkoutId);
}
