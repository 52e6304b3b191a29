import { compareAtPrice } from '#modules/catalog/price-history.ts';
import { unitPrice } from '#modules/catalog/product.ts';
import { goodsPromotions } from '#modules/promotions/promotions.ts';
import { centsToDollars } from '#shared/money.ts';

import { pricedLine, promotionsOf, type CartLine } from './cart-line.ts';
import type { CartLineWire, CartWire } from './cart.schema.ts';
import { linesFor, type HeldUnits } from './cart.server.ts';

function lineOnWire(line: CartLine): CartLineWire {
  const { id, quantity, product } = line;
  return {
    id,
    product_id: product.id,
    quantity,
    product: {
      name: product.name,
      price: centsToDollars(compareAtPrice(product) ?? unitPrice(product)),
      sale_price: product.salePriceCents === null ? null : centsToDollars(product.salePriceCents),
      image_url: product.imageUrl,
    },
    available: product.available,
    promoted: pricedLine(line).promoted && goodsPromotions(product.promotions).length > 0,
  };
}

/** Returns a visitor's cart as browsers read it. */
export async function cartOnWire(lines: CartLine[], readHeld: () => ReturnType<HeldUnits>): Promise<CartWire> {
  const promotions = [...promotionsOf(lines)];
  const items = (await linesFor(lines, readHeld)).map(lineOnWire);
  return { items, ...(promotions.length === 0 ? {} : { promotions }) };
}
