import { providerFailure } from '#modules/payments/failure.server.ts';
import type { Intent, PaymentsCtx } from '#modules/payments/service.server.ts';
import { inTransaction } from '#platform/db/transaction.server.ts';
import { ok, refuse, type Result } from '#shared/result.ts';

import * as repo from './repo.server.ts';
import { settle } from './settle/service.server.ts';

export type IntentRefusal = 'provider_unavailable' | 'expired' | 'paid_already' | 'being_paid';
export type PayableIntent = { id: string; clientSecret: string } | null;

/** Which attempt to create, and with which snapshot: fixed once, so that every retry of an attempt sends the same. */
function beginAttempt(ctx: PaymentsCtx, checkoutId: string) {
  return inTransaction(ctx.db, async (tx) => {
    const checkout = await repo.lockCheckout(tx, checkoutId);
    if (checkout === null || !repo.liveStates.includes(checkout.state)) return null;
    const base = checkout.intentBaseVersion ?? checkout.snapshotVersion;
    if (checkout.intentBaseVersion === null) await repo.updateCheckout(tx, checkoutId, { intentBaseVersion: base });
    return { checkout, base, snapshot: await repo.findSnapshot(tx, checkoutId, base) };
  });
}

/** Gives up an attempt for which the provider repeats a failure: nobody was given its secret. */
function nextAttempt(ctx: PaymentsCtx, checkoutId: string, attempt: number): Promise<void> {
  return inTransaction(ctx.db, async (tx) => {
    const checkout = await repo.lockCheckout(tx, checkoutId);
    if (checkout?.attempt !== attempt || checkout.paymentIntentId !== null) return;
    await repo.updateCheckout(tx, checkoutId, { attempt: attempt + 1, intentBaseVersion: null });
  });
}

/** Stores the intent of an attempt; only what is stored may be shown to a browser. */
function keepIntent(ctx: PaymentsCtx, checkoutId: string, attempt: number, intent: Intent): Promise<boolean> {
  return inTransaction(ctx.db, async (tx) => {
    const checkout = await repo.lockCheckout(tx, checkoutId);
    if (checkout === null || !repo.liveStates.includes(checkout.state) || checkout.attempt !== attempt) return false;
    if (checkout.paymentIntentId !== null) return checkout.paymentIntentId === intent.id;
    await repo.updateCheckout(tx, checkoutId, { paymentIntentId: intent.id, clientSecret: intent.clientSecret });
    return true;
  });
}

async function createForAttempt(ctx: PaymentsCtx, checkoutId: string): Promise<Result<null, IntentRefusal>> {
  for (let round = 0; round < 3; round += 1) {
    const begun = await beginAttempt(ctx, checkoutId);
    if (begun === null || begun.snapshot === null) return refuse('expired');
    const { checkout, base, snapshot } = begun;
    try {
      const intent = await ctx.payments.createIntent({
        amountCents: snapshot.totalCents,
        checkoutId,
        snapshotVersion: base,
        attempt: checkout.attempt,
      });
      if (!(await keepIntent(ctx, checkoutId, checkout.attempt, intent))) return refuse('expired');
      return base === checkout.snapshotVersion ? ok(null) : updateToNewest(ctx, checkoutId);
    } catch (error) {
      if (providerFailure(error) !== 'saved_failure') return refuse('provider_unavailable');
      await nextAttempt(ctx, checkoutId, checkout.attempt);
    }
  }
  return refuse('provider_unavailable');
}

/** Reads what became of an intent that the provider would not change. */
async function branchOn(ctx: PaymentsCtx, intentId: string): Promise<IntentRefusal> {
  try {
    const intent = await ctx.payments.readIntent(intentId);
    if (intent.status === 'succeeded') {
      await settle(ctx, intent);
      return 'paid_already';
    }
    if (intent.status === 'canceled') return 'expired';
    return intent.status === 'processing' ? 'being_paid' : 'provider_unavailable';
  } catch (error) {
    providerFailure(error);
    return 'provider_unavailable';
  }
}

/** Tells the provider the newest snapshot's number and total, in one call. */
async function updateToNewest(ctx: PaymentsCtx, checkoutId: string): Promise<Result<null, IntentRefusal>> {
  const checkout = await repo.findCheckout(ctx.db, checkoutId);
  const snapshot = await repo.findNewestSnapshot(ctx.db, checkoutId);
  if (checkout === null || snapshot === null || checkout.paymentIntentId === null) return refuse('expired');
  try {
    await ctx.payments.updateIntent(checkout.paymentIntentId, {
      amountCents: snapshot.totalCents,
      snapshotVersion: checkout.snapshotVersion,
      key: `update-${checkoutId}-${checkout.snapshotVersion}`,
    });
    return ok(null);
  } catch (error) {
    if (providerFailure(error) !== 'refused') return refuse('provider_unavailable');
    return refuse(await branchOn(ctx, checkout.paymentIntentId));
  }
}

/** Ends the intent of a checkout that costs nothing any more. */
async function cancelForFree(
  ctx: PaymentsCtx,
  checkoutId: string,
  intentId: string,
): Promise<Result<null, IntentRefusal>> {
  try {
    const intent = await ctx.payments.cancelIntent(intentId);
    if (intent.status !== 'canceled') return refuse(await branchOn(ctx, intentId));
  } catch (error) {
    if (providerFailure(error) !== 'refused') return refuse('provider_unavailable');
    const outcome = await branchOn(ctx, intentId);
    if (outcome !== 'expired') return refuse(outcome);
  }
  await inTransaction(ctx.db, async (tx) => {
    const checkout = await repo.lockCheckout(tx, checkoutId);
    if (checkout?.paymentIntentId !== intentId) return;
    const reset = { paymentIntentId: null, clientSecret: null, intentBaseVersion: null, attempt: checkout.attempt + 1 };
    await repo.updateCheckout(tx, checkoutId, reset);
  });
  return ok(null);
}

/**
 * Brings the provider's intent in line with the newest snapshot: creates, updates or (total 0) cancels it. To be called in turn.
 * Refuses what the provider's answer means for the shopper; the stored snapshot stays in every case.
 */
export async function syncIntent(
  ctx: PaymentsCtx,
  checkoutId: string,
  changed: boolean,
): Promise<Result<null, IntentRefusal>> {
  const checkout = await repo.findCheckout(ctx.db, checkoutId);
  const snapshot = await repo.findNewestSnapshot(ctx.db, checkoutId);
  if (checkout === null || snapshot === null) return refuse('expired');
  const intentId = checkout.paymentIntentId;
  if (snapshot.totalCents === 0) return intentId === null ? ok(null) : cancelForFree(ctx, checkoutId, intentId);
  if (intentId === null) return createForAttempt(ctx, checkoutId);
  return changed ? updateToNewest(ctx, checkoutId) : ok(null);
}
