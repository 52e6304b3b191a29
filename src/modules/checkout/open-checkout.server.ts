import { cartIdOf, isOwnCart } from '#modules/cart/cart.server.ts';
import { publishedSite } from '#modules/content/content.server.ts';
import { orderNumber } from '#modules/orders/order-number.ts';
import { providerResponse } from '#modules/payments/provider-errors.server.ts';
import type { PaymentsCtx } from '#modules/payments/payments.server.ts';
import { isUniqueViolation } from '#platform/db/database-errors.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import { inTransaction } from '#platform/db/transaction.server.ts';
import { notFound } from '#platform/http/http-error.server.ts';
import type { Visitor } from '#platform/http/visitor.server.ts';
import { networkOf } from '#platform/limits/client-network.ts';
import type { Limits } from '#platform/limits/limits.server.ts';
import { ok, refuse, type Result } from '#shared/result.ts';
import { unrecorded, type OrderOrigin } from '#shared/visit-source.ts';

import { insertLeasedCheckout, type LeasedCheckout } from './checkout-lease.queries.server.ts';
import { isCheckoutDue, markExtended, markReopened } from './checkout-time.queries.server.ts';
import { findLiveCheckout, lockCheckout, type CheckoutRow } from './find-checkout.queries.server.ts';
import { findPricingBasis } from './quote.queries.server.ts';
import { activeStates } from './tables.server.ts';
import type { Change, CheckoutRefusal } from './checkout.schema.ts';
import {
  changeRefusal,
  currentCheckout,
  isFormSubmitted,
  ownCheckout,
  underLease,
  withLease,
  type OpenCheckout,
} from './checkout.server.ts';
import { endOverdue, expireCheckout } from './expire-checkouts.server.ts';
import {
  codeAndLocation,
  isOutdated,
  refreshCheckoutTaxRate,
  retryCutToStock,
  storeNextQuote,
  storeDroppingRefusedCode,
  type StoredQuote,
} from './quote.server.ts';
import { reservationMinutes } from './quote.ts';
import { countOtherReservations } from './reservation.queries.server.ts';
import { mayPay, releaseSurplus, reservingName } from './reservation.server.ts';
import { syncWithCart } from './revise-checkout.server.ts';
import { releaseExpired } from './sell-reserved.server.ts';
import { settleUnlessWaiting, syncIntent } from './stripe-intent.server.ts';

type Refusing<T> = Result<T, CheckoutRefusal>;

/** `buy`: the cart of a Buy Now, instead of the shopper's own. `revive`: the expired checkout. */
type Opening = { buy?: string | null | undefined; revive?: string | null | undefined };

/** An opening with the origin that the order records. */
type RecordedOpening = Opening & { origin?: OrderOrigin };

/**
 * Continues or begins the visitor's live checkout, one per cart. `buy` opens the checkout of that
 * Buy Now; foreign ids throw 404. `revive` reserves the goods of that checkout again. Prices come
 * from the database only. Goods that are not in stock are left out, with a note. Refuses
 * `cart_empty`, `sold_out`, `too_many_checkouts`, `too_many_declines`, and what the provider's
 * state implies.
 */
export async function openCheckout(
  { limits, ...ctx }: PaymentsCtx & { limits: Limits },
  visitor: Visitor,
  { buy = null, revive = null, origin = unrecorded }: RecordedOpening = {},
): Promise<Refusing<OpenCheckout>> {
  if (buy !== null && !(await isOwnCart(ctx.db, visitor, buy))) throw notFound();
  const former = await revivable(ctx, visitor, revive);
  const cartId = former?.cartId ?? buy ?? (await cartIdOf(ctx.db, visitor));
  if (cartId === null) return refuse('cart_empty');
  if (!(await mayPay(limits, cartId))) return refuse('too_many_declines');
  const revived = former === null ? null : await reviveCheckout(ctx, visitor, former.id);
  return revived ?? openCart(ctx, { visitor, cartId, origin });
}

/** True if the visitor has a live checkout that an opening would continue. */
export async function hasLiveCheckout(ctx: PaymentsCtx, visitor: Visitor, { buy, revive }: Opening): Promise<boolean> {
  if (revive !== undefined && revive !== null) return false;
  const cartId = buy ?? (await cartIdOf(ctx.db, visitor));
  if (cartId === null || !(await isOwnCart(ctx.db, visitor, cartId))) return false;
  return (await findLiveCheckout(ctx.db, cartId)) !== null;
}

/**
 * Returns the checkout to revive, or null if it cannot be revived. Foreign ids throw 404: another
 * order must not take its place in the page that shows it.
 */
