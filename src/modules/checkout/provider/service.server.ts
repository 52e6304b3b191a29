import { isUnknownObject, providerFailure } from '#modules/payments/failure.server.ts';
import type { PaymentsCtx } from '#modules/payments/service.server.ts';
import { inTransaction } from '#platform/db/transaction.server.ts';
import { ok, refuse, type Result } from '#shared/result.ts';

import { orderRecord } from '../offer.server.ts';
import { waitsForCustomer } from '../payable.server.ts';
import * as repo from '../repo.server.ts';

export type IntentRefusal = 'provider_unavailable' | 'expired' | 'paid_already' | 'being_paid';
type Synced = Result<repo.Present, IntentRefusal>;
export type PayableIntent = { id: string; clientSecret: string } | null;

/** Which attempt to create, and with which quote: fixed once, so that every retry of an attempt sends the same. */
async function beginAttempt(ctx: PaymentsCtx, present: repo.Present) {
  const { id } = present.checkout;
  const checkout = await repo.takeAttempt(ctx.db, id);
  if (checkout === null) return null;
  const base = checkout.intentBaseVersion ?? checkout.quoteVersion;
  const isPresent = base === present.checkout.quoteVersion;
  const quote = isPresent ? present.quote : await repo.findQuote(ctx.db, id, base);
  return quote === null ? null : { checkout, base, quote };
}

/** Gives up an attempt for which the provider repeats a failure: nobody was given its secret. */
function nextAttempt(ctx: PaymentsCtx, checkoutId: string, attempt: number): Promise<void> {
  return inTransaction(ctx.db, async (tx) => {
    const checkout = await repo.lockCheckout(tx, checkoutId);
    if (checkout?.attempt !== attempt || checkout.paymentIntentId !== null) return;
    await repo.updateCheckout(tx, checkoutId, { attempt: attempt + 1, intentBaseVersion: null });
  });
}

/** Creates the intent of an attempt and stores it; only what is stored may be shown to a browser. */
async function createForAttempt(ctx: PaymentsCtx, present: repo.Present): Promise<Synced> {
  const checkoutId = present.checkout.id;
  for (let round = 0; round < 3; round += 1) {
    const begun = await beginAttempt(ctx, present);
    if (begun === null) return refuse('expired');
    const { checkout, base, quote } = begun;
    try {
      const intent = await ctx.payments.createIntent({
        amountCents: quote.totalCents,
        checkoutId,
        quoteVersion: base,
        attempt: checkout.attempt,
        record: orderRecord(ctx, checkout, quote),
      });
      const made = { attempt: checkout.attempt, intentId: intent.id, clientSecret: intent.clientSecret };
      const stored = await repo.takeIntent(ctx.db, checkoutId, made);
      if (stored === null) return refuse('expired');
      const { quoteVersion } = present.checkout;
      if (base === quoteVersion && base === stored.quoteVersion) return ok({ ...present, checkout: stored });
      return updateToNewest(ctx, await repo.findPresent(ctx.db, checkoutId));
    } catch (error) {
      if (providerFailure(error) !== 'saved_failure') return refuse('provider_unavailable');
      await nextAttempt(ctx, checkoutId, checkout.attempt);
    }
  }
  return refuse('provider_unavailable');
}

/** Reads what became of an intent that the provider would not change. */
async function branchOn(ctx: PaymentsCtx, checkout: repo.CheckoutRow, intentId: string): Promise<IntentRefusal> {
  const waits = await waitsForCustomer(ctx, checkout, intentId);
  return waits.ok ? 'provider_unavailable' : waits.reason;
}

/** Tells the provider the newest quote's number and total, in one call. */
async function updateToNewest(ctx: PaymentsCtx, present: repo.Present | null): Promise<Synced> {
  if (present === null || present.checkout.paymentIntentId === null) return refuse('expired');
  const { checkout, quote } = present;
  const intentId = present.checkout.paymentIntentId;
  try {
    await ctx.payments.updateIntent(intentId, {
      amountCents: quote.totalCents,
      quoteVersion: checkout.quoteVersion,
      key: `update-${checkout.id}-${checkout.quoteVersion}`,
      record: orderRecord(ctx, checkout, quote),
    });
    return ok(present);
  } catch (error) {
    if (providerFailure(error) !== 'refused') return refuse('provider_unavailable');
    return refuse(await branchOn(ctx, checkout, intentId));
  }
}

/** Ends the intent of a checkout that costs nothing any more; one that the provider does not know needs no end. */
async function cancelForFree(ctx: PaymentsCtx, checkout: repo.CheckoutRow, intentId: string): Promise<Synced> {
  try {
    const intent = await ctx.payments.cancelIntent(intentId);
    if (intent.status !== 'canceled') return refuse(await branchOn(ctx, checkout, intentId));
  } catch (error) {
    if (providerFailure(error) !== 'refused') return refuse('provider_unavailable');
    const outcome = isUnknownObject(error) ? 'expired' : await branchOn(ctx, checkout, intentId);
    if (outcome !== 'expired') return refuse(outcome);
  }
  await inTransaction(ctx.db, async (tx) => {
    const locked = await repo.lockCheckout(tx, checkout.id);
    if (locked?.paymentIntentId !== intentId) return;
    const reset = { paymentIntentId: null, clientSecret: null, intentBaseVersion: null, attempt: locked.attempt + 1 };
    await repo.updateCheckout(tx, checkout.id, reset);
  });
  const present = await repo.findPresent(ctx.db, checkout.id);
  return present === null ? refuse('expired') : ok(present);
}

/**
 * Brings the provider's intent in line with the newest quote: creates, updates or (total 0) cancels it. To be called in turn.
 * Answers the checkout as it stands then. Refuses what the provider's answer means for the shopper; the stored quote stays in
 * every case.
 */
export async function syncIntent(ctx: PaymentsCtx, checkoutId: string, changed: boolean): Promise<Synced> {
  const present = await repo.findPresent(ctx.db, checkoutId);
  if (present === null) return refuse('expired');
  const intentId = present.checkout.paymentIntentId;
  if (present.quote.totalCents === 0) {
    return intentId === null ? ok(present) : cancelForFree(ctx, present.checkout, intentId);
  }
  if (intentId === null) return createForAttempt(ctx, present);
  return changed ? updateToNewest(ctx, present) : ok(present);
}
