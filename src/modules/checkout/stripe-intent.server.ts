import { isUnknownObject, providerFailure, providerResponse } from '#modules/payments/provider-errors.server.ts';
import type { PaymentsCtx } from '#modules/payments/payments.server.ts';
import { inTransaction } from '#platform/db/transaction.server.ts';
import { ok, refuse, type Result } from '#shared/result.ts';

import { lockCheckout, type CheckoutRow } from './find-checkout.queries.server.ts';
import { findCurrentCheckout, findQuoteVersion, type CurrentCheckout } from './quote.queries.server.ts';
import { startIntentAttempt, attachIntent, updateCheckout } from './update-checkout.queries.server.ts';
import { activeStates } from './tables.server.ts';
import type { Lease } from './checkout-lease.server.ts';
import { isFormSubmitted } from './checkout.server.ts';
import { endUnknown } from './expire-checkouts.server.ts';
import { settle } from './settle.server.ts';
import { toIntentMetadata } from './stripe-intent.schema.ts';

type IntentRefusal = 'provider_unavailable' | 'payment_unknown' | 'expired' | 'paid_already' | 'being_paid';
type Synced = Result<CurrentCheckout, IntentRefusal>;

/**
 * Succeeds if an intent still waits for its customer, according to the provider. A paid intent
 * becomes its order. A checkout whose payment the provider does not know is ended.
 */
