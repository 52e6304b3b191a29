import { quantityCap, unitPrice, type SoldProduct } from '#modules/catalog/rules.ts';

export type CartLine = { id: string; quantity: number; product: SoldProduct };

/** A line as the promotion sees it: products on sale take part. */
export function pricedLine({ quantity, product }: Pick<CartLine, 'quantity' | 'product'>) {
  return {
    quantity,
    unitPriceCents: unitPrice(product),
    promoted: product.salePriceCents !== null && product.promotionOn,
  };
}

/** Quantity of one line after two carts become one: both added, within what can be promised. */
export function mergedQuantity(kept: number, added: number, available: number | null): number {
  return Math.max(kept, Math.min(kept + added, quantityCap(available)));
}

/** 'Only 3 left in stock!' for the shopper who asks for more than there is. */
export function onlyLeft(available: number): string {
  return `Only ${available} left in stock!`;
}
