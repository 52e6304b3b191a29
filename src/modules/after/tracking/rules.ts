import { statusLabel, type OrderStatus } from '#modules/buying/orders/rules.ts';

const numberForm = /^[A-Z0-9-]{1,40}$/;

/** What people and their programs write where an order number has its dash. */
const dashes = /[\s\-\u2010-\u2015\u2212]+/g;

/** What an order is looked up by, in the spelling in which it is stored; null when no order could have it. */
export function lookupKey(orderNumber: string, email: string): { orderNumber: string; email: string } | null {
  const number = orderNumber
    .replace(/^[\s#]+/, '')
    .trim()
    .replace(dashes, '-')
    .toUpperCase();
  const key = { orderNumber: number, email: email.trim().toLowerCase() };
  return numberForm.test(key.orderNumber) && !key.email.includes('\u0000') ? key : null;
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
