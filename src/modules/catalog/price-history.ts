import type { Cents } from '#shared/money.ts';

import { unitPrice } from './product.ts';

const dayMs = 24 * 60 * 60 * 1000;
/** How far back the price before a reduction is looked for, in days. */
export const referenceDays = 30;

/** A price that stood shorter than this, and at which nothing was sold, was a slip. */
const slipMs = 60 * 60 * 1000;

/** The moment from which prices count for a comparison that is made now. */
export const comparedSince = (now: Date) => new Date(now.getTime() - referenceDays * dayMs);

export type PricePoint = { priceCents: Cents; salePriceCents: Cents | null; at: Date };

/** A price of the history, and what it was compared with. */
export type KnownPrice = PricePoint & { referencePriceCents: Cents | null };

/** When a unit was last sold at a price, in cents. */
export type LastSale = { unitPriceCents: Cents; at: Date };

type Slips = { lastSales: readonly LastSale[]; now: Date };

/** The prices without slips, oldest first, from all of them newest first. What the product began with is none. */
export function withoutSlips<P extends PricePoint>(history: readonly P[], { lastSales, now }: Slips): P[] {
  const past = history.toReversed();
  return past.filter((point, place) => {
    const end = past[place + 1]?.at ?? now;
    const isSold = lastSales.some(({ unitPriceCents, at }) => unitPriceCents === unitPrice(point) && at >= point.at);
    return place === 0 || isSold || end.getTime() - point.at.getTime() >= slipMs;
  });
}

/**
 * The lowest price (cents) that was asked in the 30 days before `moment`, from all prices of the product in any order; a price holds
 * until the next. Null when none was asked before.
 */
export function minPriceBefore(history: readonly PricePoint[], moment: Date): Cents | null {
  const from = moment.getTime() - referenceDays * dayMs;
  const past = history.filter(({ at }) => at < moment).toSorted((a, b) => a.at.getTime() - b.at.getTime());
  const held = past.filter((_point, place) => (past[place + 1]?.at.getTime() ?? moment.getTime()) > from);
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
 * What a new sale price may be compared with, in cents: the lowest price of the 30 days before the reduction began. A further
 * reduction keeps the first comparison; without a sale, or when nothing was sold before, there is none.
 */
export function referenceAfter({ before, after, history, now }: PriceEdit): Cents | null {
  if (after.salePriceCents === null) return null;
  const goesOn = before.salePriceCents !== null && after.salePriceCents <= before.salePriceCents;
  return goesOn ? before.referencePriceCents : minPriceBefore(history, now);
}

/** From when on a sale is no longer compared with the lowest price of the 30 days before `now`; `history` is oldest first. */
export function minPriceEnd(history: readonly PricePoint[], now: Date): Date {
  const lowest = minPriceBefore(history, now);
  const last = history.findLastIndex((point) => unitPrice(point) === lowest);
  return new Date((history[last + 1]?.at ?? now).getTime() + referenceDays * dayMs);
}

/** The price (cents) that may stand struck through beside a sale price: never above the regular one, null when nothing is saved. */
export function comparedPrice(product: Prices & { referencePriceCents: Cents | null }): Cents | null {
  const { priceCents, salePriceCents, referencePriceCents } = product;
  if (salePriceCents === null || referencePriceCents === null) return null;
  const compared = Math.min(priceCents, referencePriceCents);
  return compared > salePriceCents ? compared : null;
}
