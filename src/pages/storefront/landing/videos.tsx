import { useState } from 'react';

import { isSoldOut, unitPrice, type Product } from '#modules/catalog/product.ts';
import { goodsOf } from '#modules/shop-events/shop-event.ts';
import { track } from '#modules/shop-events/ui/ad-events.ts';
import type { Landing } from '#modules/content/landing.schema.ts';
import { wholePrice } from '#shared/money.ts';
import { Button } from '#ui/button.tsx';
import { Carousel } from '#ui/carousel.tsx';
import { Heading, medium } from '#ui/heading.tsx';
import { ChevronIcon, LockIcon } from '#ui/icons.tsx';
import { useOnBfcacheRestore } from '#ui/window-event.ts';

import { BuyButton } from '../buy-button.tsx';
import { ClipCard } from './clip-card.tsx';
import type { VideoTexts } from './landing-proof.ts';

/**
 * Button straight to the checkout.
 * A plain form: the page's action puts one unit into an empty cart.
 */
function ToCheckout({ label, product, className }: { label: string; product: Product; className?: string }) {
  const [busy, setBusy] = useState(false);
  useOnBfcacheRestore(() => setBusy(false));
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
        <span>{`${label} - ${wholePrice(unitPrice(product))}`}</span>
      </Button>
    </form>
  );
}

function WaysToBuy({ label, product }: { label: string; product: Product }) {
  if (isSoldOut(product)) return <BuyButton product={product} />;
  return (
    <>
      <ToCheckout label={label} product={product} className="md:hidden" />
      <BuyButton product={product} className="hidden md:block" />
    </>
  );
}

/** Clips in the row of the carousel. The edge cuts the last one; a phone has no room for it. */
const inRow = 4;

type VideosProps = { texts: Landing['videos']; product: Product | null; videos: VideoTexts | null };

/**
 * The clips in a row, of which the first one plays, or all at once after a press. On a phone the
 * button leads to the checkout.
 */
export function Videos({ texts, product, videos }: VideosProps) {
  const { items, fallback } = texts;
  const voiceOf = (id: string) => videos?.voices.find((voice) => voice.id === id);
  return (
    <section
      aria-labelledby="videos"
      className="group/videos mx-auto grid max-w-6xl gap-x-10 gap-y-3 px-6 pt-12 md:grid-cols-[min(15rem,35%)_minmax(0,1fr)] md:pt-16 lg:grid-cols-[min(18rem,35%)_minmax(0,1fr)]"
    >
      <div className="md:pt-10">
        <Heading id="videos" title={videos?.title ?? texts.title} className={medium} />
        <p className="mt-2 text-sm text-soft">{videos?.note ?? texts.note}</p>
        {product === null ? null : (
          <div className="mt-8 max-md:hidden">
            <WaysToBuy label={texts.toCheckout} product={product} />
          </div>
        )}
      </div>
      <div className="group-has-[details[open]]/videos:hidden">
        <Carousel label={videos?.label ?? texts.label} noun="video" count={items.length}>
          {(index) => (
            <div className="flex gap-4 overflow-hidden max-md:-mr-6">
              {Array.from({ length: inRow }, (_, one) => {
                const item = items[(index + one) % items.length];
                return item === undefined ? null : (
                  <ClipCard
                    key={item.id}
                    item={item}
                    fallback={fallback}
                    voice={voiceOf(item.id)}
                    loops={one === 0}
                    className="w-[46%] max-w-50 shrink-0 max-sm:last:hidden md:w-50"
                  />
                );
              })}
            </div>
          )}
        </Carousel>
      </div>
      {product === null ? null : (
        <div className="mx-auto w-full max-w-sm md:hidden">
          <WaysToBuy label={texts.toCheckout} product={product} />
        </div>
      )}
      <details className="group/all md:col-span-2">
        <summary className="mx-auto flex min-h-11 w-fit cursor-pointer list-none items-center gap-2 text-berry underline underline-offset-4 hover:text-wine [&::-webkit-details-marker]:hidden">
          <span>{texts.all}</span>
          <ChevronIcon className="size-5 transition-transform duration-200 group-open/all:rotate-180" />
        </summary>
        <section aria-labelledby="video-gallery">
          <h3 id="video-gallery" className="sr-only">
            {videos?.galleryTitle ?? texts.galleryTitle}
          </h3>
          <ul className="mt-4 grid grid-cols-2 gap-x-4 gap-y-6 sm:grid-cols-3 lg:grid-cols-6">
            {items.map((item) => (
              <li key={item.id}>
                <ClipCard item={item} fallback={fallback} voice={voiceOf(item.id)} />
              </li>
            ))}
          </ul>
        </section>
      </details>
    </section>
  );
}
