import { orderNumberIn } from './order-number.ts';
import { statusLabel, type OrderStatus } from './order.ts';
import { identifier } from '#shared/identifier.ts';

/** Number and email address of a lookup in the spelling in which they are stored; null if no order could have the number. */
export function lookupKey(typedNumber: string, email: string): { orderNumber: string; email: string } | null {
  const orderNumber = orderNumberIn(typedNumber);
  return orderNumber === null ? null : { orderNumber, email: identifier(email).toLowerCase() };
}

/** Whether a parcel is still to come. */
export function isUnderway(status: OrderStatus): boolean {
  return !['pending', 'cancelled', 'delivered', 'completed'].includes(status);
}

const journey: OrderStatus[] = ['confirmed', 'processing', 'shipped', 'in_transit', 'out_for_delivery', 'delivered'];

type Reached = { status: OrderStatus | null; at: Date; location: string | null };

export type TimelineStep = { status: string; date: Date | null; location: string; completed: boolean };

/** The parcel's way from confirmed to delivered: what was reached, when it is known, and what is still to come. */
export function timeline(status: OrderStatus, events: readonly Reached[]): TimelineStep[] {
  if (status === 'cancelled' || status === 'pending') {
    const event = events.findLast((one) => one.status === status);
    return [{ status: statusLabel(status), date: event?.at ?? null, location: event?.location ?? '', completed: true }];
  }
  const reached = status === 'completed' ? journey.length - 1 : journey.indexOf(status);
  return journey.map((step, place) => {
    const event = events.findLast((one) => one.status === step);
    const location = event?.location ?? '';
    return { status: statusLabel(step), date: event?.at ?? null, location, completed: place <= reached };
  });
}

/** How long an open page waits before it looks again: at first, and at most, in milliseconds. */
export const firstLookMs = 8_000;
export const maxLookMs = 60_000;

/** The pause after a look that found nothing new or did not reach the shop; a change starts over. */
export function pauseAfter(pauseMs: number, hasChanged: boolean): number {
  return hasChanged ? firstLookMs : Math.min(maxLookMs, Math.round(pauseMs * 1.5));
}
