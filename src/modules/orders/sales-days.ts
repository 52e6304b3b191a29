import type { Cents } from '#shared/money.ts';
import { dayAfter } from '#shared/shop-time.ts';

import { figureDimensions } from './list-orders.ts';

/** Days of the shop's time zone, both included. */
export type Days = { from: string; to: string };

/** Dimensions of the sums of a day. `refunded` has the orders of which money went back. */
export const salesDimensions = ['all', 'product', 'refunded', ...figureDimensions] as const;
export type SalesDimension = (typeof salesDimensions)[number];

/** Sales of some days. Refunds count on the day on which they were made. */
export type Sales = {
  /** Paid and free orders. */
  orders: number;
  paidOrders: number;
  units: number;
  /** Payments captured for orders of these days, with shipping and tax, before refunds. */
  grossCents: Cents;
  /** Refunds and lost disputes of these days, positive. */
  refundedCents: Cents;
};

export const noSales: Sales = { orders: 0, paidOrders: 0, units: 0, grossCents: 0, refundedCents: 0 };

export const added = (a: Sales, b: Sales): Sales => ({
  orders: a.orders + b.orders,
  paidOrders: a.paidOrders + b.paidOrders,
  units: a.units + b.units,
  grossCents: a.grossCents + b.grossCents,
  refundedCents: a.refundedCents + b.refundedCents,
});

/**
 * Returns the revenue of some days: captured payments of their orders, minus the refunds made on
 * these days.
 */
export const revenueOf = ({ grossCents, refundedCents }: Pick<Sales, 'grossCents' | 'refundedCents'>): Cents =>
  grossCents - refundedCents;

/** Returns the average payment per paid order before refunds, in whole cents. 0 without any. */
export function averageOrder({ grossCents, paidOrders }: Pick<Sales, 'grossCents' | 'paidOrders'>): Cents {
  return paidOrders === 0 ? 0 : Math.round(grossCents / paidOrders);
}

/** Sums of one country, state and month, in cents. Those of returns are negative. */
export type TaxRow = {
  /** Month of the shop's time zone, such as '2026-11'. */
  month: string;
  country: string;
  state: string;
  orders: number;
  goodsCents: Cents;
  shippingCents: Cents;
  taxCents: Cents;
  refundCents: Cents;
  disputeCents: Cents;
  returnedTaxCents: Cents;
};

const dayMs = 86_400_000;

/** Returns the day so many days later. */
export const shifted = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10);

/** Max parts of a range that one statement counts live. */
const maxSpans = 12;

/**
 * Returns the parts of a range that are not among the counted days, which are ascending, and the
 * counted days outside of these parts. Many parts become one.
 */
export function liveParts({ from, to }: Days, counted: readonly string[]): { counted: string[]; live: Days[] } {
  const live: Days[] = [];
  let next = from;
  for (const day of counted) {
    if (day > next) live.push({ from: next, to: shifted(day, -1) });
    next = dayAfter(day);
  }
  if (next <= to) live.push({ from: next, to });
  const [first, last] = [live[0], live.at(-1)];
  if (live.length <= maxSpans || first === undefined || last === undefined) return { counted: [...counted], live };
  const whole = { from: first.from, to: last.to };
  return { counted: counted.filter((day) => day < whole.from || day > whole.to), live: [whole] };
}
