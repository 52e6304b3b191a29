import { cartIdOf, isOwnCart, linesOfCart } from '#modules/cart/service.server.ts';
import { providerFailure } from '#modules/payments/failure.server.ts';
import type { PaymentsCtx } from '#modules/payments/service.server.ts';
import { decide, inTransaction } from '#platform/db/transaction.server.ts';
import { notFound } from '#platform/http/errors.server.ts';
import type { Visitor } from '#platform/http/visitor.server.ts';
import { ok, refuse, type Result } from '#shared/result.ts';

import { cartDiffers, findOrBegin } from './begin.server.ts';
import type { Change, CheckoutRefusal } from './contract.ts';
import { expireCheckout } from './expiry/service.server.ts';
import { syncIntent } from './intent.server.ts';
import { offerOf, ownCheckout, type Offer } from './offer.server.ts';
import * as repo from './repo.server.ts';
import { releaseSurplus } from './reservation.server.ts';
import { learnRateAt } from './pricing.server.ts';
import { addVersion } from './revision.server.ts';
import { settle } from './settle/service.server.ts';
import { inTurn } from './turn.server.ts';

type Refusing<T> = Result<T, CheckoutRefusal>;

/** Whether the shopper may still change a checkout that was sent to the payment form: the provider decides. */
async function payable(ctx: PaymentsCtx, checkout: repo.CheckoutRow): Promise<Refusing<null>> {
  if (checkout.state !== 'awaiting_payment' || checkout.paymentIntentId === null) return ok(null);
  try {
    const intent = await ctx.payments.readIntent(checkout.paymentIntentId);
    if (intent.status === 'succeeded') {
      await settle(ctx, intent);
      return refuse('paid_already');
    }
    if (intent.status === 'processing') return refuse('being_paid');
    return intent.status === 'canceled' ? refuse('expired') : ok(null);
  } catch (error) {
    providerFailure(error);
    return refuse('provider_unavailable');
  }
}

async function changeInTurn(
  ctx: PaymentsCtx,
  visitor: Visitor,
  checkoutId: string,
  wanted: Partial<Change>,
): Promise<Refusing<Offer>> {
  return inTurn(ctx.db, checkoutId, async (): Promise<Refusing<Offer>> => {
    // Read in turn: another tab may have sent it to the payment form meanwhile.
    const checkout = await repo.findCheckout(ctx.db, checkoutId);
    if (checkout === null) throw notFound();
    const open = await payable(ctx, checkout);
    if (!open.ok) return open;
    const version = await decide(ctx.db, (tx) => addVersion(ctx, tx, visitor, checkoutId, wanted));
    if (!version.ok) return version;
    if (version.value === null) return refuse('cart_empty');
    const newest = version.value;
    const synced = await syncIntent(ctx, checkoutId, true);
    if (!synced.ok) return synced;
    if (newest.hasSurplus) await inTransaction(ctx.db, (tx) => releaseSurplus(tx, checkoutId, newest.version));
    return ok(await offerOf(ctx.db, checkoutId));
  });
}

/** Asks the tax service, if the shop has one, for the place that a checkout goes to after a change. */
async function learnRateOfChange(ctx: PaymentsCtx, checkoutId: string, wanted: Partial<Change>): Promise<void> {
  if (ctx.settings.tax === 'table') return;
  const present = await repo.findNewestSnapshot(ctx.db, checkoutId);
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
  const changed = await changeInTurn(ctx, visitor, checkoutId, wanted);
  if (!changed.ok && changed.reason === 'cart_empty') await expireCheckout(ctx, checkoutId);
  return changed;
}

/**
 * Changes a checkout of the visitor: quantities, code, contact, addresses, shipping; a new snapshot each time, and the intent follows.
 * `final` asks for the complete contact, right before the browser confirms. Refuses any CheckoutRefusal; unknown or foreign ids are 404.
 */
export async function reviseCheckout(ctx: PaymentsCtx, visitor: Visitor, wanted: Change): Promise<Refusing<Offer>> {
  const checkout = await ownCheckout(ctx.db, visitor, await repo.findCheckout(ctx.db, wanted.checkout_id));
  return change(ctx, visitor, checkout.id, wanted);
}

/** What a checkout offers, once the provider knows of it. */
function firstOffer(ctx: PaymentsCtx, checkoutId: string) {
  return inTurn(ctx.db, checkoutId, async (): Promise<Refusing<Offer>> => {
    const synced = await syncIntent(ctx, checkoutId, false);
    return synced.ok ? ok(await offerOf(ctx.db, checkoutId)) : synced;
  });
}

/**
 * The visitor's live checkout, begun now if there is none: once per cart however often it is asked for; with `buyNow`, the
 * checkout of that Buy Now instead of the cart's (foreign ids are 404). Prices come from the database alone. Refuses `cart_empty`, `sold_out`, `too_many_units`, `too_many_checkouts`, and what the provider's state means.
 */
export async function openCheckout(
  ctx: PaymentsCtx,
  visitor: Visitor,
  buyNow: string | null = null,
): Promise<Refusing<Offer>> {
  if (buyNow !== null && !(await isOwnCart(ctx.db, visitor, buyNow))) throw notFound();
  const cartId = buyNow ?? (await cartIdOf(ctx.db, visitor));
  if (cartId === null) return refuse('cart_empty');
  const live = await repo.findLiveOfCart(ctx.db, cartId);
  const isElsewhere = live !== null && live.hostedSessionId !== null;
  if (live !== null && (isElsewhere || (await repo.isDue(ctx.db, live.id)))) await expireCheckout(ctx, live.id);
  const found = await findOrBegin(ctx, visitor, cartId);
  if (!found.ok) return found;
  const { id, isNew } = found.value;
  if (isNew) return firstOffer(ctx, id);
  const present = await offerOf(ctx.db, id);
  if (present.checkout.state === 'payment_processing' || present.checkout.hostedSessionId !== null) {
    return refuse('being_paid');
  }
  if (cartDiffers(present, await linesOfCart(ctx.db, cartId)) || present.checkout.state === 'awaiting_payment') {
    return change(ctx, visitor, present.checkout.id, {});
  }
  if (present.checkout.clientSecret !== null) return ok(present);
  return firstOffer(ctx, id);
}
