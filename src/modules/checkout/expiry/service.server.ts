import { orderOfIntent } from '#modules/orders/service.server.ts';
import { providerFailure } from '#modules/payments/failure.server.ts';
import type { HostedSession } from '#modules/payments/hosted.server.ts';
import type { Intent, PaymentsCtx } from '#modules/payments/service.server.ts';

import { settleHosted } from '../hosted/settle.server.ts';
import * as repo from '../repo.server.ts';
import { releaseExpired, settle } from '../settle/service.server.ts';
import { inTurn } from '../turn.server.ts';

const alertAfterMs = 30 * 60 * 1000;
const batch = 100;

/** Cancels at the provider, or reads what became of the intent when it would not be canceled; null when it cannot be reached. */
async function cancelOrRead(ctx: PaymentsCtx, intentId: string): Promise<Intent | null> {
  try {
    return await ctx.payments.cancelIntent(intentId);
  } catch (error) {
    providerFailure(error);
  }
  try {
    return await ctx.payments.readIntent(intentId);
  } catch (error) {
    providerFailure(error);
    return null;
  }
}

async function markStuck(ctx: PaymentsCtx, checkout: repo.CheckoutRow): Promise<void> {
  const since = checkout.stuckSince ?? ctx.now();
  if (checkout.stuckSince === null) await repo.updateCheckout(ctx.db, checkout.id, { stuckSince: since });
  if (ctx.now().getTime() - since.getTime() < alertAfterMs) return;
  ctx.log.error({ checkoutId: checkout.id, since }, 'a checkout cannot be ended: the payment provider does not answer');
}

/** Acts on what the provider says of an intent: paid becomes an order, canceled gives everything back, processing waits. */
async function follow(ctx: PaymentsCtx, checkoutId: string, intent: Intent): Promise<void> {
  if (intent.status === 'succeeded') await settle(ctx, intent);
  else if (intent.status === 'canceled') await releaseExpired(ctx, checkoutId, intent.id);
  else if (intent.status === 'processing') await repo.updateToProcessing(ctx.db, checkoutId);
  else await repo.updateToAwaiting(ctx.db, checkoutId);
}

/** Ends a page at the provider, or reads what became of it when it would not be ended; null when it cannot be reached. */
async function endOrReadPage(ctx: PaymentsCtx, sessionId: string): Promise<HostedSession | null> {
  try {
    return await ctx.payments.expireHostedSession(sessionId);
  } catch (error) {
    providerFailure(error);
  }
  try {
    return await ctx.payments.readHostedSession(sessionId);
  } catch (error) {
    providerFailure(error);
    return null;
  }
}

/** A page that was left with a payment on its way: over once the provider says that this payment came to nothing. */
async function followLatePayment(ctx: PaymentsCtx, checkout: repo.CheckoutRow, session: HostedSession): Promise<void> {
  const intent = session.intentId === null ? null : await cancelOrRead(ctx, session.intentId);
  if (intent?.status === 'canceled') await releaseExpired(ctx, checkout.id, checkout.paymentIntentId);
}

/** Acts on what the provider says of a page: paid becomes an order, ended gives everything back, an open one goes on. */
async function followPage(ctx: PaymentsCtx, checkout: repo.CheckoutRow, session: HostedSession): Promise<void> {
  if ((await settleHosted(ctx, checkout, session)) !== null) return;
  if (session.status === 'expired') await releaseExpired(ctx, checkout.id, checkout.paymentIntentId);
}

async function endPage(ctx: PaymentsCtx, checkout: repo.CheckoutRow, sessionId: string): Promise<void> {
  const session = await endOrReadPage(ctx, sessionId);
  if (session === null) return markStuck(ctx, checkout);
  await followPage(ctx, checkout, session);
  if (session.status === 'complete' && !session.isPaid) await followLatePayment(ctx, checkout, session);
}

/** Ends a checkout whose time is up: cancel first, and release stock and code only when the provider said canceled. */
export async function expireCheckout(ctx: PaymentsCtx, checkoutId: string): Promise<void> {
  await inTurn(ctx.db, checkoutId, async () => {
    const checkout = await repo.findCheckout(ctx.db, checkoutId);
    if (checkout === null || !repo.liveStates.includes(checkout.state)) return;
    if (checkout.hostedSessionId !== null) return endPage(ctx, checkout, checkout.hostedSessionId);
    if (checkout.paymentIntentId === null) return releaseExpired(ctx, checkoutId, null);
    const intent = await cancelOrRead(ctx, checkout.paymentIntentId);
    await (intent === null ? markStuck(ctx, checkout) : follow(ctx, checkoutId, intent));
  });
}

/** Ends every checkout whose time is up; one that fails does not keep the others waiting. */
export async function sweepExpired(ctx: PaymentsCtx): Promise<void> {
  for (const checkout of await repo.listDue(ctx.db, batch)) {
    try {
      await expireCheckout(ctx, checkout.id);
    } catch (error) {
      ctx.log.error({ err: error, checkoutId: checkout.id }, 'a checkout could not be ended');
    }
  }
}

async function reconcileCheckout(ctx: PaymentsCtx, checkout: repo.CheckoutRow): Promise<void> {
  try {
    if (checkout.hostedSessionId !== null) {
      return await followPage(ctx, checkout, await ctx.payments.readHostedSession(checkout.hostedSessionId));
    }
    if (checkout.paymentIntentId === null) return;
    await follow(ctx, checkout.id, await ctx.payments.readIntent(checkout.paymentIntentId));
  } catch (error) {
    ctx.log.warn({ err: error, checkoutId: checkout.id }, 'a payment could not be looked up');
  }
}

/** Asks the provider about every payment under way: one that was paid becomes its order. */
export async function reconcile(ctx: PaymentsCtx): Promise<void> {
  for (const checkout of await repo.listAwaiting(ctx.db, batch)) await reconcileCheckout(ctx, checkout);
}

/** Settles a paid intent; who paid it on the provider's own page is asked there. */
async function settleRecent(ctx: PaymentsCtx, intent: Intent): Promise<void> {
  const checkout = intent.checkoutId === null ? null : await repo.findCheckout(ctx.db, intent.checkoutId);
  if (checkout === null || checkout.hostedSessionId === null) await settle(ctx, intent);
  else await settleHosted(ctx, checkout, await ctx.payments.readHostedSession(checkout.hostedSessionId));
}

/** Places the orders of paid intents of the last `seconds` that have none, whatever became of their checkouts. */
export async function reconcileRecent(ctx: PaymentsCtx, seconds = 3_600): Promise<void> {
  for (const intent of await ctx.payments.listIntents(seconds)) {
    if (intent.status !== 'succeeded' || intent.checkoutId === null) continue;
    try {
      if ((await orderOfIntent(ctx.db, intent.id)) === null) await settleRecent(ctx, intent);
    } catch (error) {
      ctx.log.error({ err: error, intentId: intent.id }, 'a paid intent could not be settled');
    }
  }
}
