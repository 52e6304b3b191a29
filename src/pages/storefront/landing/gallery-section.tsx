import type { Product } from '#modules/catalog/product.ts';
import { Gallery, type GalleryItem } from '#modules/catalog/ui/gallery.tsx';
import { Heading, medium } from '#ui/heading.tsx';

import { BundleOffer } from '../bundle-tiles.tsx';

type LookCloserProps = {
  title: string;
  gallery: readonly GalleryItem[];
  product: Product | null;
  promotion: string | null;
};

/** Gallery of the product. Wide screens buy beside it. */
export function LookCloser({ title, gallery, product, promotion }: LookCloserProps) {
  // The first two pictures come last, because the hero and the closing show them too.
  const items = [...gallery.slice(2), ...gallery.slice(0, 2)];
  return (
    <section
      aria-labelledby="look"
      className="mx-auto grid max-w-6xl items-center gap-x-16 px-6 pt-12 md:grid-cols-[min(30rem,49%)_minmax(0,1fr)] max-lg:md:grid-cols-2 md:pt-16"
    >
      <div className="md:order-2 md:self-end">
        <Heading id="look" title={title} className={medium} />
      </div>
      <Gallery items={items} className="min-w-0 max-md:mt-5 md:row-span-2" />
      {product === null ? null : (
        <div className="order-3 mt-6 self-start max-md:hidden">
          <BundleOffer product={product} promotion={promotion} />
        </div>
      )}
    </section>
  );
}