async function revivable(ctx: PaymentsCtx, visitor: Visitor, id: string | null): Promise<CheckoutRow | null> {
  if (id === null) return null;
  const former = await ownCheckout(ctx.db, visitor, { id });
  return former.hostedSessionId !== null || former.paymentUnknownAt !== null ? null : former;
}

async function openCart(ctx: PaymentsCtx, beginning: Beginning): Promise<Refusing<OpenCheckout>> {
  const { visitor } = beginning;
  let found = await findOrBegin(ctx, beginning);
  if (found.ok && 'live' in found.value && (await isOver(ctx, found.value.live))) {
    const { id } = found.value.live;
    await ((await isCheckoutDue(ctx.db, id)) ? endOverdue(ctx, id) : expireCheckout(ctx, id));
    found = await findOrBegin(ctx, beginning);
  }
  if (!found.ok) return found;
  if ('live' in found.value) {
    const continued = await continueCheckout(ctx, visitor, found.value.live.id);
    return continued.ok ? ok({ ...continued.value, isContinued: true }) : continued;
  }
  const { begun, lease } = found.value;
  return underLease(ctx.db, lease, () => withIntent(ctx, begun));
}

/**
 * True if a live checkout cannot continue in the shop's own form: it is due, it uses a hosted page,
 * or its payment is unknown to the provider.
 */
async function isOver(ctx: PaymentsCtx, live: CheckoutRow): Promise<boolean> {
  const { hostedSessionId, paymentIntentId } = live;
  if (hostedSessionId !== null || (await isCheckoutDue(ctx.db, live.id))) return true;
  return (
    paymentIntentId !== null && (await providerResponse(() => ctx.payments.readIntent(paymentIntentId))) === 'unknown'
  );
}

/** Returns a checkout, read under its lease, once the provider has its intent. */
async function withIntent(ctx: PaymentsCtx, { notes, ...current }: OpenCheckout): Promise<Refusing<OpenCheckout>> {
  const synced = await syncIntent(ctx, current, { changed: false });
  return synced.ok ? ok({ ...synced.value, notes }) : synced;
}

/**
 * Continues the live checkout of a cart. Changes it only if the cart changed, so that a payment
 * under way is not disturbed.
 */
async function continueCheckout(ctx: PaymentsCtx, visitor: Visitor, id: string): Promise<Refusing<OpenCheckout>> {
  const current = await currentCheckout(ctx.db, id);
  const { checkout } = current;
  const closed = changeRefusal(checkout);
  if (closed !== null) return refuse(closed);
  const isDue = await isCheckoutDue(ctx.db, id);
  const hasChanged = !isDue && (await isOutdated(ctx, current));
  if (hasChanged) return syncWithCart(ctx, visitor, { id, isBackground: false });
  const { paymentIntentId } = checkout;
  const mayBePaid = paymentIntentId !== null && (isDue || isFormSubmitted(checkout));
  const open = mayBePaid ? await settleUnlessWaiting(ctx, checkout, paymentIntentId) : ok(null);
  if (!open.ok) return open;
  // A due checkout continues only while the bank still asks the customer about the payment.
  if (isDue) return refuse('being_paid');
  if (checkout.clientSecret !== null) return ok(current);
  return withLease(ctx.db, { id }, async () => withIntent(ctx, await currentCheckout(ctx.db, id)));
}

/** The existing live checkout of a cart, or a new one with the lease that the caller holds. */
type Found = { live: CheckoutRow } | { begun: OpenCheckout; lease: LeasedCheckout };

type Beginning = { visitor: Visitor; cartId: string; minutes?: number; origin?: OrderOrigin };

/** Begins a checkout with what is in stock. Null if the cart already has a live checkout. */
async function begin(
  tx: Db,
  ctx: PaymentsCtx,
  {
    visitor,
    cartId,
    minutes = reservationMinutes,
    origin = unrecorded,
    cutToStock,
  }: Beginning & { cutToStock: boolean },
): Promise<Result<Found | null, CheckoutRefusal>> {
  const { orderPrefix } = await publishedSite({ ...ctx, db: tx });
  const number = orderNumber(orderPrefix, crypto.getRandomValues(new Uint8Array(8)));
  const id = crypto.randomUUID();
  const owner = { cartId, customerId: visitor.user?.id ?? null, visitorIp: networkOf(visitor.ip), orderNumber: number };
  const name = reservingName(ctx, visitor);
  const taking = { id, ...owner, ...origin, minutes, reservingName: name };
  // `insertLeasedCheckout` takes the lock of the name, so the other reservations are counted under
  // it.
  const [lease, otherReservations, pricingInput] = await Promise.all([
    insertLeasedCheckout(tx, taking),
    name === null ? undefined : countOtherReservations(tx, { checkoutId: id, visitor }),
    findPricingBasis(tx, id, {}),
  ]);
  if (lease === null) return ok(null);
  const first = await storeNextQuote(tx, ctx, {
    checkout: lease,
    pricingInput,
    otherReservations,
    visitor,
    change: {},
    cutToStock,
  });
  if (!first.ok) return first;
  return first.value === null ? refuse('cart_empty') : ok({ begun: first.value, lease });
}

