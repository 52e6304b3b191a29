import type { PaymentsCtx } from '#modules/payments/payments.server.ts';
import type { Db } from '#platform/db/database.server.ts';

import * as repo from './checkout.queries.server.ts';
import { releaseExpired } from './settle.server.ts';
import * as checks from './expire-checkouts.queries.server.ts';

/**
 * Ends a checkout whose payment the provider does not know, because nobody can pay it with the
 * shop's present keys. It may have been paid with earlier keys, so the checkout is marked for
 * `doctor` and `reconcile`.
 */
export async function endUnknown(ctx: PaymentsCtx, checkout: repo.CheckoutRow): Promise<void> {
  const { id: checkoutId, paymentIntentId, hostedSessionId, state } = checkout;
  await repo.updateCheckout(ctx.db, { id: checkoutId }, { paymentUnknownAt: ctx.now() });
  await releaseExpired(ctx, checkoutId, paymentIntentId);
  const message = 'a checkout was ended: the payment provider does not know its payment, which other keys made';
  ctx.log.error({ checkoutId, paymentIntentId, hostedSessionId, state }, message);
}

/** A payment or page id at the provider, and its checkout. */
export type NamedPayment = { name: string; checkoutId: string };

function named({ id: checkoutId, paymentIntentId, hostedSessionId }: repo.CheckoutRow): NamedPayment[] {
  const name = paymentIntentId ?? hostedSessionId;
  return name === null ? [] : [{ name, checkoutId }];
}

/**
 * Returns payments of checkouts that ended since a time because the provider did not know them,
 * newest first.
 */
export async function unknownPayments(db: Db, since: Date): Promise<NamedPayment[]> {
  return (await checks.listUnknown(db, since)).flatMap(named);
}

/** Returns payments that are under way, newest first. */
export async function livePayments(db: Db, limit: number): Promise<NamedPayment[]> {
  return (await checks.listWithIntent(db, limit)).flatMap(named);
}
