import type { PricedLine } from '#modules/promotions/promotion-kinds.ts';
import type { RunningPromotion } from '#modules/promotions/promotions.ts';
import { quantityCap, unitPrice, type SoldProduct } from '#modules/catalog/product.ts';

export type CartLine = { id: string; quantity: number; product: SoldProduct };

type Line = Pick<CartLine, 'quantity' | 'product'>;

/** The line as promotions see it. Only products on sale count for promotions. */
export function pricedLine({ quantity, product }: Line): PricedLine {
  return { quantity, unitPriceCents: unitPrice(product), promoted: product.salePriceCents !== null };
}

/** Promotions that were running when the lines were read. Every product carries the same list. */
export function promotionsOf(lines: readonly Line[]): readonly RunningPromotion[] {
  return lines[0]?.product.promotions ?? [];
}

/**
 * Quantity of a line after merging two carts: the sum, capped by available stock, and never less
 * than either cart had.
 */
export function mergedQuantity(present: number, added: number, available: number | null): number {
  return Math.max(present, added, Math.min(present + added, quantityCap(available)));
}

/** Message for a shopper who asks for more units than are available: 'Only 3 left in stock!'. */
export function onlyLeft(available: number): string {
  return `Only ${available} left in stock!`;
}
