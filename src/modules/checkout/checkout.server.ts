import { cartIdOf, hasLines, isOwnCart, linesOfCart } from '#modules/cart/cart.server.ts';
import { codeRefusals } from '#modules/discounts/discounts.schema.ts';
import { countedCodeAttempt } from '#modules/discounts/code-attempts.server.ts';
import { isIssuedTo } from '#modules/discounts/discount-codes.server.ts';
import { normalCode } from '#modules/discounts/code-format.ts';
import { providerResponse } from '#modules/payments/errors.server.ts';
import { withinBudget } from '#modules/payments/circuit-breaker.server.ts';
import type { PaymentsCtx } from '#modules/payments/payments.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import { inTransaction } from '#platform/db/transaction.server.ts';
import { notFound } from '#platform/http/errors.server.ts';
import type { Visitor } from '#platform/http/visitor.server.ts';
import type { Limits } from '#platform/limits/limits.server.ts';
import { ok, refuse, type Result } from '#shared/result.ts';

import { decideAcquiring, retryCutToStock } from './availability.server.ts';
import { checkoutNotes, type Change, type CheckoutRefusal } from './checkout.schema.ts';
import { endOverdue, expireCheckout } from './expire-checkouts.server.ts';
import { storeWithLease, underLease, withLease, type OnLease } from './checkout-lease.server.ts';
import { mayPay } from './checkout-limits.server.ts';
import { syncIntent, waitsForCustomer } from './stripe-intent.server.ts';
import * as repo from './checkout.queries.server.ts';
import { listExceeding } from './reservation.queries.server.ts';
import { releaseSurplus } from './reservation.server.ts';
import { reviveCheckout } from './revive-checkout.server.ts';
import {
  storeNextQuote,
  closedTo,
  isAtForm,
  learnRateOf,
  reviseQuote,
  type OpenCheckout,
  type Revision,
} from './quote-version.server.ts';
import { cartDiffers, currentCheckout, findOrBegin, ownCheckout } from './checkout-session.server.ts';

type Refusing<T> = Result<T, CheckoutRefusal>;

/**
 * Asks the provider if a checkout at the payment form can still be changed. With `always`, asks
 * about any checkout that has an intent.
 */
async function payable(ctx: PaymentsCtx, checkout: repo.CheckoutRow, always = false): Promise<Refusing<null>> {
  const { paymentIntentId } = checkout;
  if (paymentIntentId === null || !(always || isAtForm(checkout))) return ok(null);
  return waitsForCustomer(ctx, checkout, paymentIntentId);
}

/**
 * True if a live checkout cannot continue in the shop's own form: it is due, it uses a hosted page,
 * or its payment is unknown to the provider.
 */
async function isOver(ctx: PaymentsCtx, live: repo.CheckoutRow): Promise<boolean> {
  const { hostedSessionId, paymentIntentId } = live;
  if (hostedSessionId !== null || (await repo.isCheckoutDue(ctx.db, live.id))) return true;
  return (
    paymentIntentId !== null && (await providerResponse(() => ctx.payments.readIntent(paymentIntentId))) === 'unknown'
  );
}

function changeUnderLease(ctx: PaymentsCtx, revision: Revision): Promise<Refusing<OpenCheckout>> {
  const { visitor, checkoutId, change } = revision;
  // A typed quantity is refused if stock is too low; an older cart is cut to the stock.
  const acquiring = <T>(work: (tx: Db, cutToStock: boolean) => Promise<Refusing<T>>) =>
    change.items === undefined ? retryCutToStock(ctx.db, work) : decideAcquiring(ctx.db, (tx) => work(tx, false));
  const store = async (onLease: OnLease) => {
    const stored = await acquiring((tx, cutToStock) => reviseQuote(tx, ctx, { ...revision, cutToStock, onLease }));
    if (!stored.ok && stored.reason === 'busy') await ownCheckout(ctx.db, visitor, { id: checkoutId });
    return stored;
  };
  /**
   * Stores the change if the provider still allows it. The lease keeps other tabs away meanwhile.
   */
  const storeAtForm = async (checkout: repo.CheckoutRow) => {
    const open = await payable(ctx, checkout);
    return open.ok ? acquiring((tx, cutToStock) => storeNextQuote(tx, ctx, { ...revision, cutToStock })) : open;
  };
  return storeWithLease(ctx.db, store, async (stored, checkout, lease): Promise<Refusing<OpenCheckout>> => {
    const added = stored === 'at_form' ? await storeAtForm(checkout) : ok(stored);
    if (!added.ok) return added;
    if (added.value === null) return refuse('cart_empty');
    const { hasSurplus, notes, ...current } = added.value;
    const synced = await syncIntent(ctx, current, { changed: true, lease });
    if (!synced.ok) return synced;
    const { quoteVersion } = current.checkout;
    if (hasSurplus) await inTransaction(ctx.db, (tx) => releaseSurplus(tx, checkoutId, quoteVersion));
    return ok({ ...synced.value, notes });
  });
}

