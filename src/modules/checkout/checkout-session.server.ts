import { promotionsOf, type CartLine } from '#modules/cart/cart-line.ts';
import { orderNumber } from '#modules/orders/order-number.ts';
import { pageOrderToken } from '#modules/orders/order-token.server.ts';
import type { PaymentsCtx } from '#modules/payments/payments.server.ts';
import type { Ctx } from '#platform/ctx.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import { notFound } from '#platform/http/errors.server.ts';
import type { Visitor } from '#platform/http/visitor.server.ts';
import { networkOf } from '#platform/limits/client-network.ts';
import { ok, refuse, type Result } from '#shared/result.ts';

import { reservedByOthers, reservingName } from './checkout-limits.queries.server.ts';
import { retryCutToStock } from './availability.server.ts';
import type { CheckoutRefusal, KnownOrder } from './checkout.schema.ts';
import * as repo from './checkout.queries.server.ts';
import { addVersionLocked, type OpenCheckout } from './quote-version.server.ts';
import { reservationMinutes } from './quote.ts';

/** Returns a checkout with its newest quote version. Throws 404 if the id is unknown. */
export async function currentCheckout(db: Db, checkoutId: string): Promise<OpenCheckout> {
  const current = await repo.findCurrent(db, checkoutId);
  if (current === null) throw notFound();
  return { ...current, notes: [] };
}

/** Returns the visitor's checkout. Throws 404 if it is unknown or belongs to another visitor. */
export async function ownCheckout(db: Db, visitor: Visitor, name: repo.CheckoutName): Promise<repo.OwnCheckout> {
  const checkout = await repo.findOwn(db, visitor, name);
  if (checkout === null) throw notFound();
  return checkout;
}

/**
 * Returns the order of the visitor's checkout, or null before it is placed. Throws 404 if the
 * checkout is unknown or belongs to another visitor.
 */
export async function orderOfOwn(
  db: Db,
  visitor: Visitor,
  name: repo.CheckoutName,
): Promise<repo.OrderWithMailStatus | null> {
  const placed = await repo.findOrderOfOwn(db, visitor, name);
  if (placed === undefined) throw notFound();
  return placed;
}

function kindOf({ state, paymentIntentId, orderStatus, paymentStatus }: repo.NewestOfOwn): KnownOrder['kind'] | null {
  if (state === 'payment_processing') return 'paying';
  if (state === 'awaiting_payment') return paymentIntentId === null ? null : 'at_form';
  if (paymentStatus === null || orderStatus === 'cancelled') return null;
  if (paymentStatus === 'refunded' || paymentStatus === 'failed') return null;
  return paymentStatus === 'pending' || paymentStatus === 'not_required' ? 'placed' : 'paid';
}

/**
 * Returns the order of the checkout that the visitor began last, or last for their cart `cartId`.
 * Null if that checkout is neither paid nor being paid, or began more than a day ago.
 */
export async function newestOrder(
  { db, settings, now }: Pick<Ctx, 'db' | 'settings' | 'now'>,
  visitor: Visitor,
  cartId: string | null,
): Promise<KnownOrder | null> {
  const newest = await repo.findNewestOfOwn(db, visitor, cartId);
  const kind = newest && kindOf(newest);
  if (newest === null || kind === null) return null;
  const { orderNumber, paymentIntentId, orderId } = newest;
  const named: Record<string, string> =
    paymentIntentId === null
      ? { token: pageOrderToken(settings.sessionSecret, orderId ?? '', now()) }
      : { payment_intent: paymentIntentId };
  return { orderNumber, kind, address: `/checkout-success?${new URLSearchParams(named).toString()}` };
}

/** The existing live checkout of a cart, or a new one with the lease that the caller holds. */
type Found = { live: repo.CheckoutRow } | { begun: OpenCheckout; lease: repo.LeasedCheckout };
type Beginning = { visitor: Visitor; cartId: string; minutes?: number };

/** Begins a checkout with what is in stock. Null if the cart already has a live checkout. */
async function begin(
  tx: Db,
  ctx: PaymentsCtx,
  { visitor, cartId, minutes = reservationMinutes, cutToStock }: Beginning & { cutToStock: boolean },
): Promise<Result<Found | null, CheckoutRefusal>> {
  const number = orderNumber(crypto.getRandomValues(new Uint8Array(8)));
  const id = crypto.randomUUID();
  const owner = { cartId, customerId: visitor.user?.id ?? null, visitorIp: networkOf(visitor.ip), orderNumber: number };
  const name = reservingName(ctx, visitor);
  const taking = { id, ...owner, minutes, reservingName: name };
  // `takeCart` takes the lock of the name, so the other reservations are counted under it.
  const [lease, others, basis] = await Promise.all([
    repo.takeCart(tx, taking),
    name === null ? undefined : reservedByOthers(tx, { checkoutId: id, visitor }),
    repo.findBasis(tx, id, {}),
  ]);
  if (lease === null) return ok(null);
  const first = await addVersionLocked(tx, ctx, { checkout: lease, basis, others, visitor, change: {}, cutToStock });
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
    const live = await repo.findLiveOfCart(tx, cartId);
    return live === null ? refuse('busy') : ok({ live });
  });
}

/**
 * True if the cart now has other units, prices or promotions than the newest quote of its checkout.
 */
export function cartDiffers(
  { quote: { items, promotions } }: repo.CurrentCheckout,
  lines: readonly CartLine[],
): boolean {
  return (
    lines.length !== items.length ||
    (promotions !== undefined && JSON.stringify(promotions) !== JSON.stringify(promotionsOf(lines))) ||
    lines.some((line) => {
      const item = items.find((one) => one.productId === line.product.id);
      const price = line.product.salePriceCents ?? line.product.priceCents;
      return item?.quantity !== line.quantity || item.unitPriceCents !== price;
    })
  );
}

/**
 * Assigns the live checkout of a cart to the customer who owns the cart after sign-in, so that
 * their account shows the order.
 */
export function assignCheckout(db: Db, cartId: string, customerId: string): Promise<void> {
  return repo.updateBuyer(db, cartId, customerId);
}
