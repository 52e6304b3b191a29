import { orderOfCheckout } from '#modules/orders/orders.server.ts';
import type { OrderView } from '#modules/orders/order.ts';
import type { HostedSession } from '#modules/payments/hosted-sessions.server.ts';
import type { Intent, PaymentsCtx } from '#modules/payments/payments.server.ts';
import { holdsTax } from '#modules/tax/tax.ts';
import type { Db } from '#platform/db/database.server.ts';
import { inTransaction } from '#platform/db/transaction.server.ts';

import { learnRateAt } from './quote.server.ts';
import * as repo from './checkout.queries.server.ts';
import { updateToProcessing } from './settle.queries.server.ts';
import { settleIntent } from './settle.server.ts';
import { deliveryFrom } from './hosted-checkout.ts';

/** The payment of a paid page, as an intent of the shop's own form reads. */
function intentOf(session: HostedSession, id: string): Intent {
  const { totalCents, currency, livemode, checkoutId, quoteVersion, shop, email, shipping } = session;
  return {
    id,
    clientSecret: '',
    status: 'succeeded',
    amountCents: totalCents,
    amountReceivedCents: totalCents,
    currency,
    livemode,
    checkoutId,
    quoteVersion,
    shop,
    metadata: {},
    email,
    shipping,
  };
}

/** Asks the tax service for the place of a paid page whose price holds tax: before the transaction that settles it. */
export async function learnRateOfPage(ctx: PaymentsCtx, session: HostedSession): Promise<void> {
  const { shippingAddress } = deliveryFrom(session);
  if (session.isPaid && shippingAddress !== null && holdsTax(shippingAddress.country)) {
    await learnRateAt(ctx, shippingAddress);
  }
}

/** Turns a paid page into its one order, in the caller's transaction, with what was typed there; null while it is not paid. */
async function settleSession(tx: Db, ctx: PaymentsCtx, session: HostedSession): Promise<OrderView | null> {
  if (!session.isPaid || session.intentId === null) return null;
  return settleIntent(tx, ctx, { intent: intentOf(session, session.intentId), delivery: deliveryFrom(session) });
}

/** Acts on what the provider says of a page: paid becomes an order, on its way waits, ended gives its time up. */
export async function applySession(tx: Db, ctx: PaymentsCtx, session: HostedSession): Promise<void> {
  if ((await settleSession(tx, ctx, session)) !== null) return;
  const checkout = await repo.findCheckout(tx, { sessionId: session.id });
  if (checkout === null) return;
  if (session.status === 'complete') await updateToProcessing(tx, checkout.id);
  if (session.status === 'expired') await repo.updateToDue(tx, checkout.id);
}

/** The order of a checkout whose page the provider knows; null while it is not paid. */
export async function settleHosted(
  ctx: PaymentsCtx,
  checkout: repo.CheckoutRow,
  session: HostedSession,
): Promise<OrderView | null> {
  await learnRateOfPage(ctx, session);
  return inTransaction(ctx.db, async (tx) => {
    await applySession(tx, ctx, session);
    return orderOfCheckout(tx, checkout.id);
  });
}
