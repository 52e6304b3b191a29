import { providerResponse } from '#modules/payments/provider-errors.server.ts';
import type { PaymentsCtx } from '#modules/payments/payments.server.ts';
import type { Visitor } from '#platform/http/visitor.server.ts';
import { ok, refuse, type Result } from '#shared/result.ts';

import type { OrderWithMailStatus } from './find-checkout.queries.server.ts';
import type { CheckoutRefusal } from './checkout.schema.ts';
import { findVisitorOrder, ownCheckout } from './checkout.server.ts';
import { awaitSettlement } from './await-settlement.server.ts';
import { settle, settleFree } from './settle.server.ts';

type Confirmed = Result<OrderWithMailStatus, CheckoutRefusal>;

/**
 * Returns the order of the visitor's intent. Settles it now if the provider says that it is paid,
 * as the webhook and the reconciler would. Refuses `not_paid`, `being_paid`, `expired` and
 * `payment_unknown`. Foreign intents throw 404.
 */
export async function confirmPaidOrder(ctx: PaymentsCtx, visitor: Visitor, intentId: string): Promise<Confirmed> {
  const own = () => findVisitorOrder(ctx.db, visitor, { intentId });
  // The webhook often arrives first. Waiting for it saves a call to the provider.
  await awaitSettlement(intentId);
  const ownSettled = async () => ((await awaitSettlement(intentId)) ? own() : null);
  const placed = (await own()) ?? (await ownSettled());
  if (placed !== null) return ok(placed);
  const intent = await providerResponse(() => ctx.payments.readIntent(intentId));
  if (intent === null) return refuse('payment_unknown');
  // It may have been paid under earlier keys, so the shopper must not be asked to pay again.
  if (intent === 'unknown') return refuse('being_paid');
  if (intent.status === 'succeeded') return ok((await ownSettled()) ?? (await settle(ctx, intent)));
  if (intent.status === 'processing') return refuse('being_paid');
  return refuse(intent.status === 'canceled' ? 'expired' : 'not_paid');
}

/** Places the visitor's free order without calling the provider. Foreign checkouts throw 404. */
export async function confirmFreeOrder(ctx: PaymentsCtx, visitor: Visitor, checkoutId: string): Promise<Confirmed> {
  await ownCheckout(ctx.db, visitor, { id: checkoutId });
  return settleFree(ctx, checkoutId);
}