/**
 * Changes a checkout. If its present code is refused, drops the code with a note, so that the order
 * can be paid.
 */
async function changeWithCode(ctx: PaymentsCtx, revision: Revision): Promise<Refusing<OpenCheckout>> {
  const { checkoutId, change } = revision;
  const changed = await changeUnderLease(ctx, revision);
  if (changed.ok || change.discount_code !== undefined || !(changed.reason in codeRefusals)) return changed;
  const code = (await repo.findCurrent(ctx.db, checkoutId))?.quote.code?.code ?? '';
  const without = await changeUnderLease(ctx, { ...revision, change: { ...change, discount_code: null } });
  if (!without.ok) return without;
  return ok({ ...without.value, notes: [...without.value.notes, checkoutNotes.codeLost(code)] });
}

/**
 * Changes a checkout. An emptied one is ended at once, provider first, so that others can buy its
 * goods. Refuses `not_for_sale`, and keeps the checkout, if the cart holds only inactive products.
 */
async function revise(ctx: PaymentsCtx, revision: Revision): Promise<Refusing<OpenCheckout>> {
  const { checkoutId, change } = revision;
  await learnRateOf(ctx, checkoutId, change);
  const changed = await changeWithCode(ctx, revision);
  if (changed.ok || changed.reason !== 'cart_empty') return changed;
  const checkout = await repo.findCheckout(ctx.db, { id: checkoutId });
  if (checkout !== null && (await hasLines(ctx.db, checkout.cartId))) return refuse('not_for_sale');
  await endOverdue(ctx, checkoutId);
  return changed;
}

/**
 * Reduces the visitor's checkouts to what their carts still hold, so that others can buy the rest.
 * Failures and checkouts being paid are left to the next change or to expiry.
 */
export async function followCarts(ctx: PaymentsCtx, visitor: Visitor): Promise<void> {
  try {
    for (const checkoutId of await listExceeding(ctx.db, visitor))
      await withinBudget(() => revise(ctx, { visitor, checkoutId, change: {}, isAside: true }));
  } catch (error) {
    ctx.log.error({ err: error }, 'a checkout could not follow its cart');
  }
}

/** Returns the cart of the visitor's checkout if a change brings a new code, otherwise null. */
async function cartOfNewCode(ctx: PaymentsCtx, visitor: Visitor, { checkout_id: id, discount_code: typed }: Change) {
  const isTyped = typed !== undefined && typed !== null && typed !== '';
  // Taking the lease checks the owner, but a tax service is called before that.
  if (!isTyped && ctx.settings.tax === 'table') return null;
  const { cartId, code } = await ownCheckout(ctx.db, visitor, { id });
  return isTyped && code !== normalCode(typed) ? cartId : null;
}

/**
 * Changes the quantities, code, contact, addresses or shipping of the visitor's checkout. Each
 * change stores a quote version, then updates the intent. `final` requires a complete contact,
 * right before the browser confirms. Refuses any CheckoutRefusal. Unknown or foreign ids throw 404.
 */
