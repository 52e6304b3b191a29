import { orderOfIntent } from '#modules/buying/orders/service.server.ts';
import { answerOf } from '#modules/ground/payments/failures/service.server.ts';
import { withinBudget } from '#modules/ground/payments/patience/service.server.ts';
import type { HostedSession } from '#modules/ground/payments/hosted/service.server.ts';
import type { Intent, PaymentsCtx } from '#modules/ground/payments/service.server.ts';
import type { Db } from '#platform/db/database.server.ts';

import { settleHosted } from '../settle/hosted/service.server.ts';
import * as repo from '../repo.server.ts';
import { updateToAwaiting, updateToProcessing } from '../settle/repo.server.ts';
import { isOurs, releaseExpired, settle } from '../settle/service.server.ts';
import { withLease } from '../lease/service.server.ts';
import * as checks from './repo.server.ts';
import { endUnknown } from './unknown/service.server.ts';

const alertAfterMs = 30 * 60 * 1000;
const batch = 10;
/** For how long a due checkout stays live while the bank asks its customer about the payment. */
const bankMinutes = 10;
/** How long one run lasts; the next one takes what is left. */
const runMs = 60_000;

/** The provider's answer about a payment; `unknown` when it has none of that id, null when it does not answer. */
type Answer<T> = T | 'unknown' | null;

/** Cancels an intent; reads it when the provider refuses that, or when it is being processed. */
async function cancelOrRead(ctx: PaymentsCtx, intentId: string, state?: repo.CheckoutState): Promise<Answer<Intent>> {
  const canceled = state === 'payment_processing' ? null : await answerOf(() => ctx.payments.cancelIntent(intentId));
  return canceled ?? answerOf(() => ctx.payments.readIntent(intentId));
}

async function markStuck(ctx: PaymentsCtx, checkout: repo.CheckoutRow): Promise<void> {
  const since = checkout.stuckSince ?? ctx.now();
  if (checkout.stuckSince === null) await repo.updateCheckout(ctx.db, checkout, { stuckSince: since });
  if (ctx.now().getTime() - since.getTime() < alertAfterMs) return;
  const why = 'a checkout cannot be ended: the payment provider does not answer, or refuses the key';
  ctx.log.error({ checkoutId: checkout.id, since }, why);
}

/** Brings a checkout in line with its intent: paid becomes an order, canceled releases everything, processing waits. */
async function applyIntent(ctx: PaymentsCtx, checkoutId: string, intent: Intent): Promise<void> {
  if (intent.status === 'succeeded') await settle(ctx, intent);
  else if (intent.status === 'canceled') await releaseExpired(ctx, checkoutId, intent.id);
  else if (intent.status === 'processing') {
    await updateToProcessing(ctx.db, checkoutId);
    await checks.updateChecked(ctx.db, checkoutId);
  } else {
    await checks.updateChecked(ctx.db, checkoutId, bankMinutes);
    await updateToAwaiting(ctx.db, checkoutId);
  }
}

/** Ends a page at the provider; reads it when the provider refuses that, or when its payment is being processed. */
async function endOrReadPage(
  ctx: PaymentsCtx,
  sessionId: string,
  state: repo.CheckoutState,
): Promise<Answer<HostedSession>> {
  const ended =
    state === 'payment_processing' ? null : await answerOf(() => ctx.payments.expireHostedSession(sessionId));
  return ended ?? answerOf(() => ctx.payments.readHostedSession(sessionId));
}

/** Releases the goods of a page that was completed without being paid, once the provider has canceled its late payment. */
async function applyLatePayment(ctx: PaymentsCtx, checkout: repo.CheckoutRow, session: HostedSession): Promise<void> {
  const intent = session.intentId === null ? null : await cancelOrRead(ctx, session.intentId);
  if (intent === null || intent === 'unknown' || intent.status !== 'canceled') return;
  await releaseExpired(ctx, checkout.id, checkout.paymentIntentId);
}

/** Brings a checkout in line with its page: paid becomes an order, ended releases everything, an open page stays. */
async function applyPage(ctx: PaymentsCtx, checkout: repo.CheckoutRow, session: HostedSession): Promise<void> {
  if ((await settleHosted(ctx, checkout, session)) !== null) return;
  if (session.status === 'expired') await releaseExpired(ctx, checkout.id, checkout.paymentIntentId);
  else await checks.updateChecked(ctx.db, checkout.id);
}

async function endPage(ctx: PaymentsCtx, checkout: repo.CheckoutRow, sessionId: string): Promise<void> {
  const session = await endOrReadPage(ctx, sessionId, checkout.state);
  if (session === null) return markStuck(ctx, checkout);
  if (session === 'unknown') return endUnknown(ctx, checkout);
  await applyPage(ctx, checkout, session);
  if (session.status === 'complete' && !session.isPaid) await applyLatePayment(ctx, checkout, session);
}

async function endIntent(ctx: PaymentsCtx, checkout: repo.CheckoutRow, intentId: string): Promise<void> {
  const intent = await cancelOrRead(ctx, intentId, checkout.state);
  if (intent === null) return markStuck(ctx, checkout);
  if (intent === 'unknown') return endUnknown(ctx, checkout);
  await applyIntent(ctx, checkout.id, intent);
}

