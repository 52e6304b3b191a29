import { useState } from 'react';

import { look, showcase } from '#content/home.ts';
import { galleryItems } from '#content/media.ts';
import { isSoldOut, unitPrice, type Product } from '#modules/catalog/product.ts';
import { Gallery } from '#modules/catalog/ui/gallery.tsx';
import { goodsOf } from '#modules/conversions/shop-event.ts';
import { track } from '#modules/conversions/ui/track.ts';
import { wholePrice } from '#shared/money.ts';
import { Button } from '#ui/button.tsx';
import { Carousel } from '#ui/carousel.tsx';
import { classes } from '#ui/classes.ts';
import { Heading } from '#ui/heading.tsx';
import { LockIcon } from '#ui/icons.tsx';
import { useRestored } from '#ui/window-event.ts';

import { BuyButton } from '../buy-button.tsx';
import { ClipCard } from './clip-card.tsx';
import type { VideoTexts } from './landing-proof.ts';

/**
 * Button straight to the checkout.
 * A plain form: the page's action puts one unit into an empty cart.
 */
function ToCheckout({ product, className }: { product: Product; className?: string }) {
  const [busy, setBusy] = useState(false);
  useRestored(() => setBusy(false));
  return (
    <form
      method="post"
      action="/?index"
      className={className}
      onSubmit={(event) => {
        if (busy) event.preventDefault();
        else
          track({ name: 'InitiateCheckout', ...goodsOf([{ productId: product.id, quantity: 1 }], unitPrice(product)) });
        setBusy(true);
      }}
    >
      <input type="hidden" name="form" value="checkout" />
      <Button type="submit" busy={busy} className="w-full">
        <LockIcon />
        <span>{`${showcase.toCheckout} - ${wholePrice(unitPrice(product))}`}</span>
      </Button>
    </form>
  );
}

const { items } = showcase;

function Videos({ videos }: { videos: VideoTexts | null }) {
  return (
    <Carousel label={videos?.label ?? showcase.label} noun="video" count={items.length}>
      {(index) => {
        const item = items[index];
        if (item === undefined) return null;
        const voice = videos?.voices.find(({ id }) => id === item.id);
        return <ClipCard item={item} voice={voice} className="mx-auto w-[min(24rem,100%)] md:w-full" />;
      }}
    </Carousel>
  );
}

function WaysToBuy({ product }: { product: Product | null }) {
  if (product === null) return null;
  if (isSoldOut(product)) return <BuyButton product={product} />;
  return (
    <>
      <ToCheckout product={product} className="md:hidden" />
      <BuyButton product={product} className="hidden md:block" />
    </>
  );
}

/**
 * Both columns share two rows: a heading, and a frame of equal height (16 by 16 beside 9 by 16).
 */
const column = 'min-w-0 md:row-span-2 md:grid md:grid-cols-[minmax(0,1fr)] md:grid-rows-subgrid';
const heading = 'mb-6 md:self-end';
const title = 'text-[2.6rem] md:text-4xl lg:text-5xl';

/** Second half of the hero: clips and pictures. On a phone its button leads to the checkout. */
export function LookCloser({ product, videos }: { product: Product | null; videos: VideoTexts | null }) {
  return (
    <div className="mx-auto grid max-w-6xl gap-14 px-6 pt-20 md:grid-cols-[16fr_9fr] md:grid-rows-[auto_auto] md:gap-x-8 md:gap-y-0 md:pt-32 lg:gap-x-12">
      <section aria-labelledby="look" className={column}>
        <div className={heading}>
          <Heading id="look" title={look.title} className={title} />
        </div>
        <Gallery items={galleryItems} />
      </section>
      <section aria-labelledby="videos" className={classes(column, 'max-md:-order-1')}>
        <div className={heading}>
          <Heading id="videos" title={videos?.title ?? showcase.title} className={title} />
        </div>
        <div>
          <Videos videos={videos} />
          <p className="mt-2 text-center text-sm text-soft">{videos?.note ?? showcase.note}</p>
          <div className="mx-auto mt-6 max-w-sm">
            <WaysToBuy product={product} />
          </div>
        </div>
      </section>
    </div>
  );
}
