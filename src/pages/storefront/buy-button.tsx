import { AddToCart } from '#modules/cart/ui/add-to-cart.tsx';
import type { Addition } from '#modules/cart/ui/cart-store.ts';
import { isSoldOut, unitPrice, type Product } from '#modules/catalog/product.ts';
import { NotifyMe } from '#modules/marketing/ui/capture-buttons.tsx';
import { wholePrice } from '#shared/money.ts';

type BuyProps = { product: Product; className?: string; showPrice?: boolean; tone?: Addition['tone'] };

/**
 * Add to Cart button, with the price unless it is shown beside it.
 * A sold-out product gets the back-in-stock form instead.
 */
export function BuyButton({ product, className = '', showPrice = true, tone = 'friendly' }: BuyProps) {
  if (isSoldOut(product)) {
    return (
      <div className={className}>
        <NotifyMe />
      </div>
    );
  }
  return (
    <AddToCart productId={product.id} tone={tone} className={className}>
      {`Add to Cart${showPrice ? ` - ${wholePrice(unitPrice(product))}` : ''}`}
    </AddToCart>
  );
}
