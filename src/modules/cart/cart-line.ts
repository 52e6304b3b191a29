import type { PricedLine, RunningPromotion } from '#modules/promotions/promotions.ts';
import { quantityCap, unitPrice, type SoldProduct } from '#modules/catalog/product.ts';

export type CartLine = { id: string; quantity: number; product: SoldProduct };

type Line = Pick<CartLine, 'quantity' | 'product'>;

/** A line as promotions see it: products on sale take part. */
export function pricedLine({ quantity, product }: Line): PricedLine {
  return { quantity, unitPriceCents: unitPrice(product), promoted: product.salePriceCents !== null };
}

/** The promotions that ran when lines were read: with every product the same. */
export function promotionsOf(lines: readonly Line[]): readonly RunningPromotion[] {
  return lines[0]?.product.promotions ?? [];
}

/** Quantity of one line after two carts become one: both added, within what can be promised, and never less than either had. */
export function mergedQuantity(kept: number, added: number, available: number | null): number {
  return Math.max(kept, added, Math.min(kept + added, quantityCap(available)));
}

/** 'Only 3 left in stock!' for the shopper who asks for more than there is. */
export function onlyLeft(available: number): string {
  return `Only ${available} left in stock!`;
}
