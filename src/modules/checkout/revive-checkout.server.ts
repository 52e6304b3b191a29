import { codeRefusals } from '#modules/discounts/discounts.schema.ts';
import type { PaymentsCtx } from '#modules/payments/payments.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import { isUniqueViolation } from '#platform/db/database-errors.server.ts';
import { notFound } from '#platform/http/errors.server.ts';
import type { Visitor } from '#platform/http/visitor.server.ts';
import { ok, refuse, type Result } from '#shared/result.ts';

import { retryCutToStock } from './availability.server.ts';
import { checkoutNotes, type CheckoutRefusal } from './checkout.schema.ts';
import { withLease } from './checkout-lease.server.ts';
import { syncIntent, waitsForCustomer } from './stripe-intent.server.ts';
import * as repo from './checkout.queries.server.ts';
import { addVersionLocked, closedTo, learnRateOf, type OpenCheckout, type Revision } from './quote-version.server.ts';
import { reservationMinutes } from './quote.ts';
import { currentCheckout } from './checkout-session.server.ts';
import { releaseExpired } from './settle.server.ts';

type Refusing<T> = Result<T, CheckoutRefusal>;
type Revival = Revision & { cutToStock: boolean };

/**
 * Reserves the goods of a checkout again. If they are still reserved, only extends its time.
 * Returns notes about changes to the order.
 */
async function reserveAgain(
  tx: Db,
  ctx: PaymentsCtx,
  { checkoutId, ...revival }: Revival,
): Promise<Refusing<readonly string[]>> {
  const checkout = await repo.lockCheckout(tx, checkoutId);
  if (checkout === null) throw notFound();
  const closed = closedTo(checkout);
  if (closed !== null) return refuse(closed);
  if (checkout.state !== 'expired') {
    if (checkout.isDue) await repo.updateToExtended(tx, checkoutId, reservationMinutes);
    return ok([]);
  }
  if (checkout.paymentUnknownAt !== null) return refuse('expired');
  await repo.updateToReopened(tx, checkoutId, reservationMinutes);
  const next = await addVersionLocked(tx, ctx, { checkout, ...revival });
  if (!next.ok) return next;
  return next.value === null ? refuse('cart_empty') : ok(next.value.notes);
}

/** Reserves again with the code, or without it if the code no longer applies. */
async function reserveWithCode(
  ctx: PaymentsCtx,
  visitor: Visitor,
  checkoutId: string,
): Promise<Refusing<readonly string[]>> {
  const reserve = (change: Revision['change']) =>
    retryCutToStock(ctx.db, (tx, cutToStock) => reserveAgain(tx, ctx, { visitor, checkoutId, change, cutToStock }));
  const reserved = await reserve({});
  if (reserved.ok || !(reserved.reason in codeRefusals)) return reserved;
  const code = (await repo.findCurrent(ctx.db, checkoutId))?.quote.code?.code ?? '';
  const without = await reserve({ discount_code: null });
  return without.ok ? ok([...without.value, checkoutNotes.codeLost(code)]) : without;
}

/**
 * Releases the reservations of a checkout if the provider has already canceled its intent. Any
 * other intent stays unchanged.
 */
async function releaseCanceled(ctx: PaymentsCtx, checkout: repo.CheckoutRow): Promise<Refusing<null>> {
  const { state, paymentIntentId } = checkout;
  if (paymentIntentId === null || !repo.liveStates.includes(state)) return ok(null);
  const waits = await waitsForCustomer(ctx, checkout, paymentIntentId);
  if (waits.ok || waits.reason !== 'expired') return waits;
  await releaseExpired(ctx, checkout.id, paymentIntentId);
  return ok(null);
}

/**
 * Reserves the goods of an expired checkout for another 15 minutes. Keeps its code, contact,
 * addresses and shipping option, and its intent while that is usable. Null if its cart has another
 * live checkout. Refuses `sold_out` if nothing is left, `cart_empty`, and what the provider's state
 * implies.
 */
export async function reviveCheckout(
  ctx: PaymentsCtx,
  visitor: Visitor,
  checkoutId: string,
): Promise<Refusing<OpenCheckout> | null> {
  await learnRateOf(ctx, checkoutId);
  try {
    return await withLease(ctx.db, { id: checkoutId }, async (checkout, lease): Promise<Refusing<OpenCheckout>> => {
      const released = await releaseCanceled(ctx, checkout);
      if (!released.ok) return released;
      const reserved = await reserveWithCode(ctx, visitor, checkoutId);
      if (!reserved.ok) return reserved;
      const current = await currentCheckout(ctx.db, checkoutId);
      const synced = await syncIntent(ctx, current, { changed: false, lease });
      return synced.ok ? ok({ ...synced.value, notes: reserved.value }) : synced;
    });
  } catch (error) {
    if (isUniqueViolation(error)) return null;
    throw error;
  }
}
