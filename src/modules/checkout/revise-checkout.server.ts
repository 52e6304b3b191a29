import { hasLines, linesOfCart } from '#modules/cart/cart.queries.server.ts';
import { setCartQuantity } from '#modules/cart/cart.server.ts';
import { secondsToNextTry, takeCodeAttempt } from '#modules/discounts/code-attempts.server.ts';
import { isIssuedTo } from '#modules/discounts/discount-codes.server.ts';
import { codeRefusals } from '#modules/discounts/discounts.schema.ts';
import { withDeadline } from '#modules/payments/circuit-breaker.server.ts';
import type { PaymentsCtx } from '#modules/payments/payments.server.ts';
import { taxSource } from '#modules/tax/tax-rates.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import { inResultTransaction, inTransaction } from '#platform/db/transaction.server.ts';
import { notFound } from '#platform/http/http-error.server.ts';
import type { Visitor } from '#platform/http/visitor.server.ts';
import type { Limits } from '#platform/limits/limits.server.ts';
import { ok, refuse, type Result } from '#shared/result.ts';

import type { LeasedCheckout } from './checkout-lease.queries.server.ts';
import { acquireLease, type Lease } from './checkout-lease.server.ts';
import { refreshCheckoutTaxRate } from './checkout-tax.server.ts';
import { extendReservation } from './checkout-time.queries.server.ts';
import type { Change, CheckoutRefusal } from './checkout.schema.ts';
import { changeRefusal, isFormSubmitted, ownCheckout, type OpenCheckout } from './checkout.server.ts';
import { endOverdue } from './expire-checkouts.server.ts';
import { findCheckout, lockCheckout } from './find-checkout.queries.server.ts';
import { findPricingBasis, type PricingInput } from './quote.queries.server.ts';
import { codeAndLocation, priceCheckout, type Draft } from './quote.server.ts';
import { reservationMinutes } from './quote.ts';
import { listExceeding } from './reservation.queries.server.ts';
import { mayPay, releaseSurplus } from './reservation.server.ts';
import { acquisitionRefusal, nextTry, reservesGoods, storePricing, type StoredQuote } from './store-quote.server.ts';
import { settleUnlessWaiting, syncIntent } from './stripe-intent.server.ts';

type Refusing<T> = Result<T, CheckoutRefusal>;

/**
 * Changes the quantities, code, contact, addresses or shipping of the visitor's checkout. Each
 * change stores a quote version, then updates the intent. `final`, right before the browser
 * confirms, requires complete contact, address and shipping, and marks the payment form as
 * submitted. A wrong new code counts as one attempt. Unknown or foreign ids throw 404.
 */
export async function reviseCheckout(
  ctx: PaymentsCtx & { limits: Limits },
  visitor: Visitor,
  { checkout_id: id, ...change }: Change,
): Promise<Refusing<OpenCheckout>> {
  // A tax service is called before the lease, which checks the owner, so it is checked here first.
  if ((await taxSource(ctx)) !== 'table') await ownCheckout(ctx.db, visitor, { id });
  await refreshCheckoutTaxRate(ctx, id, change);
  const revised = await reviseLeased(ctx, visitor, { id, change });
  return endIfEmptied(ctx, id, revised);
}

/** Changes a checkout under its lease, so that changes and guesses of codes take turns. */
async function reviseLeased(
  ctx: PaymentsCtx & { limits: Limits },
  visitor: Visitor,
  { id, change }: { id: string; change: Partial<Change> },
): Promise<Refusing<OpenCheckout>> {
  await using lease = await acquireLease(ctx.db, id, visitor);
  if (!lease.ok) return lease;
  const { checkout } = lease;
  const typed = change.discount_code;
  const guess = !typed || typed === checkout.code ? null : typed;
  const from = { shopperKey: checkout.cartId, ip: visitor.ip };
  const isBlocked = guess !== null && (await secondsToNextTry(ctx.limits, from)) > 0;
  if (isBlocked && !(await isIssuedTo(ctx.db, guess, checkout.cartId))) return refuse('too_many_attempts');
  const payable = await assertPayable(ctx, checkout);
  if (!payable.ok) return payable;
  const stored = await storeFirstThatFits(ctx, { ...unpriced, checkout, visitor, change });
  if (stored.ok) return await syncStored(ctx, stored.value, lease);
  const { reason } = stored;
  const isWrong = guess !== null && reason in codeRefusals && !(await isIssuedTo(ctx.db, guess, checkout.cartId));
  if (isWrong && !(await takeCodeAttempt(ctx.limits, from))) return refuse('too_many_attempts');
  // Too many declined cards expire a checkout. The shopper is told that reason.
  const isDeclined = reason === 'expired' && !(await mayPay(ctx.limits, checkout.cartId));
  return isDeclined ? refuse('too_many_declines') : stored;
}

