import { emptyCart } from '#modules/cart/cart.queries.server.ts';
import { pageOrderToken } from '#modules/orders/order-token.server.ts';
import type { Ctx } from '#platform/ctx.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import { notFound } from '#platform/http/http-error.server.ts';
import type { Visitor } from '#platform/http/visitor.server.ts';

import { closedBy } from './checkout-ends.ts';
import { expireCheckoutOfCart } from './checkout-time.queries.server.ts';
import {
  findNewestCheckout,
  findOwnCheckout,
  findOwnOrder,
  type CheckoutName,
  type CheckoutRow,
  type NewestCheckout,
  type OrderWithMailStatus,
  type OwnCheckout,
} from './find-checkout.queries.server.ts';
import { findCurrentCheckout, type CurrentCheckout } from './quote.queries.server.ts';
import { updateCheckoutCustomer } from './update-checkout.queries.server.ts';
import type { KnownOrder } from './checkout.schema.ts';

/**
 * A checkout with its newest quote version. `notes` are messages about changes that the shop made
 * to the order. `isContinued` is true if the visitor had it before this call.
 */
export type OpenCheckout = CurrentCheckout & { notes: readonly string[]; isContinued?: boolean };

/** Returns a checkout with its newest quote version. Throws 404 if the id is unknown. */
export async function currentCheckout(db: Db, checkoutId: string): Promise<OpenCheckout> {
  const current = await findCurrentCheckout(db, checkoutId);
  if (current === null) throw notFound();
  return { ...current, notes: [] };
}

/** Returns the facts by which a checkout may be closed to changes and payments. */
export const standingOf = ({ state, hostedSessionId, paymentIntentId }: CheckoutRow) => ({
  state,
  isAtProvider: hostedSessionId !== null,
  isFree: paymentIntentId === null,
});

/**
 * Returns why a checkout can be neither changed nor paid, or null if it can. Callers check whether
 * its time is up.
 */
export const changeRefusal = (checkout: CheckoutRow) => closedBy(standingOf(checkout));

/**
 * True once a `final` change was stored, right before the browser confirms the payment: the state
 * `awaiting_payment` with an intent. The payment may be under way, so the provider must be asked
 * before the checkout is changed.
 */
export function isFormSubmitted({ state, paymentIntentId }: CheckoutRow): boolean {
  return paymentIntentId !== null && state === 'awaiting_payment';
}

/** Returns the visitor's checkout. Throws 404 if it is unknown or belongs to another visitor. */
export async function ownCheckout(db: Db, visitor: Visitor, name: CheckoutName): Promise<OwnCheckout> {
  const checkout = await findOwnCheckout(db, visitor, name);
  if (checkout === null) throw notFound();
  return checkout;
}

/**
 * Returns the order of the visitor's checkout, or null before it is placed. Throws 404 if the
 * checkout is unknown or belongs to another visitor.
 */
export async function findVisitorOrder(
  db: Db,
  visitor: Visitor,
  name: CheckoutName,
): Promise<OrderWithMailStatus | null> {
  const placed = await findOwnOrder(db, visitor, name);
  if (placed === undefined) throw notFound();
  return placed;
}

function kindOf({ state, paymentIntentId, orderStatus, paymentStatus }: NewestCheckout): KnownOrder['kind'] | null {
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
  const newest = await findNewestCheckout(db, visitor, cartId);
  const kind = newest && kindOf(newest);
  if (newest === null || kind === null) return null;
  const { orderNumber, paymentIntentId, orderId } = newest;
  const named: Record<string, string> =
    paymentIntentId === null
      ? { token: pageOrderToken(settings.sessionSecret, orderId ?? '', now()) }
      : { payment_intent: paymentIntentId };
  const address = `/checkout-success?${new URLSearchParams(named).toString()}`;
  return { orderNumber, kind, address, intentId: paymentIntentId };
}

/**
 * Assigns the live checkout of a cart to the shopper who owns the cart now, for example after
 * sign-in, so that their account shows the order. A null customer is a guest. Locks the checkout.
 */
export function assignCheckout(db: Db, cartId: string, customerId: string | null): Promise<void> {
  return updateCheckoutCustomer(db, cartId, customerId);
}

/**
 * Withdraws a cart from sale: its live checkout is due and its lines are deleted, so it can be
 * neither changed nor reserved again. A payment under way still becomes an order.
 */
export async function withdrawCart(tx: Db, cartId: string): Promise<void> {
  // The checkout before the lines, as settling locks them.
  await expireCheckoutOfCart(tx, cartId);
  await emptyCart(tx, cartId);
}
