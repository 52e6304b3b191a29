import { cartIdOf, isOwnCart, linesOfCart } from '#modules/cart/service.server.ts';
import { tryCode } from '#modules/discounts/attempts.server.ts';
import { normalCode } from '#modules/discounts/rules.ts';
import { answerOf } from '#modules/payments/failure.server.ts';
import type { PaymentsCtx } from '#modules/payments/service.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import { decide, inTransaction } from '#platform/db/transaction.server.ts';
import { notFound } from '#platform/http/errors.server.ts';
import type { Visitor } from '#platform/http/visitor.server.ts';
import type { Limits } from '#platform/limits/limits.server.ts';
import { ok, refuse, type Result } from '#shared/result.ts';

import { cartDiffers, findOrBegin } from './session/service.server.ts';
import type { Change, CheckoutRefusal } from './contract.ts';
import { mayDecline } from './decline-limit.server.ts';
import { endOverdue, expireCheckout } from './expiry/service.server.ts';
import { withPossible } from './availability/service.server.ts';
import { syncIntent } from './provider/service.server.ts';
import { offerOf, ownCheckout, type Offer } from './offer.server.ts';
import * as repo from './repo.server.ts';
import { releaseSurplus } from './reservation/service.server.ts';
import { waitsForCustomer } from './payable.server.ts';
import { learnRateAt } from './quote/service.server.ts';
import { addVersion, closedTo } from './revision/service.server.ts';
import { reviveCheckout } from './revival/service.server.ts';
import { withLease } from './lease/service.server.ts';

type Refusing<T> = Result<T, CheckoutRefusal>;

/** Whether the shopper may still change a checkout that was sent to the payment form, or any when `always`: the provider decides. */
async function payable(ctx: PaymentsCtx, checkout: repo.CheckoutRow, always = false): Promise<Refusing<null>> {
  const { state, paymentIntentId } = checkout;
  if (paymentIntentId === null || (state !== 'awaiting_payment' && !always)) return ok(null);
  return waitsForCustomer(ctx, checkout, paymentIntentId);
}

/** Whether a live checkout cannot go on as the shop's own form: its time is up, it is paid on a page, or nobody knows its payment. */
async function isOver(ctx: PaymentsCtx, live: repo.CheckoutRow): Promise<boolean> {
  const { hostedSessionId, paymentIntentId } = live;
  if (hostedSessionId !== null || (await repo.isDue(ctx.db, live.id))) return true;
  return paymentIntentId !== null && (await answerOf(() => ctx.payments.readIntent(paymentIntentId))) === 'unknown';
}

async function changeUnderLease(
  ctx: PaymentsCtx,
  visitor: Visitor,
  checkoutId: string,
  wanted: Partial<Change>,
): Promise<Refusing<Offer>> {
  return withLease(ctx.db, checkoutId, async (checkout): Promise<Refusing<Offer>> => {
    // As it stands in turn: another tab may have sent it to the payment form meanwhile.
    const open = await payable(ctx, checkout);
    if (!open.ok) return open;
    const add = (tx: Db, fits: boolean) => addVersion(ctx, tx, { visitor, checkoutId, change: wanted, fits });
    // Who asks for a number is told when it cannot be had; what lies in the cart is made to fit.
    const version = await (wanted.items === undefined
      ? withPossible(ctx.db, add)
      : decide(ctx.db, (tx) => add(tx, false)));
    if (!version.ok) return version;
    if (version.value === null) return refuse('cart_empty');
    const newest = version.value;
    const synced = await syncIntent(ctx, checkoutId, true);
    if (!synced.ok) return synced;
    if (newest.hasSurplus) await inTransaction(ctx.db, (tx) => releaseSurplus(tx, checkoutId, newest.version));
    return ok({ ...synced.value, notes: newest.notes });
  });
}

/** Asks the tax service, if the shop has one, for the place that a checkout goes to after a change. */
async function learnRateOfChange(ctx: PaymentsCtx, checkoutId: string, wanted: Partial<Change>): Promise<void> {
  if (ctx.settings.tax === 'table') return;
  const present = await repo.findNewestQuote(ctx.db, checkoutId);
  await learnRateAt(ctx, wanted.shipping_address ?? present?.shippingAddress ?? null);
}

/** Changes a checkout; an emptied one is ended at once, in the safe order, so that others can have what it held. */
async function change(
  ctx: PaymentsCtx,
  visitor: Visitor,
  checkoutId: string,
  wanted: Partial<Change>,
): Promise<Refusing<Offer>> {
  await learnRateOfChange(ctx, checkoutId, wanted);
  const changed = await changeUnderLease(ctx, visitor, checkoutId, wanted);
  if (!changed.ok && changed.reason === 'cart_empty') await expireCheckout(ctx, checkoutId);
  return changed;
}

/** Whether a change types a code other than the one that the checkout has. */
async function bringsCode(ctx: PaymentsCtx, checkoutId: string, { discount_code: typed }: Change): Promise<boolean> {
  if (typed === undefined || typed === null || typed === '') return false;
  const present = await repo.findNewestQuote(ctx.db, checkoutId);
  return present?.code?.code !== normalCode(typed);
}