/**
 * Brings a checkout up to date with its cart. In the background, that is while the shopper is
 * elsewhere, it leaves a checkout alone once the payment form was submitted, unless the cart is
 * empty. Callers pass own ids only.
 */
export async function syncWithCart(
  ctx: PaymentsCtx,
  visitor: Visitor,
  { id, isBackground }: { id: string; isBackground: boolean },
): Promise<Refusing<OpenCheckout>> {
  await refreshCheckoutTaxRate(ctx, id);
  return endIfEmptied(ctx, id, await syncLeased(ctx, visitor, { id, isBackground }));
}

async function syncLeased(
  ctx: PaymentsCtx,
  visitor: Visitor,
  { id, isBackground }: { id: string; isBackground: boolean },
): Promise<Refusing<OpenCheckout>> {
  await using lease = await acquireLease(ctx.db, id, visitor);
  if (!lease.ok) return lease;
  const { checkout } = lease;
  const payable = await assertPayable(ctx, checkout, isBackground);
  if (!payable.ok) return payable;
  const stored = await storeFirstThatFits(ctx, { ...unpriced, checkout, visitor, change: {} });
  return stored.ok ? await syncStored(ctx, stored.value, lease) : stored;
}

/**
 * Reduces the visitor's checkouts to what their carts still hold, so that others can buy the rest.
 * Failures and checkouts being paid are left to the next change or to expiry.
 */
export async function releaseUnneededReservations(ctx: PaymentsCtx, visitor: Visitor): Promise<void> {
  try {
    for (const id of await listExceeding(ctx.db, visitor))
      await withDeadline(() => syncWithCart(ctx, visitor, { id, isBackground: true }));
  } catch (error) {
    ctx.log.error({ err: error }, 'a checkout could not follow its cart');
  }
}

/**
 * Ends a checkout whose cart is empty at once, provider first, so that others can buy its goods.
 * Refuses `not_for_sale`, and keeps the checkout, if the cart holds only inactive products.
 */
async function endIfEmptied<T>(ctx: PaymentsCtx, id: string, revised: Refusing<T>): Promise<Refusing<T>> {
  if (revised.ok || revised.reason !== 'cart_empty') return revised;
  const checkout = await findCheckout(ctx.db, { id });
  if (checkout !== null && (await hasLines(ctx.db, checkout.cartId))) return refuse('not_for_sale');
  await endOverdue(ctx, id);
  return revised;
}

/**
 * Tells the provider the quote that was just stored, then releases what it no longer needs. A
 * confirmation at the provider does not wait for the lease.
 */
async function syncStored(ctx: PaymentsCtx, stored: StoredQuote, lease: Lease): Promise<Refusing<OpenCheckout>> {
  const { hasSurplus, notes, ...current } = stored;
  const synced = await syncIntent(ctx, current, { changed: true, lease });
  if (!synced.ok) {
    // The form was submitted before this change, so another tab may have paid since.
    const isUnknown = synced.reason === 'provider_unavailable' && isFormSubmitted(lease.checkout);
    return isUnknown ? refuse('payment_unknown') : synced;
  }
  const { id, quoteVersion } = current.checkout;
  if (hasSurplus) await inTransaction(ctx.db, (tx) => releaseSurplus(tx, id, quoteVersion));
  return ok({ ...synced.value, notes });
}

/**
 * Succeeds unless the provider says that the payment is under way or made. Only a submitted payment
 * form is a reason to ask. Changing the intent ends a bank's authentication in another tab, which
 * must be repeated. Storing the change checks the state of the checkout itself.
 */
