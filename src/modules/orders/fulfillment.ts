import { identifier } from '#shared/identifier.ts';
import { oneLine } from '#shared/clean-text.ts';

import type { OrderStatus, OrderView } from './order.ts';

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

const way: readonly OrderStatus[] = ['pending', ...adminStatuses.slice(0, 6), 'completed'];
const rank = (status: OrderStatus) => way.indexOf(status);

/** True when an order with this status has shipped. */
export function hasLeft(status: OrderStatus): boolean {
  return rank(status) >= rank('shipped');
}

/** Reasons for which a status change needs confirmation. */
export type UnusualJump = 'from_cancelled' | 'to_cancelled' | 'refunded' | 'backwards' | 'skips_delivery';

type Payable = Pick<OrderView, 'status' | 'paymentStatus'>;

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
  if (paymentStatus === 'refunded' && hasLeft(to) && !hasLeft(from)) return 'refunded';
  return to === 'delivered' && !hasLeft(from) ? 'skips_delivery' : null;
}

type Held = Pick<OrderView, 'status' | 'holdReason'>;

/**
 * True when a hold blocks the change to this status. Nothing is packed before a person has looked.
 * An order whose money is in doubt is not confirmed in passing.
 */
export function isBlockedByHold({ status, holdReason }: Held, to: AdminStatus): boolean {
  if (holdReason === null || to === 'cancelled') return false;
  return status === 'pending' || rank(to) > rank('confirmed');
}

type Dated = Pick<OrderView, 'shippedAt' | 'deliveredAt'>;

/**
 * Returns the dates of shipping and delivery for the status `to`. A step back clears the dates of
 * what has not happened.
 */
export function datesAfter({ shippedAt, deliveredAt }: Dated, to: AdminStatus, now: Date): Dated {
  if (to === 'cancelled') return { shippedAt, deliveredAt };
  return {
    shippedAt: hasLeft(to) ? (shippedAt ?? now) : null,
    deliveredAt: to === 'delivered' ? (deliveredAt ?? now) : null,
  };
}

type Tracking = Pick<OrderView, 'carrierName' | 'trackingNumber'>;
type TrackingInput = { [key in keyof Tracking]?: string | null | undefined };

const orNull = (text: string) => (text === '' ? null : text);

/**
 * Returns carrier and tracking number for the status `to`. Empty input keeps the stored values,
 * unless the status comes before `shipped`.
 */
export function trackingAfter(known: Tracking, input: TrackingInput, to: AdminStatus): Tracking {
  const keeps = to === 'cancelled' || hasLeft(to);
  return {
    carrierName: orNull(oneLine(input.carrierName ?? '')) ?? (keeps ? known.carrierName : null),
    trackingNumber: orNull(identifier(input.trackingNumber ?? '')) ?? (keeps ? known.trackingNumber : null),
  };
}

/** True when an order can still be cancelled with its money and stock: it has not shipped. */
export function isCancellable({ status, shippedAt }: Pick<OrderView, 'status' | 'shippedAt'>): boolean {
  return status !== 'cancelled' && !hasLeft(status) && shippedAt === null;
}

const dayMs = 24 * 60 * 60 * 1000;

/**
 * Returns the delivery time before which orders can no longer be returned within `returnDays` days.
 * Such orders are completed.
 */
export function completionLimit(now: Date, returnDays: number): Date {
  return new Date(now.getTime() - returnDays * dayMs);
}

/** Returns the end of the return period: `returnDays` days after delivery. */
export function returnableUntil(deliveredAt: Date, returnDays: number): Date {
  return new Date(deliveredAt.getTime() + returnDays * dayMs);
}

type Tracked = { status: OrderStatus; trackingNumber: string | null };

/**
 * True when the customer needs the `shipped` email in addition to the one of the status. The order
 * shipped, or its number came late, and no other email says so.
 */
export function needsShippedMail(before: Tracked, after: Tracked): boolean {
  const isOnItsWay = hasLeft(after.status) && rank(after.status) < rank('delivered');
  const hasMail = after.status !== before.status && after.status !== 'in_transit';
  const bringsNumber = after.trackingNumber !== null && after.trackingNumber !== before.trackingNumber;
  return isOnItsWay && !hasMail && (bringsNumber || !hasLeft(before.status));
}
