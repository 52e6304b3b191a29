import { identifier } from '#shared/identifier.ts';
import { oneLine } from '#shared/storable.ts';

import type { OrderStatus, OrderView } from './order.ts';

/** The statuses that an admin can give, in the order of a parcel's way. */
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

/** What the status form says when nothing came of it. */
export const statusFailures = {
  nothing_chosen: 'Please select an order and status',
  failed: 'Failed to update order status',
} as const;

const way: readonly OrderStatus[] = ['pending', ...adminStatuses.slice(0, 6), 'completed'];
const rank = (status: OrderStatus) => way.indexOf(status);

/** Whether a parcel with this status has left the house. */
export function hasLeft(status: OrderStatus): boolean {
  return rank(status) >= rank('shipped');
}

/** Why a change of status asks once more. */
export type UnusualJump = 'from_cancelled' | 'to_cancelled' | 'refunded' | 'backwards' | 'skips_delivery';

type Payable = Pick<OrderView, 'status' | 'paymentStatus'>;

/**
 * What is unusual about a change of status, or null: backwards, out of or into `cancelled`, out of the house when all money has gone
 * back, and to `delivered` before it was shipped.
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

/** Whether a hold keeps an order from this status: nothing is packed before a person has looked, and money in doubt is not confirmed by the way. */
export function isBlockedByHold({ status, holdReason }: Held, to: AdminStatus): boolean {
  if (holdReason === null || to === 'cancelled') return false;
  return status === 'pending' || rank(to) > rank('confirmed');
}

type Dated = Pick<OrderView, 'shippedAt' | 'deliveredAt'>;

/** When an order was shipped and delivered once its status is `to`; a step back forgets what has not happened. */
export function datesAfter({ shippedAt, deliveredAt }: Dated, to: AdminStatus, now: Date): Dated {
  if (to === 'cancelled') return { shippedAt, deliveredAt };
  return {
    shippedAt: hasLeft(to) ? (shippedAt ?? now) : null,
    deliveredAt: to === 'delivered' ? (deliveredAt ?? now) : null,
  };
}

type Tracking = Pick<OrderView, 'carrierName' | 'trackingNumber'>;
type Given = { [key in keyof Tracking]?: string | null | undefined };

const orNull = (text: string) => (text === '' ? null : text);

/** Carrier and tracking number once the status is `to`: nothing given keeps what is known, unless the parcel is in the house again. */
export function trackingAfter(known: Tracking, given: Given, to: AdminStatus): Tracking {
  const keeps = to === 'cancelled' || hasLeft(to);
  return {
    carrierName: orNull(oneLine(given.carrierName ?? '')) ?? (keeps ? known.carrierName : null),
    trackingNumber: orNull(identifier(given.trackingNumber ?? '')) ?? (keeps ? known.trackingNumber : null),
  };
}

/** Whether an order can still be cancelled with its money and its stock: it has not left the house. */
export function isCancellable({ status, shippedAt }: Pick<OrderView, 'status' | 'shippedAt'>): boolean {
  return status !== 'cancelled' && !hasLeft(status) && shippedAt === null;
}

const dayMs = 24 * 60 * 60 * 1000;

/** Orders delivered before this can no longer be returned within `returnDays` days: they are completed. */
export function completionLimit(now: Date, returnDays: number): Date {
  return new Date(now.getTime() - returnDays * dayMs);
}

/** The last moment at which an order that was delivered then can be returned, `returnDays` days later. */
export function returnableUntil(deliveredAt: Date, returnDays: number): Date {
  return new Date(deliveredAt.getTime() + returnDays * dayMs);
}

type Tracked = { status: OrderStatus; trackingNumber: string | null };

/** Whether the customer is owed the mail of `shipped` beside that of the status: the parcel left, or its number came late, and no other says so. */
export function needsShippedMail(before: Tracked, after: Tracked): boolean {
  const isOnItsWay = hasLeft(after.status) && rank(after.status) < rank('delivered');
  const hasMail = after.status !== before.status && after.status !== 'in_transit';
  const bringsNumber = after.trackingNumber !== null && after.trackingNumber !== before.trackingNumber;
  return isOnItsWay && !hasMail && (bringsNumber || !hasLeft(before.status));
}
