import { AddToCart } from '#modules/cart/ui/add-to-cart.tsx';
import { isSoldOut, type Product } from '#modules/catalog/product.ts';
import { Price } from '#modules/catalog/ui/price.tsx';

import { BundleChoice } from './bundle-choice.tsx';
import { bundlesOf } from './bundles.ts';
import { BuyButton } from './buy-button.tsx';
import { promotionText } from './promotion-text.ts';

/** The tiles with their button, or the buy button alone. */
function BundleTiles({ product }: { product: Product }) {
  const bundles = bundlesOf(product);
  if (isSoldOut(product) || bundles.length === 0) return <BuyButton product={product} />;
  return (
    <AddToCart
      productId={product.id}
      tone="friendly"
      choice={<BundleChoice bundles={bundles} available={product.available} className="mb-4" />}
    >
      Add to Cart
    </AddToCart>
  );
}

type BundleOfferProps = {
  product: Product;
  /** Name of the running promotion. */
  promotion: string | null;
};

/** Price and the choice of units. */
export function BundleOffer({ product, promotion }: BundleOfferProps) {
  return (
    <div className="space-y-4">
      <Price {...product} className="text-4xl font-medium" showSaving />
      {promotion === null ? null : <p className="text-sm font-medium text-wine">{promotionText(promotion)}</p>}
      <BundleTiles product={product} />
    </div>
  );
}
