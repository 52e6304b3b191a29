import type { ReactNode } from 'react';

import { galleryItems } from '#content/media.ts';
import type { Product } from '#modules/catalog/rules.ts';
import type { GalleryPicture } from '#modules/catalog/ui/gallery-item.ts';
import { Gallery } from '#modules/catalog/ui/gallery.tsx';
import { promotionOffered } from '#modules/discounts/rules.ts';
import type { ReviewSummary } from '#modules/reviews/rules.ts';

import { Assurance } from './assurance.tsx';
import { BuyBox, type Delivery } from './buy-box.tsx';
import { Details } from './details.tsx';
import { Films } from './films.tsx';
import { layout } from './layout.ts';

type ProductViewProps = {
  product: Product;
  /** Uploaded for it; the brand's own follow. */
  pictures: GalleryPicture[];
  delivery: Delivery | null;
  rating: ReviewSummary | null;
  problem: string | null;
  /** What customers say of it. */
  reviews: ReactNode;
};

/** Everything about the product, and the way to buy it always beside it. */
export function ProductView({ product, pictures, reviews, ...buy }: ProductViewProps) {
  return (
    <>
      <div className={layout.page}>
        <Gallery items={[...pictures, ...galleryItems]} eager />
        <BuyBox product={product} hasPromotion={promotionOffered(product)} {...buy} />
        <Details product={product} />
      </div>
      <Films />
      <div className="pt-20 md:pt-28">{reviews}</div>
      <Assurance />
    </>
  );
}
