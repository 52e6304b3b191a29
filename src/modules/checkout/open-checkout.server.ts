import { cartIdOf, hasIdentity, isOwnCart, ownerKeys } from '#modules/cart/cart.server.ts';
import { publishedSite } from '#modules/content/content.server.ts';
import { orderNumber } from '#modules/orders/order-number.ts';
import { providerResponse } from '#modules/payments/provider-errors.server.ts';
import type { PaymentsCtx } from '#modules/payments/payments.server.ts';
import { isUniqueViolation } from '#platform/db/database-errors.server.ts';
import { termsOf } from '#modules/shipping/shipping-terms.ts';
import type { Db } from '#platform/db/database.server.ts';
import { inResultTransaction, inTransaction } from '#platform/db/transaction.server.ts';
import { notFound } from '#platform/http/http-error.server.ts';
import type { Visitor } from '#platform/http/visitor.server.ts';
import { networkOf } from '#platform/limits/client-network.ts';
import type { Limits } from '#platform/limits/limits.server.ts';
import { ok, refuse, type Result } from '#shared/result.ts';
import { unrecorded, type OrderOrigin } from '#shared/visit-source.ts';

import { insertLeasedCheckout, isNoCartError } from './checkout-lease.queries.server.ts';
import { acquireLease, Lease } from './checkout-lease.server.ts';
import { refreshCheckoutTaxRate } from './checkout-tax.server.ts';
import { isCheckoutDue, markExtended, markReopened } from './checkout-time.queries.server.ts';
import type { CheckoutRefusal } from './checkout.schema.ts';
import { changeRefusal, currentCheckout, isFormSubmitted, ownCheckout, type OpenCheckout } from './checkout.server.ts';
import { endOverdue, expireCheckout } from './expire-checkouts.server.ts';
import { findLiveCheckout, lockCheckout, type CheckoutRow } from './find-checkout.queries.server.ts';
import { findPricingBasis } from './quote.queries.server.ts';
import { codeAndLocation, isOutdated, priceCheckout, type Draft } from './quote.server.ts';
import { reservationMinutes } from './quote.ts';
import { countOtherReservations } from './reservation.queries.server.ts';
import { mayPay, releaseSurplus, reservingName } from './reservation.server.ts';
import { syncWithCart } from './revise-checkout.server.ts';
import { releaseExpired } from './sell-reserved.server.ts';
import { acquisitionRefusal, isTooMany, nextTry, storePricing, type StoredQuote } from './store-quote.server.ts';
import { settleUnlessWaiting, syncIntent } from './stripe-intent.server.ts';
import { activeStates } from './tables.server.ts';

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
  ctx: PaymentsCtx & { limits: Limits },
  visitor: Visitor,
  { buy = null, revive = null, origin = unrecorded }: RecordedOpening = {},
): Promise<Refusing<OpenCheckout>> {
  if (buy !== null && !(await isOwnCart(ctx.db, visitor, buy))) throw notFound();
  const former = await revivable(ctx, visitor, revive);
  if (former !== null && !(await mayPay(ctx.limits, former.cartId))) return refuse('too_many_declines');
  const revived = former === null ? null : await reviveCheckout(ctx, visitor, former.id);
  return revived ?? openCart(ctx, { visitor, cartId: former?.cartId ?? buy, origin });
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

async function openCart(ctx: PaymentsCtx & { limits: Limits }, beginning: Beginning): Promise<Refusing<OpenCheckout>> {
  const { visitor } = beginning;
  let found = await findOrBegin(ctx, beginning);
  if (found.ok && 'live' in found.value) {
    const { id, cartId } = found.value.live;
    if (!(await mayPay(ctx.limits, cartId))) return refuse('too_many_declines');
    if (await isOver(ctx, found.value.live)) {
      await ((await isCheckoutDue(ctx.db, id)) ? endOverdue(ctx, id) : expireCheckout(ctx, id));
      found = await findOrBegin(ctx, beginning);
    }
  }
  if (!found.ok) return found;
  if ('live' in found.value) {
    const continued = await continueCheckout(ctx, visitor, found.value.live.id);
    return continued.ok ? ok({ ...continued.value, isContinued: true }) : continued;
  }
  await using lease = found.value.lease;
  return await withIntent(ctx, found.value.begun, lease);
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
async function withIntent(
  ctx: PaymentsCtx,
  { notes, ...current }: OpenCheckout,
  lease: Lease,
): Promise<Refusing<OpenCheckout>> {
  const synced = await syncIntent(ctx, current, { changed: false, lease });
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
  await using lease = await acquireLease(ctx.db, id);
  return lease.ok ? await withIntent(ctx, await currentCheckout(ctx.db, id), lease) : lease;
}

/** The existing live checkout of a cart, or a new one with the lease that the caller holds. */
type Found = { live: CheckoutRow } | { begun: OpenCheckout; lease: Lease };

/** `cartId`: the cart to check out, or null for the visitor's regular cart. */
type Beginning = { visitor: Visitor; cartId: string | null; minutes?: number; origin?: OrderOrigin };

/** Begins a checkout with what is in stock, or finds the live one that the cart already has. */
async function begin(
  tx: Db,
  ctx: PaymentsCtx,
  { cutToStock, ...beginning }: Beginning & { cutToStock: boolean },
): Promise<Result<Found, CheckoutRefusal>> {
  const { visitor, cartId, minutes = reservationMinutes, origin = unrecorded } = beginning;
  const { orderPrefix } = await publishedSite({ ...ctx, db: tx });
  const id = crypto.randomUUID();
  const name = reservingName(ctx, visitor);
  // `insertLeasedCheckout` takes the lock of the name, so the other reservations are counted under
  // it.
  const [checkout, otherReservations, input] = await Promise.all([
    insertLeasedCheckout(tx, {
      id,
      leaseId: crypto.randomUUID(),
      orderNumber: orderNumber(orderPrefix, crypto.getRandomValues(new Uint8Array(8))),
      cartId: cartId ?? undefined,
      tokenHash: ownerKeys(visitor).tokenHash,
      customerId: visitor.user?.id ?? null,
      visitorIp: networkOf(visitor.ip),
      ...origin,
      minutes,
      reservingName: name,
    }),
    name === null ? undefined : countOtherReservations(tx, { checkoutId: id, visitor }),
    findPricingBasis(tx, id, {}),
  ]);
  if (checkout === null || input === null) return findLive(tx, beginning);
  if (otherReservations?.isDeclined === true) return refuse('too_many_declines');
  const draft = { checkout, visitor, change: {}, cutToStock, dropsCode: false };
  const priced = await priceCheckout(tx, ctx, { ...draft, input, otherReservations });
  if (!priced.ok) return priced;
  if (priced.value === null) return refuse('cart_empty');
  const stored = await storePricing(tx, ctx, priced.value);
  return stored.ok ? ok({ begun: stored.value, lease: new Lease(ctx.db, checkout) }) : stored;
}

/** Finds the live checkout of a cart. Refuses `busy` if it ended meanwhile. */
async function findLive(tx: Db, { visitor, cartId: known }: Beginning): Promise<Result<Found, 'busy'>> {
  const cartId = known ?? (await cartIdOf(tx, visitor));
  const live = cartId === null ? null : await findLiveCheckout(tx, cartId);
  return live === null ? refuse('busy') : ok({ live });
}

/** Refuses `cart_empty` for a visitor without a cart, else as `acquisitionRefusal`. */
function beginningRefusal(error: unknown) {
  return isNoCartError(error) ? refuse('cart_empty') : acquisitionRefusal(error);
}

/**
 * Finds the live checkout of a cart, or begins one that reserves what is in stock for `minutes`
 * (default 15).
 */
export async function findOrBegin(ctx: PaymentsCtx, beginning: Beginning): Promise<Result<Found, CheckoutRefusal>> {
  if (beginning.cartId === null && !hasIdentity(beginning.visitor)) return refuse('cart_empty');
  const tryBegin = (cutToStock: boolean) =>
    inResultTransaction(ctx.db, (tx) => begin(tx, ctx, { ...beginning, cutToStock })).catch(beginningRefusal);
  const whole = await tryBegin(false);
  return whole.ok || !isTooMany(whole.reason) ? whole : tryBegin(true);
}

/**
 * Reserves the goods of a checkout again, or extends their time if they are still reserved. In both
 * cases the order is priced again, so that the page shows what will be charged.
 */
async function reserveAgain(tx: Db, ctx: PaymentsCtx, draft: Draft): Promise<Refusing<StoredQuote>> {
  const { id, leaseId, code } = draft.checkout;
  const row = await lockCheckout(tx, id);
  if (row === null) throw notFound();
  const checkout = { ...row, leaseId, code };
  const closed = changeRefusal(checkout);
  if (closed !== null) return refuse(closed);
  if (checkout.paymentUnknownAt !== null) return refuse('expired');
  if (checkout.state === 'expired') await markReopened(tx, id, reservationMinutes);
  else if (checkout.isDue) await markExtended(tx, id, reservationMinutes);
  const input = await findPricingBasis(tx, id, codeAndLocation(draft.change));
  if (input === null) throw notFound();
  const priced = await priceCheckout(tx, ctx, { ...draft, checkout, input });
  if (!priced.ok) return priced;
  if (priced.value === null) return refuse('cart_empty');
  const { quote, isSame, stockLeft, notes } = priced.value;
  // A live checkout that costs the same keeps its version, so that a bank's check is not disturbed.
  if (isSame && checkout.state !== 'expired')
    return ok({ checkout, quote, stockLeft, ...termsOf(input), notes, hasSurplus: false });
  return storePricing(tx, ctx, priced.value);
}

/** Reserves a checkout again as it was, else without its code, else cut to the stock. */
async function reserveWhatFits(ctx: PaymentsCtx, draft: Draft): Promise<Refusing<StoredQuote>> {
  for (let tried: Draft = draft; ;) {
    const attempt = tried;
    const stored = await inResultTransaction(ctx.db, (tx) => reserveAgain(tx, ctx, attempt)).catch(acquisitionRefusal);
    const next = stored.ok ? null : nextTry(tried, stored.reason);
    if (stored.ok || next === null) return stored;
    tried = next;
  }
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
  await using lease = await acquireLease(ctx.db, checkoutId);
  if (!lease.ok) return lease;
  const { checkout } = lease;
  try {
    const released = await releaseCanceled(ctx, checkout);
    if (!released.ok) return released;
    const draft = { checkout, visitor, change: {}, cutToStock: false, dropsCode: false };
    const reserved = await reserveWhatFits(ctx, draft);
    if (!reserved.ok) return reserved;
    const current = await currentCheckout(ctx.db, checkoutId);
    const { quoteVersion } = current.checkout;
    const synced = await syncIntent(ctx, current, { changed: quoteVersion !== checkout.quoteVersion, lease });
    if (!synced.ok) return synced;
    if (reserved.value.hasSurplus) await inTransaction(ctx.db, (tx) => releaseSurplus(tx, checkoutId, quoteVersion));
    return ok({ ...synced.value, notes: reserved.value.notes });
  } catch (error) {
    if (isUniqueViolation(error)) return null;
    throw error;
  }
}
