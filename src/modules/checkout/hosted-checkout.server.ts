import { addToCart, isOwnCart } from '#modules/cart/cart.server.ts';
import { emptyCart, linesOfCart } from '#modules/cart/cart.queries.server.ts';
import type { OrderView } from '#modules/orders/order-record.ts';
import { providerFailure, providerResponse } from '#modules/payments/provider-errors.server.ts';
import type { HostedSession } from '#modules/payments/hosted-sessions.server.ts';
import type { PaymentsCtx } from '#modules/payments/payments.server.ts';
import { inTransaction } from '#platform/db/transaction.server.ts';
import type { Visitor } from '#platform/http/visitor.server.ts';
import { walletCountries } from '#shared/territories.ts';
import { ok, refuse, type Result } from '#shared/result.ts';
import type { OrderOrigin } from '#shared/visit-source.ts';

import { isCheckoutDue } from './checkout-time.queries.server.ts';
import { findLiveCheckout, lockCheckout, type CheckoutRow } from './find-checkout.queries.server.ts';
import type { CurrentCheckout } from './quote.queries.server.ts';
import { updateCheckout } from './update-checkout.queries.server.ts';
import type { CheckoutRefusal } from './checkout.schema.ts';
import { acquireLease } from './checkout-lease.server.ts';
import { currentCheckout, findVisitorOrder, ownCheckout } from './checkout.server.ts';
import { endUnless, expireCheckout } from './expire-checkouts.server.ts';
import { hostedCountries, hostedLines, hostedMinutes, pageEnd } from './hosted-checkout.ts';
import { findOrBegin } from './open-checkout.server.ts';
import { cartDiffers } from './quote.ts';
import { settleHosted } from './hosted-payment.server.ts';
import { releaseExpired } from './sell-reserved.server.ts';
import { toIntentMetadata } from './stripe-intent.schema.ts';

type Refusing<T> = Result<T, CheckoutRefusal>;

/**
 * Returns the provider's page of a checkout. Null if the provider does not know it or does not
 * answer.
 */
async function readPage(ctx: PaymentsCtx, sessionId: string): Promise<HostedSession | null> {
  const session = await providerResponse(() => ctx.payments.readHostedSession(sessionId));
  return session === 'unknown' ? null : session;
}

/** Returns the URL of an open page if it still matches the cart, or null. */
async function openPage(ctx: PaymentsCtx, checkout: CheckoutRow): Promise<string | null> {
  if (checkout.hostedSessionId === null || (await isCheckoutDue(ctx.db, checkout.id))) return null;
  const differs = cartDiffers(await currentCheckout(ctx.db, checkout.id), await linesOfCart(ctx.db, checkout.cartId));
  return differs ? null : ((await readPage(ctx, checkout.hostedSessionId))?.url ?? null);
}

/** Stores the page of a checkout. Only a stored page may be shown to a browser. */
function storePage(ctx: PaymentsCtx, checkoutId: string, sessionId: string): Promise<boolean> {
  return inTransaction(ctx.db, async (tx) => {
    const checkout = await lockCheckout(tx, checkoutId);
    if (checkout === null || checkout.state !== 'open') return false;
    await updateCheckout(tx, { id: checkoutId }, { hostedSessionId: sessionId, state: 'awaiting_payment' });
    return true;
  });
}

function createPage(ctx: PaymentsCtx, visitor: Visitor, current: CurrentCheckout) {
  const { checkout, quote } = current;
  const { publicUrl } = ctx.settings;
  return ctx.payments.createHostedSession({
    checkoutId: checkout.id,
    quoteVersion: checkout.quoteVersion,
    attempt: checkout.attempt,
    record: toIntentMetadata(ctx.settings, checkout, quote),
    lines: hostedLines(quote),
    successUrl: `${publicUrl}/checkout-success?session_id={CHECKOUT_SESSION_ID}`,
    cancelUrl: `${publicUrl}/checkout-cancelled?buy=${checkout.cartId}`,
    expiresAt: pageEnd(checkout.expiresAt),
    countries: walletCountries(hostedCountries(current)),
    ...(visitor.user === null ? {} : { email: visitor.user.email }),
  });
}