export async function reviseCheckout(
  { limits, ...ctx }: PaymentsCtx & { limits: Limits },
  visitor: Visitor,
  change: Change,
): Promise<Refusing<OpenCheckout>> {
  const { checkout_id: checkoutId } = change;
  const reviseNow = async () => {
    const revised = await revise(ctx, { visitor, checkoutId, change });
    if (revised.ok || revised.reason !== 'expired') return revised;
    const { cartId } = await ownCheckout(ctx.db, visitor, { id: checkoutId });
    return (await mayPay(limits, cartId)) ? revised : refuse('too_many_declines');
  };
  const cartId = await cartOfNewCode(ctx, visitor, change);
  if (cartId === null) return reviseNow();
  const isIssued = () => isIssuedTo(ctx.db, change.discount_code ?? '', cartId);
  return countedCodeAttempt(limits, { checkout: cartId, ip: visitor.ip, isIssued }, reviseNow);
}

/** Returns a checkout, read under its lease, once the provider has its intent. */
async function withIntent(
  ctx: PaymentsCtx,
  { notes, ...current }: OpenCheckout,
  lease: repo.Lease,
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
  if (closedTo(checkout) !== null) return refuse('being_paid');
  const isDue = await repo.isCheckoutDue(ctx.db, id);
  const hasChanged = !isDue && cartDiffers(current, await linesOfCart(ctx.db, checkout.cartId));
  if (hasChanged) return revise(ctx, { visitor, checkoutId: id, change: {} });
  const open = await payable(ctx, checkout, isDue);
  if (!open.ok) return open;
  // A due checkout continues only while the bank still asks the customer about the payment.
  if (isDue) return refuse('being_paid');
  if (checkout.clientSecret !== null) return ok(current);
  return withLease(ctx.db, { id }, async (_row, held) => withIntent(ctx, await currentCheckout(ctx.db, id), held));
}

async function openCart(ctx: PaymentsCtx, visitor: Visitor, cartId: string): Promise<Refusing<OpenCheckout>> {
  let found = await findOrBegin(ctx, { visitor, cartId });
  if (found.ok && 'live' in found.value && (await isOver(ctx, found.value.live))) {
    const { id } = found.value.live;
    await ((await repo.isCheckoutDue(ctx.db, id)) ? endOverdue(ctx, id) : expireCheckout(ctx, id));
    found = await findOrBegin(ctx, { visitor, cartId });
  }
  if (!found.ok) return found;
  if ('live' in found.value) {
    const continued = await continueCheckout(ctx, visitor, found.value.live.id);
    return continued.ok ? ok({ ...continued.value, isContinued: true }) : continued;
  }
  const { begun, lease } = found.value;
  return underLease(ctx.db, lease, (_row, held) => withIntent(ctx, begun, held));
}

/** Returns the checkout to revive if it belongs to the visitor and can be revived, or null. */
async function revivable(ctx: PaymentsCtx, visitor: Visitor, id: string | null): Promise<repo.CheckoutRow | null> {
  const former = id === null ? null : await repo.findCheckout(ctx.db, { id });
  if (former === null || former.hostedSessionId !== null || former.paymentUnknownAt !== null) return null;
  return (await isOwnCart(ctx.db, visitor, former.cartId)) ? former : null;
}

/** True if the visitor has a live checkout that an opening would continue. */
export async function hasLiveCheckout(ctx: PaymentsCtx, visitor: Visitor, { buy, revive }: Opening): Promise<boolean> {
  if (revive !== undefined && revive !== null) return false;
  const cartId = buy ?? (await cartIdOf(ctx.db, visitor));
  if (cartId === null || !(await isOwnCart(ctx.db, visitor, cartId))) return false;
  return (await repo.findLiveOfCart(ctx.db, cartId)) !== null;
}

/** `buy`: the cart of a Buy Now, instead of the shopper's own. `revive`: the expired checkout. */
type Opening = { buy?: string | null | undefined; revive?: string | null | undefined };

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
  { buy = null, revive = null }: Opening = {},
): Promise<Refusing<OpenCheckout>> {
  if (buy !== null && !(await isOwnCart(ctx.db, visitor, buy))) throw notFound();
  const former = await revivable(ctx, visitor, revive);
  const cartId = former?.cartId ?? buy ?? (await cartIdOf(ctx.db, visitor));
  if (cartId === null) return refuse('cart_empty');
  if (!(await mayPay(limits, cartId))) return refuse('too_many_declines');
  const revived = former === null ? null : await reviveCheckout(ctx, visitor, former.id);
  return revived ?? openCart(ctx, visitor, cartId);
}