/**
 * Finds the live checkout of a cart, or begins one that reserves what is in stock for `minutes`
 * (default 15).
 */
export async function findOrBegin(ctx: PaymentsCtx, beginning: Beginning): Promise<Result<Found, CheckoutRefusal>> {
  const { cartId } = beginning;
  return retryCutToStock(ctx.db, async (tx, cutToStock): Promise<Result<Found, CheckoutRefusal>> => {
    const begun = await begin(tx, ctx, { ...beginning, cutToStock });
    if (!begun.ok) return begun;
    if (begun.value !== null) return ok(begun.value);
    const live = await findLiveCheckout(tx, cartId);
    return live === null ? refuse('busy') : ok({ live });
  });
}
type Revival = { visitor: Visitor; checkoutId: string; change: Partial<Change>; cutToStock: boolean };

/**
 * Reserves the goods of a checkout again, or extends their time if they are still reserved. In both
 * cases the order is priced again, so that the page shows what will be charged.
 */
async function reserveAgain(
  tx: Db,
  ctx: PaymentsCtx,
  { checkoutId, ...revival }: Revival,
): Promise<Refusing<StoredQuote>> {
  const checkout = await lockCheckout(tx, checkoutId);
  if (checkout === null) throw notFound();
  const closed = changeRefusal(checkout);
  if (closed !== null) return refuse(closed);
  if (checkout.paymentUnknownAt !== null) return refuse('expired');
  if (checkout.state === 'expired') await markReopened(tx, checkoutId, reservationMinutes);
  else if (checkout.isDue) await markExtended(tx, checkoutId, reservationMinutes);
  const pricingInput = await findPricingBasis(tx, checkoutId, codeAndLocation(revival.change));
  const ifChanged = checkout.state !== 'expired';
  const next = await storeNextQuote(tx, ctx, { checkout, pricingInput, ...revival, ifChanged });
  if (!next.ok) return next;
  return next.value === null ? refuse('cart_empty') : ok(next.value);
}

/**
 * Releases the reservations of a checkout if the provider has already canceled its intent. Any
 * other intent stays unchanged.
 */
async function releaseCanceled(ctx: PaymentsCtx, checkout: CheckoutRow): Promise<Refusing<null>> {
  const { state, paymentIntentId } = checkout;
  if (paymentIntentId === null || !activeStates.includes(state)) return ok(null);
  const waits = await settleUnlessWaiting(ctx, checkout, paymentIntentId);
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
async function reviveCheckout(
  ctx: PaymentsCtx,
  visitor: Visitor,
  checkoutId: string,
): Promise<Refusing<OpenCheckout> | null> {
  await refreshCheckoutTaxRate(ctx, checkoutId);
  try {
    return await withLease(ctx.db, { id: checkoutId }, async (checkout): Promise<Refusing<OpenCheckout>> => {
      const released = await releaseCanceled(ctx, checkout);
      if (!released.ok) return released;
      const reserved = await storeDroppingRefusedCode(ctx.db, { checkoutId, change: {} }, (change) =>
        retryCutToStock(ctx.db, (tx, cutToStock) => reserveAgain(tx, ctx, { visitor, checkoutId, change, cutToStock })),
      );
      if (!reserved.ok) return reserved;
      const current = await currentCheckout(ctx.db, checkoutId);
      const { quoteVersion } = current.checkout;
      const synced = await syncIntent(ctx, current, { changed: quoteVersion !== checkout.quoteVersion });
      if (!synced.ok) return synced;
      if (reserved.value.hasSurplus) await inTransaction(ctx.db, (tx) => releaseSurplus(tx, checkoutId, quoteVersion));
      return ok({ ...synced.value, notes: reserved.value.notes });
    });
  } catch (error) {
    if (isUniqueViolation(error)) return null;
    throw error;
  }
}
