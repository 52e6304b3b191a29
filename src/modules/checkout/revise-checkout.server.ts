import { setCartQuantity } from '#modules/cart/cart.server.ts';
import { hasLines, linesOfCart } from '#modules/cart/cart.queries.server.ts';
import { countedCodeAttempt } from '#modules/discounts/code-attempts.server.ts';
import { isIssuedTo } from '#modules/discounts/discount-codes.server.ts';
import { withDeadline } from '#modules/payments/circuit-breaker.server.ts';
import type { PaymentsCtx } from '#modules/payments/payments.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import { inTransaction } from '#platform/db/transaction.server.ts';
import { notFound } from '#platform/http/http-error.server.ts';
import type { Visitor } from '#platform/http/visitor.server.ts';
import type { Limits } from '#platform/limits/limits.server.ts';
import { ok, refuse, type Result } from '#shared/result.ts';

import type { LeasedCheckout } from './checkout-lease.queries.server.ts';
import { extendReservation } from './checkout-time.queries.server.ts';
import { findCheckout, lockCheckout } from './find-checkout.queries.server.ts';
import { findPricingBasis } from './quote.queries.server.ts';
import type { Change, CheckoutRefusal } from './checkout.schema.ts';
import { changeRefusal, isFormSubmitted, ownCheckout, withLease, type OpenCheckout } from './checkout.server.ts';
import { endOverdue } from './expire-checkouts.server.ts';
import {
  codeAndLocation,
  decideAcquiring,
  refreshCheckoutTaxRate,
  retryCutToStock,
  storeNextQuote,
  storeDroppingRefusedCode,
  type StoredQuote,
} from './quote.server.ts';
import { reservationMinutes } from './quote.ts';
import { listExceeding } from './reservation.queries.server.ts';
import { mayPay, releaseSurplus } from './reservation.server.ts';
import { settleUnlessWaiting, syncIntent } from './stripe-intent.server.ts';

type Refusing<T> = Result<T, CheckoutRefusal>;

/**
 * Changes the quantities, code, contact, addresses or shipping of the visitor's checkout. Each
 * change stores a quote version, then updates the intent. `final`, right before the browser
 * confirms, requires complete contact, address and shipping, and marks the payment form as
 * submitted. A new code counts as one attempt; only a wrong one stays counted. Unknown or foreign
 * ids throw 404.
 */
