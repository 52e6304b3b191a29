import type { OrderView } from '#modules/orders/order-record.ts';
import { findOrderOfCheckout } from '#modules/orders/orders.queries.server.ts';
import type { HostedSession } from '#modules/payments/hosted-sessions.server.ts';
import type { Intent } from '#modules/payments/intents.server.ts';
import type { PaymentsCtx } from '#modules/payments/payments.server.ts';
import { isTaxInclusive } from '#modules/tax/tax.ts';
import type { Db } from '#platform/db/database.server.ts';
import { inTransaction } from '#platform/db/transaction.server.ts';

import { expireNow } from './checkout-time.queries.server.ts';
import { findCheckout, type CheckoutRow } from './find-checkout.queries.server.ts';
import { deliveryFrom } from './hosted-checkout.ts';
import { refreshTaxRateAt } from './checkout-tax.server.ts';
import { markProcessing } from './settle.queries.server.ts';
import { settleIntent } from './settle.server.ts';

/** Converts the payment of a paid page to an intent as the shop's own form has it. */
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

/**
 * Fetches the tax rate of a paid page whose price includes tax. Runs before the settling
 * transaction.
 */
export async function refreshTaxRateOfPage(ctx: PaymentsCtx, session: HostedSession): Promise<void> {
  const { shippingAddress } = deliveryFrom(session);
  if (session.isPaid && shippingAddress !== null && isTaxInclusive(shippingAddress.country)) {
    await refreshTaxRateAt(ctx, shippingAddress);
  }
}

/**
 * Turns a paid page into its one order, in the caller's transaction, with the data typed there.
 * Null if it is not paid.
 */
async function settleSession(tx: Db, ctx: PaymentsCtx, session: HostedSession): Promise<OrderView | null> {
  if (!session.isPaid || session.intentId === null) return null;
  return settleIntent(tx, ctx, { intent: intentOf(session, session.intentId), delivery: deliveryFrom(session) });
}

/**
 * Applies a page's state: a paid one becomes an order, one being processed waits, an expired one
 * makes its checkout due.
 */
export async function applySession(tx: Db, ctx: PaymentsCtx, session: HostedSession): Promise<void> {
  if ((await settleSession(tx, ctx, session)) !== null) return;
  const checkout = await findCheckout(tx, { sessionId: session.id });
  if (checkout === null) return;
  if (session.status === 'complete') await markProcessing(tx, checkout.id);
  if (session.status === 'expired') await expireNow(tx, checkout.id);
}

/** Applies a page and returns the order of its checkout. Null if it is not paid. */
export async function settleHosted(
  ctx: PaymentsCtx,
  checkout: CheckoutRow,
  session: HostedSession,
): Promise<OrderView | null> {
  await refreshTaxRateOfPage(ctx, session);
  return inTransaction(ctx.db, async (tx) => {
    await applySession(tx, ctx, session);
    return findOrderOfCheckout(tx, checkout.id);
  });
}
