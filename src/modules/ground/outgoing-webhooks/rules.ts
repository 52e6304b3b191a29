import type { Address } from '#shared/address.ts';
import type { Cents } from '#shared/money.ts';
import { notesOnWire, type OrderNotes } from '#shared/order-notes.ts';

export const webhookEvents = ['order.paid', 'order.shipped', 'order.refunded'] as const;
export type WebhookEvent = (typeof webhookEvents)[number];

/** What each event tells, for whoever chooses among them. */
export const eventLabels: Record<WebhookEvent, string> = {
  'order.paid': 'An order is paid, or cost nothing (order.paid)',
  'order.shipped': 'An order is handed to the carrier (order.shipped)',
  'order.refunded': 'Money of an order went back (order.refunded)',
};

export type EndpointState = 'active' | 'disabled';
export type DeliveryState = 'pending' | 'delivered' | 'failed';

export type UrlRefusal = 'not_an_address' | 'not_https' | 'has_password' | 'private_address';

const longest = 2_000;

/** What is wrong with a receiver's address by its spelling alone; a live shop sends its customers' data over TLS only. */
export function urlRefusal(url: string, isLive: boolean): UrlRefusal | null {
  if (url.length > longest || !URL.canParse(url)) return 'not_an_address';
  const { protocol, username, password } = new URL(url);
  if (protocol !== 'https:' && (protocol !== 'http:' || isLive)) return 'not_https';
  return username === '' && password === '' ? null : 'has_password';
}

/** How long a receiver may take to answer, in ms. */
export const answerWithinMs = 5_000;

const minute = 60;
const hour = 60 * minute;

/** Seconds from each failed try to the next: eleven tries within 24 hours. */
export const pauses = [5, 30, 2 * minute, 10 * minute, 30 * minute, hour, 2 * hour, 4 * hour, 8 * hour, 8 * hour];

/** Seconds until the next try after `tries` failed ones, or null when that was the last. */
export function nextPause(tries: number): number | null {
  return pauses[tries - 1] ?? null;
}

/** What came back from a receiver: its status, or why there is none. */
export type Reply = { status: number | null; error: string | null; ms: number };

/** Only 2xx means that the receiver has it: a redirect is not followed. */
export function isTaken({ status }: Pick<Reply, 'status'>): boolean {
  return status !== null && status >= 200 && status < 300;
}

/** A receiver that answers 410 Gone wants nothing more. */
export function isGone({ status }: Pick<Reply, 'status'>): boolean {
  return status === 410;
}

/** A reply in a few words, as the log and the notice say it. */
export function replyText({ status, error }: Pick<Reply, 'status' | 'error'>): string {
  return status === null ? (error ?? 'no answer') : `HTTP ${status}`;
}

/** What is told of an order; whoever announces one has all of it at hand. */
export type AnnouncedOrder = OrderNotes & {
  id: string;
  orderNumber: string;
  status: string;
  paymentStatus: string;
  holdReason: string | null;
  placedAt: Date;
  shippedAt: Date | null;
  deliveredAt: Date | null;
  email: string;
  customer: { firstName: string; lastName: string; phone: string };
  shippingAddress: Address;
  shippingOption: { name: string } | null;
  carrierName: string | null;
  trackingNumber: string | null;
  subtotalCents: Cents;
  discountCents: Cents;
  shippingCents: Cents;
  taxCents: Cents;
  totalCents: Cents;
  capturedCents: Cents;
  returnedCents: Cents;
  items: readonly {
    productId: string;
    name: string;
    quantity: number;
    unitPriceCents: Cents;
    discountCents: Cents;
    taxCents: Cents;
    totalCents: Cents;
  }[];
};

/** An order as other systems read it, over the API and in webhooks; every amount in cents of a US dollar. */
export function orderRecord(order: AnnouncedOrder) {
  const { customer, shippingAddress: place } = order;
  return {
    number: order.orderNumber,
    status: order.status,
    payment_status: order.paymentStatus,
    hold_reason: order.holdReason,
    placed_at: order.placedAt.toISOString(),
    shipped_at: order.shippedAt?.toISOString() ?? null,
    delivered_at: order.deliveredAt?.toISOString() ?? null,
    email: order.email,
    customer: { first_name: customer.firstName, last_name: customer.lastName, phone: customer.phone },
    shipping_address: {
      street: place.street,
      line2: place.line2 ?? null,
      city: place.city,
      state: place.state,
      postal_code: place.postalCode,
      country: place.country,
    },
    ...notesOnWire(order),
    shipping_method: order.shippingOption?.name ?? null,
    carrier: order.carrierName,
    tracking_number: order.trackingNumber,
    currency: 'usd' as const,
    subtotal_cents: order.subtotalCents,
    discount_cents: order.discountCents,
    shipping_cents: order.shippingCents,
    tax_cents: order.taxCents,
    total_cents: order.totalCents,
    captured_cents: order.capturedCents,
    returned_cents: order.returnedCents,
    items: order.items.map((item) => ({
      product_id: item.productId,
      name: item.name,
      quantity: item.quantity,
      unit_price_cents: item.unitPriceCents,
      discount_cents: item.discountCents,
      tax_cents: item.taxCents,
      total_cents: item.totalCents,
    })),
  };
}

/** The body of a webhook: the same bytes on every try, since they are what is signed. */
export function messageBody(type: string, at: Date, order: AnnouncedOrder): string {
  return JSON.stringify({ type, timestamp: at.toISOString(), data: { order: orderRecord(order) } });
}
