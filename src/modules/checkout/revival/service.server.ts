import { codeRefusals } from '#modules/discounts/contract.ts';
import type { PaymentsCtx } from '#modules/payments/service.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import { isUniqueViolation } from '#platform/db/transaction.server.ts';
import { notFound } from '#platform/http/errors.server.ts';
import type { Visitor } from '#platform/http/visitor.server.ts';
import { ok, refuse, type Result } from '#shared/result.ts';

import { reservationMinutes } from '../session/service.server.ts';
import { checkoutNotes, type Change, type CheckoutRefusal } from '../contract.ts';
import { withPossible } from '../availability/service.server.ts';
import { syncIntent } from '../provider/service.server.ts';
import type { Offer } from '../offer.server.ts';
import { waitsForCustomer } from '../payable.server.ts';
import { learnRateAt } from '../quote/service.server.ts';
import * as repo from '../repo.server.ts';
import { closedTo, nextVersion } from '../revision/service.server.ts';
import { releaseExpired } from '../settle/service.server.ts';
import { withLease } from '../lease/service.server.ts';

type Refusing<T> = Result<T, CheckoutRefusal>;
type Revival = { visitor: Visitor; checkoutId: string; change: Partial<Change>; fits: boolean };

/** Reserves again what a checkout held: only time, while it still holds it. Answers what could not stay as it was. */
async function holdAgain(ctx: PaymentsCtx, tx: Db, { checkoutId, ...revival }: Revival): Promise<Refusing<string[]>> {
  const locked = await repo.lockInTime(tx, checkoutId);
  if (locked === null) throw notFound();
  const { checkout, isDue } = locked;
  const closed = closedTo(checkout);
  if (closed !== null) return refuse(closed);
  if (checkout.state !== 'expired') {
    if (isDue) await repo.updateToLonger(tx, checkoutId, reservationMinutes);
    return ok([]);
  }
  if (checkout.paymentUnknownAt !== null) return refuse('expired');
  await repo.updateToReopened(tx, checkoutId, reservationMinutes);
  const next = await nextVersion(ctx, tx, checkout, revival);
  if (!next.ok) return next;
  return next.value === null ? refuse('cart_empty') : ok(next.value.notes);
}

/** Reserves again, without the code when that cannot be had any more. */
async function holdWithCode(ctx: PaymentsCtx, visitor: Visitor, checkoutId: string): Promise<Refusing<string[]>> {
  const hold = (change: Partial<Change>) =>
    withPossible(ctx.db, (tx, fits) => holdAgain(ctx, tx, { visitor, checkoutId, change, fits }));
  const held = await hold({});
  if (held.ok || !(held.reason in codeRefusals)) return held;
  const code = (await repo.findNewestQuote(ctx.db, checkoutId))?.code?.code ?? '';
  const without = await hold({ discount_code: null });
  return without.ok ? ok([...without.value, checkoutNotes.codeLost(code)]) : without;
}

/** Gives back what a checkout holds whose intent the provider has canceled already; any other intent is left as it is. */
async function releaseCanceled(ctx: PaymentsCtx, checkout: repo.CheckoutRow): Promise<Refusing<null>> {
  const { state, paymentIntentId } = checkout;
  if (paymentIntentId === null || !repo.liveStates.includes(state)) return ok(null);
  const waits = await waitsForCustomer(ctx, checkout, paymentIntentId);
  if (waits.ok || waits.reason !== 'expired') return waits;
  await releaseExpired(ctx, checkout.id, paymentIntentId);
  return ok(null);
}

/**
 * Reserves the goods of a checkout whose time is up for 15 minutes more: the same checkout with its code, contact, addresses and
 * shipping option, and the same intent while that lives. Null when its cart has another live checkout. Refuses `sold_out` when
 * nothing of it is left, `cart_empty`, and what the provider's state means.
 */
export async function reviveCheckout(
  ctx: PaymentsCtx,
  visitor: Visitor,
  checkoutId: string,
): Promise<Refusing<Offer> | null> {
  const before = await repo.findNewestQuote(ctx.db, checkoutId);
  if (ctx.settings.tax !== 'table') await learnRateAt(ctx, before?.shippingAddress ?? null);
  try {
    return await withLease(ctx.db, checkoutId, async (checkout): Promise<Refusing<Offer>> => {
      const released = await releaseCanceled(ctx, checkout);
      if (!released.ok) return released;
      const held = await holdWithCode(ctx, visitor, checkoutId);
      if (!held.ok) return held;
      const synced = await syncIntent(ctx, checkoutId, false);
      return synced.ok ? ok({ ...synced.value, notes: held.value }) : synced;
    });
  } catch (error) {
    if (isUniqueViolation(error)) return null;
    throw error;
  }
}
