import { isSoldOut, quantityCap } from '#modules/catalog/rules.ts';
import { basisPointsOf, type Cents } from '#shared/money.ts';

export type DiscountCode = {
  id: string;
  code: string;
  name: string;
  type: 'percent' | 'fixed' | 'free_shipping' | 'free_order';
  /** Basis points for percent, cents for fixed. */
  value: number;
  minSubtotalCents: Cents;
  startsAt: Date | null;
  endsAt: Date | null;
  maxUses: number | null;
  maxUsesPerCustomer: number | null;
  used: number;
  held: number;
  /** The one cart that may use it; null when every cart may. */
  cartId: string | null;
  demoOnly: boolean;
  isActive: boolean;
};

export type CodeRefusal = 'unknown_code' | 'code_expired' | 'below_minimum' | 'used_up' | 'used_by_you';

/** The form in which codes are stored and compared. */
export function normalCode(code: string): string {
  return code.trim().toUpperCase();
}

/** Longest code that can be typed. */
export const longestCode = 50;

/** What is wrong with a code as it was typed, or null: letters, digits, dashes and underscores, 50 at most. */
export function codeIssue(typed: string): string | null {
  const code = normalCode(typed);
  if (code === '') return 'Please enter a discount code';
  if (code.length > longestCode) return `A discount code has at most ${longestCode} characters`;
  return /^[A-Z0-9_-]+$/.test(code) ? null : 'A discount code has only letters, digits, dashes and underscores';
}

const typeable = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';

/** The prefix and 8 characters without look-alikes, from at least 8 random bytes: 32^8 codes, none tells of another. */
export function issuedCode(prefix: string, random: Uint8Array): string {
  const letters = Array.from(random.subarray(0, 8), (byte) => typeable[byte % typeable.length]);
  return normalCode(`${prefix}-${letters.join('')}`);
}

/** Why a code does not apply to a subtotal (cents) at a moment, or null; how often it was used is decided by the database. */
export function codeRefusal(
  code: DiscountCode,
  subtotal: Cents,
  now: Date,
  shopMode: 'demo' | 'live',
): CodeRefusal | null {
  if (!code.isActive || (code.demoOnly && shopMode === 'live')) return 'unknown_code';
  if (code.startsAt !== null && now < code.startsAt) return 'unknown_code';
  if (code.endsAt !== null && now >= code.endsAt) return 'code_expired';
  if (subtotal < code.minSubtotalCents) return 'below_minimum';
  return null;
}

/** What a code takes off goods of this value, in cents, rounded once and never more than the goods. */
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

/** Whether a code also makes shipping free. */
export function codeFreesShipping(code: Pick<DiscountCode, 'type'>): boolean {
  return code.type === 'free_shipping' || code.type === 'free_order';
}

export const promotionName = 'Buy 2 Get 1 Free';

/** The automatic promotion runs while the product has a sale price and nobody has switched it off. */
export function promotionActive(product: { salePriceCents: Cents | null; promotionOn: boolean }): boolean {
  return product.salePriceCents !== null && product.promotionOn;
}

/** Whether a page may offer it: not while there is nothing to buy two of. */
export function promotionOffered(
  product: Parameters<typeof promotionActive>[0] & { available: number | null },
): boolean {
  return promotionActive(product) && !isSoldOut(product);
}

export type PricedLine = { quantity: number; unitPriceCents: Cents; promoted: boolean };

/** Cents that 'Buy 2 Get 1 Free' takes off each line: every third promoted unit is free, cheapest units first. */
export function promotionShares(lines: readonly PricedLine[]): Cents[] {
  const units = lines.reduce((sum, line) => sum + (line.promoted ? line.quantity : 0), 0);
  let free = Math.floor(units / 3);
  const shares = lines.map(() => 0);
  const cheapestFirst = lines
    .map((line, index) => ({ ...line, index }))
    .filter((line) => line.promoted)
    .toSorted((a, b) => a.unitPriceCents - b.unitPriceCents || a.index - b.index);
  for (const line of cheapestFirst) {
    const freeHere = Math.min(free, line.quantity);
    shares[line.index] = freeHere * line.unitPriceCents;
    free -= freeHere;
  }
  return shares;
}

type Unit = PricedLine & { available: number | null };

/** What the promotion takes off, in cents, and the line of which one more unit is free, if there is such a unit. */
export function promotionIn<Line extends Unit>(lines: readonly Line[]): { offCents: Cents; nextFree: Line | null } {
  const offCents = promotionShares(lines).reduce((sum, share) => sum + share, 0);
  const more = lines.filter(({ promoted, quantity, available }) => promoted && quantity < quantityCap(available));
  const nextFree = more.find((line) => {
    const grown = lines.map((one) => (one === line ? { ...one, quantity: one.quantity + 1 } : one));
    return promotionShares(grown).reduce((sum, share) => sum + share, 0) - offCents === line.unitPriceCents;
  });
  return { offCents, nextFree: nextFree ?? null };
}

/** Value of the goods after the automatic promotion, in cents: what a code's minimum and percentage are applied to. */
export function goodsAfterPromotion(lines: readonly PricedLine[]): Cents {
  const shares = promotionShares(lines);
  return lines.reduce((sum, line, i) => sum + line.unitPriceCents * line.quantity - (shares[i] ?? 0), 0);
}
