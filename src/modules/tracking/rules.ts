import type { OrderStatus } from '#modules/orders/rules.ts';

const carriers: Record<string, (number: string) => string> = {
  usps: (number) => `https://tools.usps.com/go/TrackConfirmAction?tLabels=${number}`,
  ups: (number) => `https://www.ups.com/track?tracknum=${number}`,
  fedex: (number) => `https://www.fedex.com/fedextrack/?trknbr=${number}`,
  dhl: (number) => `https://www.dhl.com/en/express/tracking.html?AWB=${number}`,
  'royal mail': (number) => `https://www.royalmail.com/track-your-item#/tracking-results/${number}`,
  'canada post': (number) => `https://www.canadapost-postescanada.ca/track-reperage/en#/search?searchFor=${number}`,
  'australia post': (number) => `https://auspost.com.au/mypost/track/#/details/${number}`,
};

/** Where a carrier shows a parcel; a carrier that is not known is looked for on the web. */
export function carrierLink(carrier: string, trackingNumber: string): string {
  const name = carrier.trim().toLowerCase();
  const key = Object.keys(carriers).find((one) => name === one || name.startsWith(`${one} `));
  const link = key === undefined ? undefined : carriers[key];
  if (link !== undefined) return link(encodeURIComponent(trackingNumber.trim()));
  const words = [carrier.trim(), 'tracking', trackingNumber.trim()].filter(Boolean).join(' ');
  return `https://www.google.com/search?q=${encodeURIComponent(words)}`;
}

const numberForm = /^[A-Z0-9-]{1,40}$/;

/** What an order is looked up by, in the spelling in which it is stored; null when no order could have it. */
export function lookupKey(orderNumber: string, email: string): { orderNumber: string; email: string } | null {
  const key = { orderNumber: orderNumber.trim().toUpperCase(), email: email.trim().toLowerCase() };
  return numberForm.test(key.orderNumber) && !key.email.includes('\u0000') ? key : null;
}

const labels: Record<OrderStatus, string> = {
  pending: 'Pending',
  confirmed: 'Confirmed',
  processing: 'Processing',
  shipped: 'Shipped',
  in_transit: 'In transit',
  out_for_delivery: 'Out for delivery',
  delivered: 'Delivered',
  completed: 'Completed',
  cancelled: 'Cancelled',
};

/** A status in words. */
export function statusLabel(status: OrderStatus): string {
  return labels[status];
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
    return [{ status: labels[status], date: event?.at ?? null, location: event?.location ?? '', completed: true }];
  }
  const reached = status === 'completed' ? journey.length - 1 : journey.indexOf(status);
  return journey.map((step, place) => {
    const event = events.findLast((one) => one.status === step);
    const location = event?.location ?? '';
    return { status: labels[step], date: event?.at ?? null, location, completed: place <= reached };
  });
}