/**
 * Changes a checkout of the visitor: quantities, code, contact, addresses, shipping; a new quote each time, and the intent follows.
 * `final` asks for the complete contact, right before the browser confirms. Refuses any CheckoutRefusal; unknown or foreign ids are 404.
 */
export async function reviseCheckout(
  { limits, ...ctx }: PaymentsCtx & { limits: Limits },
  visitor: Visitor,
  wanted: Change,
): Promise<Refusing<Offer>> {
  const checkout = await ownCheckout(ctx.db, visitor, { id: wanted.checkout_id });
  const revise = async () => {
    const changed = await change(ctx, visitor, checkout.id, wanted);
    const isPaused = !changed.ok && changed.reason === 'expired' && !(await mayDecline(limits, checkout.cartId));
    return isPaused ? refuse('too_many_declines') : changed;
  };
  if (!(await bringsCode(ctx, checkout.id, wanted))) return revise();
  return tryCode(limits, { checkout: checkout.cartId, ip: visitor.ip }, revise);
}

/** What a begun checkout offers, once the provider knows of it. */
function firstOffer(ctx: PaymentsCtx, checkoutId: string, notes: readonly string[] = []) {
  return withLease(ctx.db, checkoutId, async (): Promise<Refusing<Offer>> => {
    const synced = await syncIntent(ctx, checkoutId, false);
    return synced.ok ? ok({ ...synced.value, notes }) : synced;
  });
}

/** The live checkout of a cart as it stands: changed only when the cart was, so that a payment under way is left alone. */
async function presentOffer(ctx: PaymentsCtx, visitor: Visitor, id: string): Promise<Refusing<Offer>> {
  const present = await offerOf(ctx.db, id);
  const { checkout } = present;
  if (closedTo(checkout) !== null) return refuse('being_paid');
  const isDue = await repo.isDue(ctx.db, id);
  const hasChanged = !isDue && cartDiffers(present, await linesOfCart(ctx.db, checkout.cartId));
  if (hasChanged) return change(ctx, visitor, id, {});
  const open = await payable(ctx, checkout, isDue);
  if (!open.ok) return open;
  // Beyond its time only a payment that its bank asks about goes on.
  if (isDue) return refuse('being_paid');
  return checkout.clientSecret === null ? firstOffer(ctx, id) : ok(present);
}

async function openOf(ctx: PaymentsCtx, visitor: Visitor, cartId: string): Promise<Refusing<Offer>> {
  let found = await findOrBegin(ctx, visitor, cartId);
  if (found.ok && found.value.live !== null && (await isOver(ctx, found.value.live))) {
    const { id } = found.value;
    await ((await repo.isDue(ctx.db, id)) ? endOverdue(ctx, id) : expireCheckout(ctx, id));
    found = await findOrBegin(ctx, visitor, cartId);
  }
  if (!found.ok) return found;
  const { id, live, notes } = found.value;
  return live === null ? firstOffer(ctx, id, notes) : presentOffer(ctx, visitor, id);
}

/** The checkout whose goods are to be reserved again, if it is the visitor's and can be. */
async function formerOf(ctx: PaymentsCtx, visitor: Visitor, id: string | null): Promise<repo.CheckoutRow | null> {
  const former = id === null ? null : await repo.findCheckout(ctx.db, id);
  if (former === null || former.hostedSessionId !== null || former.paymentUnknownAt !== null) return null;
  return (await isOwnCart(ctx.db, visitor, former.cartId)) ? former : null;
}

/** `buy`: the Buy Now that is wanted instead of the cart. `revive`: the checkout whose time was up. */
type Opening = { buy?: string | null | undefined; revive?: string | null | undefined };

/**
 * The visitor's live checkout, begun now if there is none: once per cart however often it is asked for; with `buy`, the
 * checkout of that Buy Now instead of the cart's (foreign ids are 404); with `revive`, that very checkout with its goods reserved again. Prices come from the database alone, and what cannot be had is left out and noted. Refuses `cart_empty`, `sold_out`, `too_many_checkouts`, `too_many_declines`, and what the provider's state means.
 */
export async function openCheckout(
  { limits, ...ctx }: PaymentsCtx & { limits: Limits },
  visitor: Visitor,
  { buy = null, revive = null }: Opening = {},
): Promise<Refusing<Offer>> {
  if (buy !== null && !(await isOwnCart(ctx.db, visitor, buy))) throw notFound();
  const former = await formerOf(ctx, visitor, revive);
  const cartId = former?.cartId ?? buy ?? (await cartIdOf(ctx.db, visitor));
  if (cartId === null) return refuse('cart_empty');
  if (!(await mayDecline(limits, cartId))) return refuse('too_many_declines');
  const revived = former === null ? null : await reviveCheckout(ctx, visitor, former.id);
  return revived ?? openOf(ctx, visitor, cartId);
}
