import type { Cents } from '#shared/money.ts';
import { dayAfter, endOfDay, toShopDate } from '#shared/shop-time.ts';

export const orderStatuses = [
  'pending',
  'confirmed',
  'processing',
  'shipped',
  'in_transit',
  'out_for_delivery',
  'delivered',
  'completed',
  'cancelled',
] as const;

export type OrderStatus = (typeof orderStatuses)[number];

/** Returns a status as text: 'Out for delivery'. */
export function statusLabel(status: OrderStatus): string {
  return `${status.charAt(0).toUpperCase()}${status.slice(1)}`.replaceAll('_', ' ');
}

export const paymentStatuses = ['pending', 'paid', 'partially_refunded', 'refunded', 'failed', 'not_required'] as const;

export type PaymentStatus = (typeof paymentStatuses)[number];

type Paid = { status: OrderStatus; paymentStatus: PaymentStatus; capturedCents: Cents };

/**
 * Returns the payment status once `returnedCents` went back. An order whose money is in doubt
 * (status `pending`) does not become paid.
 */
export function paymentStatusAfter(
  { status, paymentStatus, capturedCents }: Paid,
  returnedCents: Cents,
): PaymentStatus {
  if (capturedCents <= 0) return paymentStatus;
  if (returnedCents >= capturedCents) return 'refunded';
  const unreturned = status === 'pending' ? 'pending' : 'paid';
  if (returnedCents > 0) return unreturned === 'paid' ? 'partially_refunded' : unreturned;
  return ['refunded', 'partially_refunded'].includes(paymentStatus) ? unreturned : paymentStatus;
}

type CloseState = { status: OrderStatus; paymentStatus: PaymentStatus; holdReason: string | null };

/**
 * True when an order needs no further work, so that its customer need not be reachable any more.
 */
export function isClosed({ status, paymentStatus, holdReason }: CloseState): boolean {
  if (holdReason !== null) return false;
  return status === 'completed' || status === 'cancelled' || paymentStatus === 'refunded';
}

/** Statuses that an admin can set, in the order in which a shipment passes them. */
export const adminStatuses = [
  'confirmed',
  'processing',
  'shipped',
  'in_transit',
  'out_for_delivery',
  'delivered',
  'cancelled',
] as const;

export type AdminStatus = (typeof adminStatuses)[number];

/** Statuses that anyone who ships may set. `cancelOrder` alone sets `cancelled`. */
export const withoutCancelled = adminStatuses.filter((status) => status !== 'cancelled');

/** Messages of the status form when a change fails. */
export const statusFailures = {
  nothing_chosen: 'Please select an order and status',
  failed: 'Failed to update order status',
} as const;

/** Statuses that only the shop sets, with the sentence for an admin who chooses one. */
const ownStatuses: Record<string, string> = {
  pending: 'The shop sets “Pending” itself while an order is not paid. Please choose another status',
  completed: 'The shop sets “Completed” itself when the return window closes. Please choose another status',
};

/** Returns the message for a status that no admin can set. */
export const statusProblem = (status: unknown): string =>
  (typeof status === 'string' ? ownStatuses[status] : undefined) ?? statusFailures.nothing_chosen;

const progress: readonly OrderStatus[] = ['pending', ...withoutCancelled, 'completed'];
const rank = (status: OrderStatus) => progress.indexOf(status);

/** True when an order with this status has shipped. */
export function hasShipped(status: OrderStatus): boolean {
  return rank(status) >= rank('shipped');
}

/** True for an order whose packages are on their way, or were handed over just now. */
export const isOnItsWay = (status: OrderStatus) => hasShipped(status) && rank(status) < rank('delivered');

/** Reasons for which a status change needs confirmation. */
export type UnusualJump = 'from_cancelled' | 'refunded' | 'unpaid' | 'backwards' | 'skips_delivery';

type Payable = { status: OrderStatus; paymentStatus: PaymentStatus };

/** Payment statuses of an order whose money has not come in. */
const unpaid: ReadonlySet<PaymentStatus> = new Set(['pending', 'failed']);

/**
 * Returns what is unusual about a status change, or null. Unusual: backwards, out of `cancelled`,
 * shipping an order that is not paid or whose money was all refunded, and `delivered`
 * before it was shipped.
 */
export function unusualTransition({ status: from, paymentStatus }: Payable, to: OrderStatus): UnusualJump | null {
  if (from === to) return null;
  if (from === 'cancelled') return 'from_cancelled';
  if (rank(to) < rank(from)) return 'backwards';
  if (hasShipped(from) || !hasShipped(to)) return null;
  if (paymentStatus === 'refunded') return 'refunded';
  if (from === 'pending' || unpaid.has(paymentStatus)) return 'unpaid';
  return to === 'delivered' ? 'skips_delivery' : null;
}

type Held = { status: OrderStatus; holdReason: string | null };

/**
 * True when a hold blocks the change to this status. Nothing is packed before a person has looked.
 * An order whose money is in doubt is not confirmed by a status change.
 */
export function isBlockedByHold({ status, holdReason }: Held, to: OrderStatus): boolean {
  if (holdReason === null) return false;
  return status === 'pending' || rank(to) > rank('confirmed');
}

type Dates = { shippedAt: Date | null; deliveredAt: Date | null };

/**
 * Returns the dates of shipping and delivery for the status `to`. A step back clears the dates of
 * what has not happened.
 */
export function datesAfter({ shippedAt, deliveredAt }: Dates, to: OrderStatus, now: Date): Dates {
  if (to === 'cancelled') return { shippedAt, deliveredAt };
  return {
    shippedAt: hasShipped(to) ? (shippedAt ?? now) : null,
    deliveredAt: to === 'delivered' ? (deliveredAt ?? now) : null,
  };
}

/** True when an order can still be cancelled with its money and stock: it has not shipped. */
export function isCancellable({ status, shippedAt }: { status: OrderStatus; shippedAt: Date | null }): boolean {
  return status !== 'cancelled' && !hasShipped(status) && shippedAt === null;
}

/** Returns the last moment of the return period: the end of the day `returnDays` after delivery. */
export function returnableUntil(deliveredAt: Date, returnDays: number): Date {
  return endOfDay(dayAfter(toShopDate(deliveredAt), returnDays));
}

type Tracked = { status: OrderStatus; trackingNumber: string | null };

/**
 * True when the customer needs the `shipped` email in addition to the one of the status. The order
 * shipped, or its number came late, and no other email says so.
 */
export function needsShippedMail(before: Tracked, after: Tracked): boolean {
  const hasMail = after.status !== before.status && after.status !== 'in_transit';
  const bringsNumber = after.trackingNumber !== null && after.trackingNumber !== before.trackingNumber;
  return isOnItsWay(after.status) && !hasMail && (bringsNumber || !hasShipped(before.status));
}
