import { setTimeout as pause } from 'node:timers/promises';

import { promotionsOf, type CartLine } from '#modules/cart/cart-line.ts';
import { orderNumber } from '#modules/orders/order-number.ts';
import { pageOrderToken } from '#modules/orders/order-token.server.ts';
import type { PaymentsCtx } from '#modules/payments/payments.server.ts';
import type { Ctx } from '#platform/ctx.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import { pipelined } from '#platform/db/transaction.server.ts';
import { notFound } from '#platform/http/errors.server.ts';
import type { Visitor } from '#platform/http/visitor.server.ts';
import { networkOf } from '#platform/limits/network.ts';
import { ok, refuse, type Result } from '#shared/result.ts';

import { reservedByOthers, reservingName } from './reservation.queries.server.ts';
import { retryCutToStock, addVersionLocked, type OpenCheckout } from './quote.server.ts';
import type { CheckoutRefusal, KnownOrder } from './checkout.schema.ts';
import * as repo from './checkout.queries.server.ts';
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
    repo.takeCart(pipelined(tx), taking),
    name === null ? undefined : reservedByOthers(pipelined(tx), { checkoutId: id, visitor }),
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

/**
 * Maximum time, in ms, to retry taking the lease. Each attempt adds its own time, more on a busy
 * database.
 */
const maxWaitMs = 4_000;
const retryMs = 100;

/**
 * Retries the release of a lease while the database is unreachable. Otherwise the checkout would
 * stay blocked until the lease ends, for up to 30 s.
 */
async function releaseLater(db: Db, { id, leaseUntil }: repo.LeasedCheckout): Promise<void> {
  while (leaseUntil.getTime() > Date.now()) {
    await pause(500, undefined, { ref: false });
    try {
      return await repo.releaseLease(db, id, leaseUntil);
    } catch {
      // The database is still unreachable.
    }
  }
}

type Leased<T> = (checkout: repo.CheckoutRow, lease: repo.Lease) => Promise<T>;

/**
 * Runs `work` under a lease that the caller holds, then releases it unless a statement of `work`
 * already did.
 */
export async function underLease<T>(db: Db, leased: repo.LeasedCheckout, work: Leased<T>): Promise<T> {
  const lease = { until: leased.leaseUntil, isReleased: false };
  try {
    return await work(leased, lease);
  } finally {
    if (!lease.isReleased)
      await repo.releaseLease(db, leased.id, leased.leaseUntil).catch(() => void releaseLater(db, leased));
  }
}

/** Repeats `attempt` while it refuses as `busy`, for about 4 s. Holds nothing between attempts. */
async function whileBusy<T, R extends string>(attempt: () => Promise<Result<T, R>>): Promise<Result<T, R>> {
  const until = Date.now() + maxWaitMs;
  for (;;) {
    const answer = await attempt();
    if (answer.ok || answer.reason !== 'busy' || Date.now() >= until) return answer;
    await pause(retryMs);
  }
}

/**
 * Runs `work` under the lease of a checkout. No other request calls the provider about it
 * meanwhile, so changes reach the provider in the order in which they were stored. `work` receives
 * the checkout as read when the lease was taken. Refuses `busy` after about 4 s. Holds no database
 * connection while it waits or works.
 */
export async function withLease<T>(db: Db, { id }: { id: string }, work: Leased<T>) {
  const leased = await whileBusy(async () => {
    const taken = await repo.takeLease(db, id);
    return taken === null ? refuse('busy') : ok(taken);
  });
  return leased.ok ? underLease(db, leased.value, work) : leased;
}

/** Callback that receives a lease before the transaction that takes it commits. */
export type OnLease = (taken: repo.LeasedCheckout) => void;

/**
 * Runs `work` under a lease that the transaction of `store` takes. Repeats `store` while it refuses
 * as `busy`. `work` also receives the stored value.
 */
export async function storeWithLease<Stored, R extends string, T>(
  db: Db,
  store: (onLease: OnLease) => Promise<Result<Stored, R>>,
  work: (stored: Stored, ...leased: Parameters<Leased<T>>) => Promise<T>,
) {
  const held: { lease?: repo.LeasedCheckout } = {};
  const storeAndCapture = () =>
    store((taken) => {
      held.lease = taken;
    });
  const stored = await whileBusy(storeAndCapture).catch((error: unknown) => {
    // The lost answer may belong to a commit that stored the lease.
    if (held.lease !== undefined) void releaseLater(db, held.lease);
    throw error;
  });
  if (!stored.ok) return stored;
  if (held.lease === undefined) throw new Error('what was stored has taken no lease');
  return underLease(db, held.lease, (checkout, lease) => work(stored.value, checkout, lease));
}
