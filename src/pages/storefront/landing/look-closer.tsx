import { look, showcase } from '#content/home.ts';
import { galleryItems } from '#content/media.ts';
import type { Product } from '#modules/catalog/rules.ts';
import { Gallery } from '#modules/catalog/ui/gallery.tsx';
import { Carousel } from '#ui/carousel.tsx';

import { Buy } from '#modules/cart/ui/buy.tsx';
import { ToCheckout } from './to-checkout.tsx';
import { ClipCard } from './clip-card.tsx';
import type { VideoWords } from './rules.ts';

const { items } = showcase;

function Videos({ videos }: { videos: VideoWords | null }) {
  return (
    <Carousel label={videos?.label ?? showcase.label} noun="video" count={items.length}>
      {(index) => {
        const item = items[index];
        if (item === undefined) return null;
        const voice = videos?.voices.find(({ id }) => id === item.id);
        return <ClipCard item={item} voice={voice} className="mx-auto w-[min(17rem,100%)] md:w-full" />;
      }}
    </Carousel>
  );
}

/** The second half of the hero: the clips and the pictures. On a phone its button leads to the checkout. */
export function LookCloser({ product, videos }: { product: Product | null; videos: VideoWords | null }) {
  return (
    <div className="mx-auto grid max-w-6xl gap-14 px-6 pt-20 md:grid-cols-[1fr_17rem] md:gap-12 md:pt-32 lg:grid-cols-[1fr_20rem] lg:gap-20">
      <section aria-labelledby="look" className="min-w-0">
        <div className="mb-6 md:flex md:min-h-24 md:flex-col md:justify-end">
          <h2 id="look" className="text-[2.6rem] md:text-6xl">
            {look.title}
          </h2>
        </div>
        <Gallery items={galleryItems} />
      </section>
      <section aria-labelledby="videos" className="max-md:-order-1">
        <div className="mb-6 md:flex md:min-h-24 md:flex-col md:justify-end">
          <h2 id="videos" className="text-[2.6rem] md:text-4xl">
            {videos?.title ?? showcase.title}
          </h2>
          <p className="mt-2 text-sm text-soft">{videos?.note ?? showcase.note}</p>
        </div>
        <Videos videos={videos} />
        <div className="mx-auto mt-6 max-w-sm">
          {product === null ? null : (
            <>
              <ToCheckout product={product} className="md:hidden" />
              <Buy product={product} className="hidden md:block" />
            </>
          )}
        </div>
      </section>
    </div>
  );
}
