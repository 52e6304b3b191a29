import { AddToCart } from '#modules/cart/ui/add-to-cart.tsx';
import { unitPrice, type Product } from '#modules/catalog/rules.ts';
import { formatUsd } from '#shared/money.ts';

/** Add to Cart with the price in it; a failure is told in friendly words. */
export function Buy({ product, className }: { product: Product; className: string }) {
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
      Add to Cart - {formatUsd(price).replace(/\.00$/, '')}
    </AddToCart>
  );
}
