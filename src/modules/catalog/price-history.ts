import type { Cents } from '#shared/money.ts';

import { unitPrice } from './product.ts';

const dayMs = 24 * 60 * 60 * 1000;
/** Days before a sale in which the lowest price is the reference. */
export const referenceDays = 30;

/** Duration, in ms, below which a price without sales counts as a slip. */
const slipMs = 60 * 60 * 1000;

/** Start of the period whose prices count for a comparison made now. */
export const comparedSince = (now: Date) => new Date(now.getTime() - referenceDays * dayMs);

export type PricePoint = { priceCents: Cents; salePriceCents: Cents | null; at: Date };

/** A price of the history with its reference price. */
export type KnownPrice = PricePoint & { referencePriceCents: Cents | null };

/** Last time that a unit was sold at a price (cents). */
export type LastSale = { unitPriceCents: Cents; at: Date };

type Slips = { lastSales: readonly LastSale[]; now: Date };

/** True for a price of a history, oldest first, that another replaced within an hour. */
function isShort(past: readonly PricePoint[], index: number, now: Date): boolean {
  const from = past[index]?.at ?? now;
  return index > 0 && (past[index + 1]?.at ?? now).getTime() - from.getTime() < slipMs;
}

/**
 * Returns the unit prices, in cents, that are slips unless a unit was sold at them. Without those
 * that ended before a comparison made now. `history` is newest first.
 */
export function possibleSlips(history: readonly PricePoint[], now: Date): Cents[] {
  const past = history.toReversed();
  const isCompared = (index: number) => (past[index + 1]?.at ?? now) > comparedSince(now);
  const slips = past.filter((_point, index) => isCompared(index) && isShort(past, index, now));
  return [...new Set(slips.map(unitPrice))];
}

/**
 * Removes slips from a history given newest first. Returns the rest oldest first. The initial price
 * is never a slip.
 */
export function withoutSlips<P extends PricePoint>(history: readonly P[], { lastSales, now }: Slips): P[] {
  const past = history.toReversed();
  const isSold = (point: P) =>
    lastSales.some(({ unitPriceCents, at }) => unitPriceCents === unitPrice(point) && at >= point.at);
  return past.filter((point, index) => !isShort(past, index, now) || isSold(point));
}

/**
 * Lowest price (cents) in the 30 days before `moment`. `history` holds all prices of the product,
 * in any order. A price applies until the next one. Null if there was no price before `moment`.
 */
export function minPriceBefore(history: readonly PricePoint[], moment: Date): Cents | null {
  const from = moment.getTime() - referenceDays * dayMs;
  const past = history.filter(({ at }) => at < moment).toSorted((a, b) => a.at.getTime() - b.at.getTime());
  const held = past.filter((_point, index) => (past[index + 1]?.at.getTime() ?? moment.getTime()) > from);
  return held.length === 0 ? null : Math.min(...held.map(unitPrice));
}

type Prices = Pick<PricePoint, 'priceCents' | 'salePriceCents'>;
type PriceEdit = {
  before: Prices & { referencePriceCents: Cents | null };
  after: Prices;
  history: readonly PricePoint[];
  now: Date;
};

/**
 * Reference price of a new sale price, in cents: the lowest price of the 30 days before the
 * reduction. A further reduction keeps the first reference. Null without a sale, or if there was no
 * price before.
 */
export function referenceAfter({ before, after, history, now }: PriceEdit): Cents | null {
  if (after.salePriceCents === null) return null;
  const goesOn = before.salePriceCents !== null && after.salePriceCents <= before.salePriceCents;
  return goesOn ? before.referencePriceCents : minPriceBefore(history, now);
}

/**
 * Moment after which a sale is no longer compared with the lowest price of the 30 days before
 * `now`. `history` is oldest first.
 */
export function minPriceEnd(history: readonly PricePoint[], now: Date): Date {
  const minPrice = minPriceBefore(history, now);
  const last = history.findLastIndex((point) => unitPrice(point) === minPrice);
  return new Date((history[last + 1]?.at ?? now).getTime() + referenceDays * dayMs);
}

/**
 * Struck-through price (cents) to show beside a sale price. Never above the regular price; null if
 * nothing is saved.
 */
export function compareAtPrice(product: Prices & { referencePriceCents: Cents | null }): Cents | null {
  const { priceCents, salePriceCents, referencePriceCents } = product;
  if (salePriceCents === null || referencePriceCents === null) return null;
  const compared = Math.min(priceCents, referencePriceCents);
  return compared > salePriceCents ? compared : null;
}