export async function reviseCheckout(
  { limits, ...ctx }: PaymentsCtx & { limits: Limits },
  visitor: Visitor,
  { checkout_id: id, ...change }: Change,
): Promise<Refusing<OpenCheckout>> {
  // A tax service is called before the lease, which checks the owner, so it is checked here first.
  if (ctx.settings.tax !== 'table') await ownCheckout(ctx.db, visitor, { id });
  await refreshCheckoutTaxRate(ctx, id, change);
  const revised = await withLease(ctx.db, { id, visitor }, async (checkout): Promise<Refusing<OpenCheckout>> => {
    const result = await countingCode({ ...ctx, limits }, { checkout, visitor, change }, () =>
      reviseLeased(ctx, { checkout, visitor, change }),
    );
    if (result.ok || result.reason !== 'expired') return result;
    // Too many declined cards expire a checkout. The shopper is told that reason.
    return (await mayPay(limits, checkout.cartId)) ? result : refuse('too_many_declines');
  });
  return endIfEmptied(ctx, id, revised);
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
  const revised = await withLease(ctx.db, { id, visitor }, (checkout) =>
    reviseLeased(ctx, { checkout, visitor, change: {}, isBackground }),
  );
  return endIfEmptied(ctx, id, revised);
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

type Revision = { checkout: LeasedCheckout; visitor: Visitor; change: Partial<Change>; isBackground?: boolean };

/**
 * Runs a change. If its code is not the present one, it counts as one attempt at a code, which is
 * given back unless the code itself is refused.
 */
function countingCode<T>(
  { limits, db }: PaymentsCtx & { limits: Limits },
  { checkout: { cartId, code: present }, visitor, change: { discount_code: typedCode } }: Revision,
  revise: () => Promise<Refusing<T>>,
): Promise<Refusing<T>> {
  if (!typedCode || typedCode === present) return revise();
  const isIssued = () => isIssuedTo(db, typedCode, cartId);
  return countedCodeAttempt(limits, { shopperKey: cartId, ip: visitor.ip, isIssued }, revise);
}

/**
 * Changes a checkout whose lease the caller holds. The shop's other requests wait for the lease, a
 * confirmation at the provider does not.
 */
async function reviseLeased(ctx: PaymentsCtx, revision: Revision): Promise<Refusing<OpenCheckout>> {
  const changeable = await providerAllowsChange(ctx, revision);
  if (!changeable.ok) return changeable;
  const stored = await storeRevision(ctx, revision);
  if (!stored.ok) return stored;
  if (stored.value === null) return refuse('cart_empty');
  const { hasSurplus, notes, ...current } = stored.value;
  const synced = await syncIntent(ctx, current, { changed: true });
  if (!synced.ok) {
    // The form was submitted before this change, so another tab may have paid since.
    const isUnknown = synced.reason === 'provider_unavailable' && isFormSubmitted(revision.checkout);
    return isUnknown ? refuse('payment_unknown') : synced;
  }
  const { id, quoteVersion } = current.checkout;
  if (hasSurplus) await inTransaction(ctx.db, (tx) => releaseSurplus(tx, id, quoteVersion));
  return ok({ ...synced.value, notes });
}

/**
 * Succeeds unless the provider says that the payment is under way or made. Only a submitted payment
 * form is a reason to ask. Changing the intent ends a bank's authentication in another tab, which
 * must be repeated. `storeChange` checks the state of the checkout itself.
 */
async function providerAllowsChange(
  ctx: PaymentsCtx,
  { checkout, isBackground = false }: Revision,
): Promise<Refusing<null>> {
  const { paymentIntentId, cartId } = checkout;
  if (paymentIntentId === null || !isFormSubmitted(checkout)) return ok(null);
  if (isBackground && (await linesOfCart(ctx.db, cartId)).length > 0) return refuse('being_paid');
  return settleUnlessWaiting(ctx, checkout, paymentIntentId);
}

/**
 * Stores the next quote version and acquires what it adds. A typed quantity is refused if stock is
 * too low; without one, the cart is cut to the stock. Null if the cart is empty.
 */
function storeRevision(
  ctx: PaymentsCtx,
  { checkout: { id: checkoutId }, visitor, change: requested }: Revision,
): Promise<Refusing<StoredQuote | null>> {
  return storeDroppingRefusedCode(ctx.db, { checkoutId, change: requested }, (change) => {
    const store = (tx: Db, cutToStock: boolean) => storeChange(tx, ctx, { checkoutId, visitor, change, cutToStock });
    return change.items === undefined
      ? retryCutToStock(ctx.db, store)
      : decideAcquiring(ctx.db, (tx) => store(tx, false));
  });
}

/**
 * Extension of a reservation: allowed in its last two minutes. Its new end is at most one hour
 * after the goods were reserved.
 */
const extension = { minutes: reservationMinutes, fromMinutesLeft: 2, maxMinutes: 60 };

type StoredChange = { checkoutId: string; visitor: Visitor; change: Partial<Change>; cutToStock: boolean };

async function storeChange(
  tx: Db,
  ctx: PaymentsCtx,
  { checkoutId, visitor, change, cutToStock }: StoredChange,
): Promise<Refusing<StoredQuote | null>> {
  const { items = [], extend = false } = change;
  const typed = codeAndLocation(change);
  const [locked, read] = await Promise.all([
    lockCheckout(tx, checkoutId),
    items.length > 0 ? null : findPricingBasis(tx, checkoutId, typed),
  ]);
  if (locked === null) throw notFound();
  const closed = changeRefusal(locked);
  if (closed !== null) return refuse(closed);
  if (locked.state === 'expired' || locked.isDue) return refuse(read?.lines.length === 0 ? 'cart_empty' : 'expired');
  const expiresAt = extend ? await extendReservation(tx, checkoutId, extension) : locked.expiresAt;
  if (expiresAt === null) return refuse('not_extendable');
  for (const { product_id: productId, quantity } of items) {
    const set = await setCartQuantity(tx, locked.cartId, { productId, quantity });
    if (!set.ok) return set;
  }
  const pricingInput = read ?? (await findPricingBasis(tx, checkoutId, typed));
  return storeNextQuote(tx, ctx, { checkout: { ...locked, expiresAt }, pricingInput, visitor, change, cutToStock });
}
