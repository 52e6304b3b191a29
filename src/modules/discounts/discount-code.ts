import { isSoldOut, quantityCap } from '#modules/catalog/product.ts';
import { basisPointsOf, type Cents } from '#shared/money.ts';

import type { PricedLine } from '#modules/promotions/promotion-kinds.ts';
import {
  goodsPromotions,
  promotionLabel,
  promotionsOff,
  type RunningPromotion,
} from '#modules/promotions/promotions.ts';
import type { discountCodes } from './tables.server.ts';
import { normalCode } from './code-format.ts';

export type DiscountCode = Omit<typeof discountCodes.$inferSelect, 'createdAt'>;

export type CodeRefusal = 'unknown_code' | 'code_expired' | 'below_minimum' | 'used_up' | 'used_by_you';

const typeable = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';

/**
 * Returns the prefix and 8 characters without look-alikes, from at least 8 random bytes. With 32^8
 * codes, none reveals another.
 */
export function issuedCode(prefix: string, random: Uint8Array): string {
  const characters = Array.from(random.subarray(0, 8), (byte) => typeable[byte % typeable.length]);
  return normalCode(`${prefix}-${characters.join('')}`);
}

/** True for a single-use code in the form that `issuedCode` gives it. */
export const isUnguessable = ({ code, maxUses }: Pick<DiscountCode, 'code' | 'maxUses'>) =>
  maxUses === 1 && /-[2-9A-HJ-NP-Z]{8}$/.test(code);

type Use = { goods: Cents; now: Date; shopMode: 'demo' | 'live' };

/**
 * Returns why a code does not apply to goods (cents) at a moment, or null. The database decides
 * whether a use is left.
 */
export function codeRefusal(code: DiscountCode, { goods, now, shopMode }: Use): CodeRefusal | null {
  if (!code.isActive || (code.demoOnly && shopMode === 'live')) return 'unknown_code';
  if (code.startsAt !== null && now < code.startsAt) return 'unknown_code';
  if (code.endsAt !== null && now >= code.endsAt) return 'code_expired';
  if (goods < code.minSubtotalCents) return 'below_minimum';
  return null;
}

/**
 * Amount a code takes off goods of this value, in cents, rounded once and never more than the
 * goods.
 */
export function codeAmount(code: Pick<DiscountCode, 'type' | 'value'>, goods: Cents): Cents {
  switch (code.type) {
    case 'percent':
      return Math.min(goods, basisPointsOf(goods, code.value));
    case 'fixed':
      return Math.min(goods, code.value);
    case 'free_order':
      return goods;
    case 'free_shipping':
      return 0;
  }
}

/** True when a code also makes shipping free. */
export function codeFreesShipping(code: Pick<DiscountCode, 'type'>): boolean {
  return code.type === 'free_shipping' || code.type === 'free_order';
}

type Offered = { salePriceCents: Cents | null; promotions: readonly RunningPromotion[]; available: number | null };

/**
 * Label of the promotion to show beside a price. Null if no promotion applies to the product, or if
 * it is sold out.
 */
export function promotionOffered(product: Offered): string | null {
  if (product.salePriceCents === null || isSoldOut(product)) return null;
  return goodsPromotions(product.promotions).map(promotionLabel)[0] ?? null;
}

type Unit = PricedLine & { available: number | null };

const sum = (amounts: readonly Cents[]) => amounts.reduce((a, b) => a + b, 0);

/**
 * Returns what promotions take off (cents), their labels, and the line of which the next unit would
 * be free, or the one after it, if any.
 */
export function promotionIn<Line extends Unit>(promotions: readonly RunningPromotion[], lines: readonly Line[]) {
  const { shares, labels } = promotionsOff(promotions, lines);
  const offCents = sum(shares);
  const freeAfter = (more: number) =>
    lines.find((line) => {
      if (!line.promoted || line.quantity + more > quantityCap(line.available)) return false;
      const grown = lines.map((one) => (one === line ? { ...one, quantity: one.quantity + more } : one));
      return sum(promotionsOff(promotions, grown).shares) - offCents === line.unitPriceCents;
    }) ?? null;
  const nextFree = freeAfter(1);
  return { offCents, labels, nextFree, secondNextFree: nextFree === null ? freeAfter(2) : null };
}

/**
 * Value of the goods after automatic promotions, in cents. A code's minimum and percentage apply to
 * it.
 */
export function goodsAfterPromotions(promotions: readonly RunningPromotion[], lines: readonly PricedLine[]): Cents {
  const gross = lines.map(({ unitPriceCents, quantity }) => unitPriceCents * quantity);
  return sum(gross) - sum(promotionsOff(promotions, lines).shares);
}
