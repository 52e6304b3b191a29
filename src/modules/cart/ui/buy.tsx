import { unitPrice, type Product } from '#modules/catalog/rules.ts';
import { wholePrice } from '#shared/money.ts';

import { AddToCart } from './add-to-cart.tsx';

type BuyProps = { product: Product; className?: string; showPrice?: boolean };

/** Add to Cart where the shop courts a visitor, with the price in it unless that stands beside it. */
export function Buy({ product, className = '', showPrice = true }: BuyProps) {
  const price = unitPrice(product);
  return (
    <AddToCart
      productId={product.id}
      name={product.name}
      priceCents={price}
      tone="friendly"
      soldOut={product.available === 0}
      className={className}
    >
      Add to Cart{showPrice ? ` - ${wholePrice(price)}` : ''}
    </AddToCart>
  );
}
