import { failureCode, providerFailure } from '#modules/ground/payments/failures/service.server.ts';
import type { ProviderRefund } from '#modules/ground/payments/refunds/service.server.ts';
import type { PaymentsCtx } from '#modules/ground/payments/service.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import { inTransaction } from '#platform/db/transaction.server.ts';
import type { Cents } from '#shared/money.ts';
import { ok, refuse, type Result } from '#shared/result.ts';

import { balanceOf, lockPayment } from '../balance/service.server.ts';
import { findById as findOrder, type OrderRow } from '../repo.server.ts';
import { applyRefund, noteRefund } from './facts/service.server.ts';
import * as repo from './repo.server.ts';
import { refundRefusal, type Refund, type RefundRefusal } from './rules.ts';

export type RefundRequest = {
  amountCents: Cents;
  /** Kept with the refund and told to the provider, at most 500 characters. */
  reason: string;
  /** Drawn by who asks, once for one intention. */
  key: string;
};

function viewOf({ id, amountCents, reason, status, failure }: repo.RefundRow): Refund {
  return { id, amountCents, reason, status, failure };
}

/** A refund whose money is set aside. */
export type ReservedRefund = { refund: repo.RefundRow; isNew: boolean };

/**
 * Sets money of a locked order aside, in cents of what was captured, before the provider is asked by makeRefund: from here on the
 * refund is known, and the reconciler makes it whatever happens. The same key is the same refund, whatever amount is said the second
 * time. Refuses `not_paid`, `nothing_to_refund` (all is returned, on its way or disputed) and `too_much` (more than is left).
 */
export async function reserveRefund(
  tx: Db,
  order: OrderRow,
  request: RefundRequest,
): Promise<Result<ReservedRefund, RefundRefusal>> {
  const { amountCents, key, reason } = request;
  const { id: orderId, paymentIntentId: intentId, capturedCents } = order;
  if (intentId === null) return refuse('not_paid');
  const earlier = await repo.findByKey(tx, intentId, key);
  if (earlier !== null) return ok({ refund: earlier, isNew: false });
  const isAmount = Number.isSafeInteger(amountCents) && amountCents > 0;
  const taken = isAmount
    ? await repo.takeRefund(tx, { orderId, intentId, key, amountCents, reason: reason.slice(0, 500) })
    : null;
  if (taken !== null) return ok({ refund: taken, isNew: true });
  const { claimedCents } = await balanceOf(tx, intentId);
  return refuse(refundRefusal(capturedCents, capturedCents - claimedCents, amountCents) ?? 'too_much');
}

export const readRefundsJob = 'read-refunds';

/** Has the refunds of a payment read from the provider, soon after the caller's transaction. */
export function enqueueReadRefunds(tx: Db, ctx: PaymentsCtx, intentId: string): Promise<void> {
  return ctx.jobs.enqueue(tx, { name: readRefundsJob, data: { intentId } });
}

/** Notes a refusal of the provider; the money can be refunded again. */
async function noteRefused(ctx: PaymentsCtx, refund: repo.RefundRow, error: unknown): Promise<void> {
  ctx.log.warn({ err: error, refundId: refund.id }, 'the payment provider refused a refund');
  await inTransaction(ctx.db, async (tx) => {
    const order = await lockPayment(tx, refund.paymentIntentId);
    const isNoted = await repo.updateToRefused(tx, refund.id, failureCode(error));
    if (isNoted && order !== null) await noteRefund(tx, order, { ...refund, status: 'failed' });
    // The provider's books may know of refunds that the shop has not heard of.
    await enqueueReadRefunds(tx, ctx, refund.paymentIntentId);
  });
}

