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
  const key = carrier.trim().toLowerCase();
  const number = encodeURIComponent(trackingNumber.trim());
  const link = Object.hasOwn(carriers, key) ? carriers[key] : undefined;
  if (link !== undefined) return link(number);
  return `https://www.google.com/search?q=${encodeURIComponent(`${carrier.trim()} tracking `)}${number}`;
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
