import type { FreeShipping } from '#modules/shipping/shipping-terms.ts';
import type { Cents } from '#shared/money.ts';

import { promotionKinds, type PricedLine, type PromotionOptions } from './promotion-kinds.ts';

/** A promotion that is enabled and within its dates. */
export type RunningPromotion = { kind: string; options: PromotionOptions };

/** Name of a promotion in the order summary. */
export function promotionLabel({ kind, options }: RunningPromotion): string {
  return promotionKinds.get(kind)?.label(options) ?? kind;
}

type Reduced = { shares: Cents[]; labels: string[] };

/**
 * Returns the cents that promotions take off each line, applied in order and never more than the
 * line costs. Also returns the labels of the promotions that took something off.
 */
export function promotionsOff(promotions: readonly RunningPromotion[], lines: readonly PricedLine[]): Reduced {
  const shares = lines.map(() => 0);
  const labels: string[] = [];
  for (const promotion of promotions) {
    const off = promotionKinds.get(promotion.kind)?.off?.(lines, promotion.options) ?? [];
    let taken = 0;
    for (const [i, { quantity, unitPriceCents }] of lines.entries()) {
      const before = shares[i] ?? 0;
      shares[i] = Math.min(quantity * unitPriceCents, before + (off[i] ?? 0));
      taken += shares[i] - before;
    }
    if (taken > 0) labels.push(promotionLabel(promotion));
  }
  return { shares, labels };
}

/** Returns the offers of free shipping, in the order of the promotions. */
export function freeShippingOffers(promotions: readonly RunningPromotion[]): FreeShipping[] {
  return promotions.flatMap((promotion) => {
    const offer = promotionKinds.get(promotion.kind)?.freesShipping?.(promotion.options);
    return offer === undefined ? [] : [{ ...offer, label: promotionLabel(promotion) }];
  });
}

/** Hints about promotions within reach, for goods of this value in cents. */
export function promotionHints(promotions: readonly RunningPromotion[], goods: Cents): string[] {
  return promotions.flatMap(({ kind, options }) => promotionKinds.get(kind)?.hint?.(goods, options) ?? []);
}

/** Returns the promotions that take something off goods. A product page may show their names. */
export function goodsPromotions(promotions: readonly RunningPromotion[]): RunningPromotion[] {
  return promotions.filter(({ kind }) => promotionKinds.get(kind)?.off !== undefined);
}
