import { galleryItems } from '#content/media.ts';
import type { Product } from '#modules/catalog/product.ts';
import { type GalleryPicture, Gallery } from '#modules/catalog/ui/gallery.tsx';
import type { ReviewSummary } from '#modules/reviews/review.ts';
import { later } from '#ui/later.tsx';

import { BuyBox, type Delivery } from './buy-box.tsx';
import { layout } from './layout.ts';
import type { RestProps } from './rest.tsx';

const Details = later(() => import('./details.tsx').then((loaded) => loaded.Details));
const Rest = later(() => import('./rest.tsx').then((loaded) => loaded.Rest));

type ProductViewProps = {
  product: Product;
  promotion: string | null;
  /** Uploaded pictures. The brand's own follow. */
  pictures: GalleryPicture[];
  delivery: Delivery | null;
  rating: ReviewSummary | null;
  problem: string | null;
  reviews: RestProps['reviews'];
};

/** Everything about the product, with the buy box always beside it. */
export function ProductView({ product, pictures, reviews, ...buy }: ProductViewProps) {
  return (
    <>
      <div className={layout.page}>
        <Gallery items={[...pictures, ...galleryItems]} eager />
        <BuyBox product={product} {...buy} />
        <Details product={product} />
      </div>
      <Rest reviews={reviews} />
    </>
  );
}
