import { normalizeIdentifier } from '#shared/identifier.ts';

import { orderNumberIn, type OrderPrefixes } from './order-number.ts';
import { statusLabel, type OrderStatus } from './order-status.ts';

type Typed = { orderNumber: string; email: string };

/**
 * Returns number and email of a lookup in their stored spelling; null if no order could have the
 * number.
 */
export function lookupKey(typed: Typed, prefixes: OrderPrefixes): Typed | null {
  const orderNumber = orderNumberIn(typed.orderNumber, prefixes);
  return orderNumber === null ? null : { orderNumber, email: normalizeIdentifier(typed.email).toLowerCase() };
}

/** True when a shipment is still to come. */
export function isUnderway(status: OrderStatus): boolean {
  return !['pending', 'cancelled', 'delivered', 'completed'].includes(status);
}

const journey: OrderStatus[] = ['confirmed', 'processing', 'shipped', 'in_transit', 'out_for_delivery', 'delivered'];

type StatusEvent = { status: OrderStatus | null; at: Date; location: string | null };

export type TimelineStep = { status: string; date: Date | null; location: string; completed: boolean };

/**
 * Returns the steps of a shipment from confirmed to delivered: those reached, with their time if
 * known, and those to come.
 */
export function timeline(status: OrderStatus, events: readonly StatusEvent[]): TimelineStep[] {
  if (status === 'cancelled' || status === 'pending') {
    const event = events.findLast((one) => one.status === status);
    return [{ status: statusLabel(status), date: event?.at ?? null, location: event?.location ?? '', completed: true }];
  }
  const reached = status === 'completed' ? journey.length - 1 : journey.indexOf(status);
  return journey.map((step, index) => {
    const event = events.findLast((one) => one.status === step);
    const location = event?.location ?? '';
    return { status: statusLabel(step), date: event?.at ?? null, location, completed: index <= reached };
  });
}

/** Delay before an open page reloads its order, in milliseconds: the first and the max. */
export const minPollMs = 8_000;
const maxPollMs = 60_000;

/** Returns the delay after a reload that found nothing new or failed. A change resets it. */
export function nextPollDelay(pauseMs: number, hasChanged: boolean): number {
  return hasChanged ? minPollMs : Math.min(maxPollMs, Math.round(pauseMs * 1.5));
}
