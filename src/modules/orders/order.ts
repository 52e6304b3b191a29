import type { z } from 'zod';

import type { Bill } from '#shared/bill-lines.ts';
import type { Cents } from '#shared/money.ts';
import { addressLines, type Address } from '#shared/address.ts';
import { countryName, regionCode, regionsOf } from '#shared/countries.ts';

import type { orderRecord } from './order-record.schema.ts';

export type OrderView = z.infer<typeof orderRecord>;
export type Customer = OrderView['customer'];
export type OrderItem = OrderView['items'][number];

/** Returns name and address as on an envelope, line by line. */
export function envelope({ firstName, lastName }: Customer, address: Address): string[] {
  return [`${firstName} ${lastName}`.trim(), ...addressLines(address)].filter(Boolean);
}

export type OrderShipping = NonNullable<OrderView['shippingOption']>;
export type OrderTax = NonNullable<OrderView['tax']>;
export type OrderDiscount = NonNullable<OrderView['promotion']>;

type Reduced = Pick<OrderView, 'promotion' | 'couponDiscount' | 'discountCents'>;

/**
 * Returns the rest of a total that is too small to charge, as a reduction besides promotion and
 * code; null if there is none.
 */
export function waiverOf({ promotion, couponDiscount, discountCents }: Reduced): OrderDiscount | null {
  const amountCents = discountCents - (promotion?.amountCents ?? 0) - (couponDiscount?.amountCents ?? 0);
  return amountCents > 0 ? { code: '', name: 'Too small to charge', amountCents } : null;
}

/**
 * Returns the reductions of a bill, in its order: promotion, code, waiver. They add up to
 * `discountCents`.
 */
export function reductionsOf(order: Reduced): OrderDiscount[] {
  return [order.promotion, order.couponDiscount, waiverOf(order)].filter((one) => one !== null);
}

type Billed = Reduced &
  Pick<OrderView, 'subtotalCents' | 'shippingOption' | 'shippingCents' | 'taxCents' | 'tax' | 'totalCents'>;

/** Returns the parts of an order's total, as the order stores them. */
export function billOf(order: Billed): Bill {
  const { subtotalCents, shippingOption, shippingCents, taxCents, tax, totalCents } = order;
  return {
    subtotalCents,
    reductions: reductionsOf(order).map(({ name, amountCents }) => ({ name, amountCents })),
    shipping: { name: shippingOption?.name ?? 'Shipping', amountCents: shippingCents },
    taxCents,
    taxIncluded: tax?.inclusive === true ? { name: tax.name, amountCents: tax.amountCents } : null,
    totalCents,
  };
}

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

type Returned = Pick<OrderView, 'tax' | 'taxCents' | 'shippingCents' | 'capturedCents' | 'returnedCents'>;

/**
 * Returns the tax in the returned money, in cents, rounded once. It is the share of the goods,
 * which are taxed. Shipping is not taxed, and is returned last.
 */
export function returnedTax({ tax, taxCents, shippingCents, capturedCents, returnedCents }: Returned): Cents {
  const goods = capturedCents - shippingCents;
  if (goods <= 0) return 0;
  return Math.round(((tax?.amountCents ?? taxCents) * Math.min(returnedCents, goods)) / goods);
}

/** Returns the day from which the business days of the shipping option are counted. */
export function deliveryStart(order: Pick<OrderView, 'placedAt' | 'shippedAt'>): Date {
  return order.shippedAt ?? order.placedAt;
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/**
 * Returns the period of purchases that visitors may see: after `from`, and up to `until`, 30
 * minutes ago.
 */
export function purchaseWindow(now: Date): { from: Date; until: Date } {
  return { from: new Date(now.getTime() - 7 * dayMs), until: new Date(now.getTime() - 30 * minuteMs) };
}

const plural = (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 's'} ago`;

/**
 * Returns the age in whole hours or days. It is no more precise, so that nobody recognizes an order
 * by its minute.
 */
export function timeSince(at: Date, now: Date): string {
  const past = now.getTime() - at.getTime();
  if (past < hourMs) return 'within the last hour';
  return past < dayMs ? plural(Math.floor(past / hourMs), 'hour') : plural(Math.floor(past / dayMs), 'day');
}

/** Returns the name of a state; undefined for a military post box, which is no location. */
function stateName(country: string, typed: string): string | undefined {
  const code = regionCode(country, typed);
  const name = regionsOf(country).find((region) => region.code === code)?.name;
  return name?.startsWith('Armed Forces') === true ? undefined : name;
}

/**
 * Returns 'in Texas' for the United States, else the country. Never returns a town or text that
 * someone typed.
 */
export function placeOf({ state, country }: Pick<Address, 'state' | 'country'>): string {
  const named = country === 'US' ? stateName(country, state) : undefined;
  const land = countryName(country);
  return `in ${named ?? (['US', 'GB'].includes(country) ? `the ${land}` : land)}`;
}

type Ended = { status: OrderStatus; paymentStatus: PaymentStatus; holdReason: string | null };

/**
 * True when an order needs no further work, so that its customer need not be reachable any more.
 */
export function isClosed({ status, paymentStatus, holdReason }: Ended): boolean {
  if (holdReason !== null) return false;
  return status === 'completed' || status === 'cancelled' || paymentStatus === 'refunded';
}