/**
 * Opens the provider's page for a begun checkout. A failure releases everything, so the next
 * attempt is a new checkout.
 */
async function newPage(ctx: PaymentsCtx, visitor: Visitor, current: CurrentCheckout): Promise<Refusing<string>> {
  const { checkout, quote } = current;
  const { id: checkoutId } = checkout;
  if (checkout.hostedSessionId !== null) {
    const url = await openPage(ctx, checkout);
    return url === null ? refuse('being_paid') : ok(url);
  }
  if (checkout.state !== 'open' || checkout.paymentIntentId !== null) return refuse('being_paid');
  if (quote.totalCents === 0) return ok(`/checkout?buy=${checkout.cartId}`);
  if (quote.shippingOption === null) {
    await releaseExpired(ctx, checkoutId, null);
    return refuse('no_shipping');
  }
  try {
    const session = await createPage(ctx, visitor, current);
    const isStored = await storePage(ctx, checkoutId, session.id);
    return isStored && session.url !== null ? ok(session.url) : refuse('expired');
  } catch (error) {
    providerFailure(error);
    await releaseExpired(ctx, checkoutId, null);
    return refuse('provider_unavailable');
  }
}

/**
 * Returns the URL of the provider's page for a cart. Stays the same while the page is open and
 * nothing has changed. Reserves goods for 32 minutes. Refuses what a checkout of the shop's own
 * form refuses.
 */
export async function openHostedCheckout(
  ctx: PaymentsCtx,
  { visitor, cartId, origin }: { visitor: Visitor; cartId: string; origin: OrderOrigin },
): Promise<Refusing<string>> {
  const live = await findLiveCheckout(ctx.db, cartId);
  if (live !== null) {
    const url = await openPage(ctx, live);
    if (url !== null) return ok(url);
    // Another press may hold the lease and be opening this very page.
    await endUnless(ctx, live.id, async (checkout) => (await openPage(ctx, checkout)) !== null);
  }
  const found = await findOrBegin(ctx, { visitor, cartId, minutes: hostedMinutes, origin });
  if (!found.ok) return found;
  if ('begun' in found.value) {
    await using _lease = found.value.lease;
    return await newPage(ctx, visitor, found.value.begun);
  }
  const { id } = found.value.live;
  await using lease = await acquireLease(ctx.db, id);
  return lease.ok ? await newPage(ctx, visitor, await currentCheckout(ctx.db, id)) : lease;
}

/**
 * Moves the units of an abandoned Buy Now into the visitor's cart and ends its page. Does not touch
 * units of a paid page or of another visitor. Units that are no longer available are left out.
 */
export async function returnToCart(ctx: PaymentsCtx, visitor: Visitor, buyNow: string): Promise<void> {
  if (!(await isOwnCart(ctx.db, visitor, buyNow))) return;
  const live = await findLiveCheckout(ctx.db, buyNow);
  if (live !== null) await expireCheckout(ctx, live.id);
  if ((await findLiveCheckout(ctx.db, buyNow)) !== null) return;
  for (const { product, quantity } of await linesOfCart(ctx.db, buyNow)) {
    await addToCart(ctx.db, visitor, { productId: product.id, quantity, sessionId: null });
  }
  await emptyCart(ctx.db, buyNow);
}

/**
 * Returns the order of the visitor's page. Like `confirmPaidOrder`, settles it now if the provider
 * says that it is paid. Refuses `not_paid`, `being_paid`, `expired` and `payment_unknown`.
 * Foreign pages throw 404.
 */
export async function confirmHostedOrder(
  ctx: PaymentsCtx,
  visitor: Visitor,
  sessionId: string,
): Promise<Refusing<OrderView>> {
  const placed = await findVisitorOrder(ctx.db, visitor, { sessionId });
  if (placed !== null) return ok(placed);
  const checkout = await ownCheckout(ctx.db, visitor, { sessionId });
  const session = await readPage(ctx, sessionId);
  if (session === null) return refuse('payment_unknown');
  const order = await settleHosted(ctx, checkout, session);
  if (order !== null) return ok(order);
  if (session.status === 'complete') return refuse('being_paid');
  return refuse(session.status === 'expired' ? 'expired' : 'not_paid');
}
