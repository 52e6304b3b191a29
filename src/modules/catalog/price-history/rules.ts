import type { Cents } from '#shared/money.ts';

import { unitPrice } from '../rules.ts';

const dayMs = 24 * 60 * 60 * 1000;
/** How far back the price before a reduction is looked for, in days. */
export const referenceDays = 30;

export type PricePoint = { priceCents: Cents; salePriceCents: Cents | null; at: Date };

/**
 * The lowest price (cents) at which a unit was sold in the 30 days before `moment`, from all prices of the product in any order;
 * a price holds until the next. Null when it was not sold before.
 */
export function lowestPriceBefore(history: readonly PricePoint[], moment: Date): Cents | null {
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
  return goesOn ? before.referencePriceCents : lowestPriceBefore(history, now);
}

/** The price (cents) that may stand struck through beside a sale price: never above the regular one, null when nothing is saved. */
export function comparedPrice(product: Prices & { referencePriceCents: Cents | null }): Cents | null {
  const { priceCents, salePriceCents, referencePriceCents } = product;
  if (salePriceCents === null || referencePriceCents === null) return null;
  const compared = Math.min(priceCents, referencePriceCents);
  return compared > salePriceCents ? compared : null;
}
