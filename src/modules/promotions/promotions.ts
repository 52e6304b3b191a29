import type { Cents } from '#shared/money.ts';

import { buyXGetY } from './buy-x-get-y.ts';
import { freeShippingOver } from './free-shipping-over.ts';

/** The line as promotions see it. `promoted` is true if its product has a sale price. */
export type PricedLine = { quantity: number; unitPriceCents: Cents; promoted: boolean };

type Value = number | string | readonly string[];
export type PromotionOptions = Readonly<Record<string, Value>>;

/**
 * One field of the admin form. `money` is stored in cents, `shipping` as ids of shipping methods.
 */
type Field<V extends Value> = { label: string } & (V extends number
  ? { type: 'count' | 'money'; usual: number }
  : V extends string
    ? { type: 'text'; usual: string }
    : { type: 'shipping'; usual: readonly string[] });

/**
 * A kind of automatic promotion: its condition, and what it takes off the goods or which shipping
 * methods it makes free.
 */
export type PromotionKind<Options extends PromotionOptions = PromotionOptions> = {
  title: string;
  /** One sentence for the owner. */
  about: string;
  fields: { readonly [Name in keyof Options]: Field<Options[Name]> };
  /** Label in the order summary. */
  label(options: Options): string;
  /** Hint in the cart before the condition is met. `goods` is in cents, after other promotions. */
  hint?(goods: Cents, options: Options): string | null;
  /** Cents off each line. */
  off?(lines: readonly PricedLine[], options: Options): Cents[];
  /** Ids of shipping methods that become free. `goods` is in cents, after promotions and code. */
  frees?(goods: Cents, options: Options): readonly string[];
};

/** A promotion that is enabled and within its dates. */
export type RunningPromotion = { kind: string; options: PromotionOptions };

const kinds: Record<string, PromotionKind> = {
  buy_x_get_y: buyXGetY,
  free_shipping_over: freeShippingOver,
};

export const promotionKinds: ReadonlyMap<string, PromotionKind> = new Map(Object.entries(kinds));

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

/**
 * Returns the promotions that make a shipping method free for goods of this value (cents, after
 * promotions and code).
 */
export function freeingShipping(
  promotions: readonly RunningPromotion[],
  goods: Cents,
  optionId: string,
): RunningPromotion[] {
  return promotions.filter(({ kind, options }) => promotionKinds.get(kind)?.frees?.(goods, options).includes(optionId));
}

/** Hints about promotions within reach, for goods of this value in cents. */
export function promotionHints(promotions: readonly RunningPromotion[], goods: Cents): string[] {
  return promotions.flatMap(({ kind, options }) => promotionKinds.get(kind)?.hint?.(goods, options) ?? []);
}

/** Returns the promotions that take something off goods. A product page may show their names. */
export function goodsPromotions(promotions: readonly RunningPromotion[]): RunningPromotion[] {
  return promotions.filter(({ kind }) => promotionKinds.get(kind)?.off !== undefined);
}
