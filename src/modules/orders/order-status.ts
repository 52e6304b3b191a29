import { identifier } from '#shared/identifier.ts';
import type { Cents } from '#shared/money.ts';
import { oneLine } from '#shared/clean-text.ts';

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

/** Messages of the status form when a change fails. */
export const statusFailures = {
  nothing_chosen: 'Please select an order and status',
  failed: 'Failed to update order status',
} as const;

const progress: readonly OrderStatus[] = ['pending', ...adminStatuses.slice(0, 6), 'completed'];
const rank = (status: OrderStatus) => progress.indexOf(status);

/** True when an order with this status has shipped. */
export function hasShipped(status: OrderStatus): boolean {
  return rank(status) >= rank('shipped');
}

/** Reasons for which a status change needs confirmation. */
export type UnusualJump = 'from_cancelled' | 'to_cancelled' | 'refunded' | 'backwards' | 'skips_delivery';

type Payable = { status: OrderStatus; paymentStatus: PaymentStatus };

/**
 * Returns what is unusual about a status change, or null. Unusual: backwards, into or out of
 * `cancelled`, shipping an order whose money was all refunded, and `delivered` before it was
 * shipped.
 */
export function unusualJump({ status: from, paymentStatus }: Payable, to: AdminStatus): UnusualJump | null {
  if (from === to) return null;
  if (from === 'cancelled') return 'from_cancelled';
  if (to === 'cancelled') return 'to_cancelled';
  if (rank(to) < rank(from)) return 'backwards';
  if (paymentStatus === 'refunded' && hasShipped(to) && !hasShipped(from)) return 'refunded';
  return to === 'delivered' && !hasShipped(from) ? 'skips_delivery' : null;
}

type Held = { status: OrderStatus; holdReason: string | null };

/**
 * True when a hold blocks the change to this status. Nothing is packed before a person has looked.
 * An order whose money is in doubt is not confirmed by a status change.
 */
export function isBlockedByHold({ status, holdReason }: Held, to: AdminStatus): boolean {
  if (holdReason === null || to === 'cancelled') return false;
  return status === 'pending' || rank(to) > rank('confirmed');
}

type Dates = { shippedAt: Date | null; deliveredAt: Date | null };

/**
 * Returns the dates of shipping and delivery for the status `to`. A step back clears the dates of
 * what has not happened.
 */
export function datesAfter({ shippedAt, deliveredAt }: Dates, to: AdminStatus, now: Date): Dates {
  if (to === 'cancelled') return { shippedAt, deliveredAt };
  return {
    shippedAt: hasShipped(to) ? (shippedAt ?? now) : null,
    deliveredAt: to === 'delivered' ? (deliveredAt ?? now) : null,
  };
}

type Tracking = { carrierName: string | null; trackingNumber: string | null };
type TrackingInput = { [key in keyof Tracking]?: string | null | undefined };

const orNull = (text: string) => (text === '' ? null : text);

/**
 * Returns carrier and tracking number after a change. Null or empty removes one, undefined keeps
 * it.
 */
export function trackingAfter(known: Tracking, { carrierName, trackingNumber }: TrackingInput): Tracking {
  return {
    carrierName: carrierName === undefined ? known.carrierName : orNull(oneLine(carrierName ?? '')),
    trackingNumber: trackingNumber === undefined ? known.trackingNumber : orNull(identifier(trackingNumber ?? '')),
  };
}

/** True when an order can still be cancelled with its money and stock: it has not shipped. */
export function isCancellable({ status, shippedAt }: { status: OrderStatus; shippedAt: Date | null }): boolean {
  return status !== 'cancelled' && !hasShipped(status) && shippedAt === null;
}

const dayMs = 24 * 60 * 60 * 1000;

/** Returns the end of the return period: `returnDays` days after delivery. */
export function returnableUntil(deliveredAt: Date, returnDays: number): Date {
  return new Date(deliveredAt.getTime() + returnDays * dayMs);
}

type Tracked = Pick<Tracking, 'trackingNumber'> & { status: OrderStatus };

/**
 * True when the customer needs the `shipped` email in addition to the one of the status. The order
 * shipped, or its number came late, and no other email says so.
 */
export function needsShippedMail(before: Tracked, after: Tracked): boolean {
  const isOnItsWay = hasShipped(after.status) && rank(after.status) < rank('delivered');
  const hasMail = after.status !== before.status && after.status !== 'in_transit';
  const bringsNumber = after.trackingNumber !== null && after.trackingNumber !== before.trackingNumber;
  return isOnItsWay && !hasMail && (bringsNumber || !hasShipped(before.status));
}