async function assertPayable(
  ctx: PaymentsCtx,
  checkout: LeasedCheckout,
  isBackground = false,
): Promise<Refusing<null>> {
  const { paymentIntentId, cartId } = checkout;
  if (paymentIntentId === null || !isFormSubmitted(checkout)) return ok(null);
  if (isBackground && (await linesOfCart(ctx.db, cartId)).length > 0) return refuse('being_paid');
  return settleUnlessWaiting(ctx, checkout, paymentIntentId);
}

/** A change as it is asked for: with the present code, and without cutting the cart. */
const unpriced = { cutToStock: false, dropsCode: false };

/**
 * Stores the next quote version and acquires what it adds: as draft, else without a code that the
 * checkout can no longer have, else cut to the stock. A typed code or quantity is refused instead.
 */
async function storeFirstThatFits(ctx: PaymentsCtx, draft: Draft): Promise<Refusing<StoredQuote>> {
  for (let tried: Draft = draft; ;) {
    const stored = await storeChange(ctx, tried).catch(acquisitionRefusal);
    const next = stored.ok ? null : nextTry(tried, stored.reason);
    if (stored.ok || next === null) return stored;
    tried = next;
  }
}

/**
 * Stores one form of a change. One that only stores a quote is a single conditional statement. One
 * that changes the cart or reserves goods runs in a transaction that locks the checkout.
 */
async function storeChange(ctx: PaymentsCtx, draft: Draft): Promise<Refusing<StoredQuote>> {
  const { items, extend = false } = draft.change;
  if (items === undefined && !extend && !draft.cutToStock) {
    const input = await findPricingBasis(ctx.db, draft.checkout.id, codeAndLocation(draft.change));
    if (input === null) throw notFound();
    const closed = closedTo(draft.checkout, input);
    if (closed !== null) return refuse(closed);
    const priced = await priceCheckout(ctx.db, ctx, { ...draft, input });
    if (!priced.ok) return priced;
    if (priced.value === null) return refuse('cart_empty');
    if (!reservesGoods(priced.value)) return storePricing(ctx.db, ctx, priced.value);
  }
  // A cart that this change empties stays empty.
  const stored = await inResultTransaction(ctx.db, (tx) => storeLocked(tx, ctx, draft));
  if (!stored.ok) return stored;
  return stored.value === null ? refuse('cart_empty') : ok(stored.value);
}

/** Returns why a checkout cannot be changed, or null. `input` is null before it is read. */
function closedTo(checkout: LeasedCheckout, input: PricingInput | null): CheckoutRefusal | null {
  const closed = changeRefusal(checkout);
  if (closed !== null) return closed;
  if (checkout.state !== 'expired' && !checkout.isDue) return null;
  return input?.lines.length === 0 ? 'cart_empty' : 'expired';
}

/**
 * Extension of a reservation: allowed in its last two minutes. Its new end is at most one hour
 * after the goods were reserved.
 */
const extension = { minutes: reservationMinutes, fromMinutesLeft: 2, maxMinutes: 60 };

/** Stores a change of a checkout that it locks. Null if the cart is empty then. */
async function storeLocked(tx: Db, ctx: PaymentsCtx, draft: Draft): Promise<Refusing<StoredQuote | null>> {
  const { id, leaseId, code } = draft.checkout;
  const { items = [], extend = false } = draft.change;
  const row = await lockCheckout(tx, id);
  if (row === null) throw notFound();
  const locked = { ...row, leaseId, code };
  const read = items.length > 0 ? null : await findPricingBasis(tx, id, codeAndLocation(draft.change));
  const closed = closedTo(locked, read);
  if (closed !== null) return refuse(closed);
  const expiresAt = extend ? await extendReservation(tx, id, extension) : locked.expiresAt;
  if (expiresAt === null) return refuse('not_extendable');
  for (const { product_id: productId, quantity } of items) {
    const set = await setCartQuantity(tx, locked.cartId, { productId, quantity });
    if (!set.ok) return set;
  }
  const input = read ?? (await findPricingBasis(tx, id, codeAndLocation(draft.change)));
  if (input === null) throw notFound();
  const priced = await priceCheckout(tx, ctx, { ...draft, checkout: { ...locked, expiresAt }, input });
  if (!priced.ok) return priced;
  return priced.value === null ? ok(null) : storePricing(tx, ctx, priced.value);
}