type StaysLive = (checkout: repo.CheckoutRow) => Promise<boolean>;

/** Ends a live checkout, provider first, unless it `staysLive` as it is read under its lease. */
export async function endUnless(ctx: PaymentsCtx, checkoutId: string, staysLive: StaysLive): Promise<void> {
  const end = async () => {
    const checkout = await repo.findCheckout(ctx.db, { id: checkoutId });
    if (checkout === null || !repo.liveStates.includes(checkout.state) || (await staysLive(checkout))) return;
    if (checkout.hostedSessionId !== null) return endPage(ctx, checkout, checkout.hostedSessionId);
    if (checkout.paymentIntentId === null) return releaseExpired(ctx, checkoutId, null);
    await endIntent(ctx, checkout, checkout.paymentIntentId);
  };
  await withLease(ctx.db, { id: checkoutId }, () => withinBudget(end));
}

/** Ends a checkout: cancels at the provider first, and releases stock and code only when the provider said canceled. */
export function expireCheckout(ctx: PaymentsCtx, checkoutId: string): Promise<void> {
  return endUnless(ctx, checkoutId, async () => false);
}

/** Whether the bank still asks the customer about the payment of a checkout. */
async function isAtBank(ctx: PaymentsCtx, { state, paymentIntentId }: repo.CheckoutRow): Promise<boolean> {
  if (state !== 'awaiting_payment' || paymentIntentId === null) return false;
  const intent = await answerOf(() => ctx.payments.readIntent(paymentIntentId));
  return intent !== null && intent !== 'unknown' && intent.status === 'requires_action';
}

/** Ends a checkout that is due, its time being up or its cart empty. One that was extended meanwhile stays live, as does, for up to 10 minutes, one whose bank still asks. */
export function endOverdue(ctx: PaymentsCtx, checkoutId: string): Promise<void> {
  return endUnless(ctx, checkoutId, async (checkout) => {
    const minutes = await checks.minutesOver(ctx.db, checkoutId);
    return minutes < 0 || (minutes < bankMinutes && (await isAtBank(ctx, checkout)));
  });
}

type Take = (db: Db, limit: number) => Promise<repo.CheckoutRow[]>;

/** Runs `work` for each due checkout, a few at a time; a failure is logged and does not stop the others. */
async function forEachDue(
  ctx: PaymentsCtx,
  take: Take,
  work: (checkout: repo.CheckoutRow) => Promise<void>,
): Promise<void> {
  const until = Date.now() + runMs;
  for (let due = await take(ctx.db, batch); due.length > 0; due = await take(ctx.db, batch)) {
    for (const checkout of due) {
      try {
        await work(checkout);
      } catch (error) {
        ctx.log.error({ err: error, checkoutId: checkout.id }, 'a checkout could not be looked after');
      }
    }
    if (Date.now() > until) return;
  }
}

/** Ends every checkout whose time is up or whose cart is empty. */
export function sweepExpired(ctx: PaymentsCtx): Promise<void> {
  return forEachDue(ctx, checks.takeOverdue, (checkout) => endOverdue(ctx, checkout.id));
}

async function reconcileCheckout(ctx: PaymentsCtx, checkout: repo.CheckoutRow): Promise<void> {
  const { hostedSessionId, paymentIntentId } = checkout;
  if (hostedSessionId !== null) {
    const session = await answerOf(() => ctx.payments.readHostedSession(hostedSessionId));
    if (session === 'unknown') await endUnknown(ctx, checkout);
    else if (session !== null) await applyPage(ctx, checkout, session);
    return;
  }
  if (paymentIntentId === null) return;
  const intent = await answerOf(() => ctx.payments.readIntent(paymentIntentId));
  if (intent === 'unknown') await endUnknown(ctx, checkout);
  else if (intent !== null) await applyIntent(ctx, checkout.id, intent);
}

/** Reads the payments under way at the provider, each at growing intervals: one that was paid becomes its order. */
export function reconcile(ctx: PaymentsCtx): Promise<void> {
  return forEachDue(ctx, checks.takeAwaiting, (checkout) => reconcileCheckout(ctx, checkout));
}

/** Settles a paid intent; contact and address of one that was paid on the provider's page are read there. */
async function settleRecent(ctx: PaymentsCtx, intent: Intent): Promise<void> {
  const checkout = intent.checkoutId === null ? null : await repo.findCheckout(ctx.db, { id: intent.checkoutId });
  if (checkout === null || checkout.hostedSessionId === null) await settle(ctx, intent);
  else await settleHosted(ctx, checkout, await ctx.payments.readHostedSession(checkout.hostedSessionId));
}

/** Places the missing orders of paid intents of the last `seconds`, whatever the state of their checkouts. */
export async function reconcileRecent(ctx: PaymentsCtx, seconds = 3_600): Promise<void> {
  for (const intent of await ctx.payments.listIntents(seconds)) {
    if (intent.status !== 'succeeded' || intent.checkoutId === null) continue;
    try {
      const isLost = (await isOurs(ctx.db, ctx, intent)) && (await orderOfIntent(ctx.db, intent.id)) === null;
      if (isLost) await settleRecent(ctx, intent);
    } catch (error) {
      ctx.log.error({ err: error, intentId: intent.id }, 'a paid intent could not be settled');
    }
  }
}