export async function settleUnlessWaiting(
  ctx: PaymentsCtx,
  checkout: CheckoutRow,
  intentId: string,
): Promise<Result<null, IntentRefusal>> {
  const intent = await providerResponse(() => ctx.payments.readIntent(intentId));
  // A submitted form may have been charged, so the shopper must not be told that nothing was.
  if (intent === null) return refuse(isFormSubmitted(checkout) ? 'payment_unknown' : 'provider_unavailable');
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

/**
 * Returns the attempt to create and its quote version. Stored once, so that every retry of an
 * attempt sends the same data.
 */
async function beginAttempt(ctx: PaymentsCtx, current: CurrentCheckout, isFirst: boolean) {
  const { id, intentBaseVersion } = current.checkout;
  const isBegun = isFirst && intentBaseVersion !== null;
  const checkout = isBegun ? current.checkout : await startIntentAttempt(ctx.db, id);
  if (checkout === null || !activeStates.includes(checkout.state)) return null;
  const base = checkout.intentBaseVersion ?? checkout.quoteVersion;
  const isCurrent = base === current.checkout.quoteVersion;
  const { quote } = isCurrent ? current : await findQuoteVersion(ctx.db, id, base);
  return quote === null ? null : { checkout, base, quote };
}

/**
 * Abandons an attempt for which the provider repeats a saved failure. No browser has received its
 * secret.
 */
function nextAttempt(ctx: PaymentsCtx, checkoutId: string, attempt: number): Promise<void> {
  return inTransaction(ctx.db, async (tx) => {
    const checkout = await lockCheckout(tx, checkoutId);
    if (checkout?.attempt !== attempt || checkout.paymentIntentId !== null) return;
    await updateCheckout(tx, { id: checkoutId }, { attempt: attempt + 1, intentBaseVersion: null });
  });
}

/** Creates and stores the intent of an attempt. Only a stored intent may be shown to a browser. */
async function createForAttempt(ctx: PaymentsCtx, current: CurrentCheckout, lease: Lease): Promise<Synced> {
  const checkoutId = current.checkout.id;
  for (let round = 0; round < 3; round += 1) {
    const begun = await beginAttempt(ctx, current, round === 0);
    if (begun === null) return refuse('expired');
    const { checkout, base, quote } = begun;
    try {
      const intent = await ctx.payments.createIntent({
        amountCents: quote.totalCents,
        checkoutId,
        quoteVersion: base,
        attempt: checkout.attempt,
        record: toIntentMetadata(ctx.settings, checkout, quote),
      });
      const { attempt } = checkout;
      const isNewest = base === current.checkout.quoteVersion;
      const stored = await attachIntent(ctx.db, checkoutId, {
        attempt,
        intentId: intent.id,
        clientSecret: intent.clientSecret,
        leaseId: isNewest ? lease.checkout.leaseId : undefined,
      });
      if (stored === null) return refuse('expired');
      if (isNewest) lease.markReleased();
      if (isNewest && base === stored.quoteVersion) return ok({ ...current, checkout: stored });
      return updateToNewest(ctx, await findCurrentCheckout(ctx.db, checkoutId));
    } catch (error) {
      if (providerFailure(error) !== 'saved_failure') return refuse('provider_unavailable');
      await nextAttempt(ctx, checkoutId, checkout.attempt);
    }
  }
  return refuse('provider_unavailable');
}

/** Returns why the provider refused to change an intent, based on the intent's state. */
async function refusalOf(ctx: PaymentsCtx, checkout: CheckoutRow, intentId: string): Promise<IntentRefusal> {
  const waits = await settleUnlessWaiting(ctx, checkout, intentId);
  return waits.ok ? 'provider_unavailable' : waits.reason;
}

/** Sends the newest quote's version and total to the provider in one call. */
async function updateToNewest(ctx: PaymentsCtx, current: CurrentCheckout | null): Promise<Synced> {
  if (current === null || current.checkout.paymentIntentId === null) return refuse('expired');
  const { checkout, quote } = current;
  const intentId = current.checkout.paymentIntentId;
  try {
    await ctx.payments.updateIntent(intentId, {
      amountCents: quote.totalCents,
      quoteVersion: checkout.quoteVersion,
      key: `update-${checkout.id}-${checkout.quoteVersion}`,
      record: toIntentMetadata(ctx.settings, checkout, quote),
    });
    return ok(current);
  } catch (error) {
    if (providerFailure(error) !== 'refused') return refuse('provider_unavailable');
    return refuse(await refusalOf(ctx, checkout, intentId));
  }
}

/**
 * Cancels the intent of a checkout whose total became 0. An intent unknown to the provider needs no
 * cancellation.
 */
async function cancelForFree(ctx: PaymentsCtx, checkout: CheckoutRow, intentId: string): Promise<Synced> {
  try {
    const intent = await ctx.payments.cancelIntent(intentId);
    if (intent.status !== 'canceled') return refuse(await refusalOf(ctx, checkout, intentId));
  } catch (error) {
    if (providerFailure(error) !== 'refused') return refuse('provider_unavailable');
    const reason = isUnknownObject(error) ? 'expired' : await refusalOf(ctx, checkout, intentId);
    if (reason !== 'expired') return refuse(reason);
  }
  await inTransaction(ctx.db, async (tx) => {
    const locked = await lockCheckout(tx, checkout.id);
    if (locked?.paymentIntentId !== intentId) return;
    const reset = { paymentIntentId: null, clientSecret: null, intentBaseVersion: null, attempt: locked.attempt + 1 };
    await updateCheckout(tx, checkout, reset);
  });
  const current = await findCurrentCheckout(ctx.db, checkout.id);
  return current === null ? refuse('expired') : ok(current);
}

/**
 * Syncs the provider's intent with the newest quote of a checkout, which was read under its lease.
 * Creates or updates the intent, or cancels it if the total is 0. Storing a created intent releases
 * the lease. Returns the updated checkout. Refuses with a reason from the intent's status. The
 * stored quote remains in every case.
 */
export async function syncIntent(
  ctx: PaymentsCtx,
  current: CurrentCheckout,
  { changed, lease }: { changed: boolean; lease: Lease },
): Promise<Synced> {
  const intentId = current.checkout.paymentIntentId;
  if (current.quote.totalCents === 0) {
    return intentId === null ? ok(current) : cancelForFree(ctx, current.checkout, intentId);
  }
  if (intentId === null) return createForAttempt(ctx, current, lease);
  return changed ? updateToNewest(ctx, current) : ok(current);
}