async function ask(ctx: PaymentsCtx, refund: repo.RefundRow): Promise<ProviderRefund | null> {
  const { id: refundId, paymentIntentId: intentId, amountCents, reason, attempt } = refund;
  try {
    return await ctx.payments.createRefund({ intentId, refundId, amountCents, reason, attempt });
  } catch (error) {
    const failure = providerFailure(error);
    if (failure === 'refused') await noteRefused(ctx, refund, error);
    if (failure === 'saved_failure') await repo.updateToNextAttempt(ctx.db, refund);
    return null;
  }
}

/** What the provider knows of a refund that is under way; it is asked for once more only when the provider never heard of it. */
async function lookUp(ctx: PaymentsCtx, refund: repo.RefundRow): Promise<ProviderRefund | null> {
  if (refund.providerId !== null) return ctx.payments.readRefund(refund.providerId);
  const made = await ctx.payments.listRefunds(refund.paymentIntentId);
  return made.find(({ refundId }) => refundId === refund.id) ?? ask(ctx, refund);
}

/** Brings a refund to its end, or as far as the provider lets it: without an answer it stays pending. */
async function reconcile(ctx: PaymentsCtx, { refund, isNew }: ReservedRefund): Promise<void> {
  try {
    const told = await (isNew ? ask(ctx, refund) : lookUp(ctx, refund));
    if (told !== null) await inTransaction(ctx.db, (tx) => applyRefund(tx, told));
  } catch (error) {
    providerFailure(error);
    ctx.log.warn({ err: error, refundId: refund.id }, 'a refund could not be looked up');
  }
}

async function current(ctx: PaymentsCtx, refund: repo.RefundRow): Promise<repo.RefundRow> {
  return (await repo.findById(ctx.db, refund.id)) ?? refund;
}

/**
 * Asks the provider for a refund that was set aside, after the transaction that did so. One that is answered `pending` is finished
 * by the provider's events and by the reconciler. Refuses `provider_refused`.
 */
export async function makeRefund(ctx: PaymentsCtx, held: ReservedRefund): Promise<Result<Refund, 'provider_refused'>> {
  if (held.refund.status === 'pending') await reconcile(ctx, held);
  const now = await current(ctx, held.refund);
  return now.status === 'failed' ? refuse('provider_refused') : ok(viewOf(now));
}

/** The refunds of a payment, oldest first. */
export async function refundsOf(db: Db, intentId: string): Promise<Refund[]> {
  return (await repo.listOfPayment(db, intentId)).map(viewOf);
}

/** What of an order can still be refunded, in cents: captured, and neither returned, on its way nor disputed. */
export async function refundableCents(db: Db, orderId: string): Promise<Cents> {
  const order = await findOrder(db, orderId);
  if (order === null || order.paymentIntentId === null) return 0;
  const { claimedCents } = await balanceOf(db, order.paymentIntentId);
  return Math.max(0, order.capturedCents - claimedCents);
}

const batch = 100;

/** Finishes refunds whose answer was lost or is still to come; one that fails does not keep the others waiting. */
export async function finishRefunds(ctx: PaymentsCtx): Promise<void> {
  for (const refund of await repo.listPending(ctx.db, batch)) {
    try {
      await reconcile(ctx, { refund, isNew: false });
    } catch (error) {
      ctx.log.error({ err: error, refundId: refund.id }, 'a refund could not be finished');
    }
    // Looked at: the others come first next time.
    await repo.updateRefund(ctx.db, refund.id, {});
  }
}

/** Takes in every refund that the provider has for a payment, those made at the provider included. */
export async function readRefundsOf(ctx: PaymentsCtx, intentId: string): Promise<void> {
  for (const told of await ctx.payments.listRefunds(intentId)) {
    await inTransaction(ctx.db, (tx) => applyRefund(tx, told));
  }
}

/** Takes in the provider's refunds of the last `seconds`, in case their events were lost. */
export async function readRecentRefunds(ctx: PaymentsCtx, seconds = 86_400): Promise<void> {
  for (const told of await ctx.payments.listRecentRefunds(seconds)) {
    await inTransaction(ctx.db, (tx) => applyRefund(tx, told));
  }
}
