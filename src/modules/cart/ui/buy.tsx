import { unitPrice, type Product } from '#modules/catalog/rules.ts';
import { wholePrice } from '#shared/money.ts';

import { AddToCart } from './add-to-cart.tsx';
import type { Addition } from './cart-store.ts';

type BuyProps = { product: Product; className?: string; showPrice?: boolean; tone?: Addition['tone'] };

/** Add to Cart where the shop courts a visitor, with the price in it unless that stands beside it. */
export function Buy({ product, className = '', showPrice = true, tone = 'friendly' }: BuyProps) {
  const price = unitPrice(product);
  return (
    <AddToCart
      productId={product.id}
      name={product.name}
      priceCents={price}
      tone={tone}
      soldOut={product.available === 0}
      className={className}
    >
      Add to Cart{showPrice ? ` - ${wholePrice(price)}` : ''}
    </AddToCart>
  );
}
