import { closing } from '#content/home.ts';
import type { Product } from '#modules/buying/catalog/rules.ts';
import { Price } from '#modules/buying/catalog/ui/price.tsx';
import { ButtonLink } from '#ui/button.tsx';
import { Heading } from '#ui/heading.tsx';
import { Picture } from '#ui/picture.tsx';

import { Buy } from '../buy.tsx';

/** The last invitation before the page ends. */
export function Closing({ product, title }: { product: Product | null; title: string | null }) {
  return (
    <section aria-labelledby="closing" className="overflow-hidden pt-20 md:pt-28">
      <div className="mx-auto grid max-w-6xl items-center gap-x-16 px-6 md:grid-cols-2">
        <figure className="mx-auto w-full max-w-md md:order-2 md:max-w-none">
          <Picture
            {...closing.picture}
            sizes="(min-width: 1152px) 34rem, (min-width: 768px) 50vw, 100vw"
            className="aspect-square w-full rounded-card object-cover"
          />
          <figcaption className="mt-3 text-sm text-soft">{closing.note}</figcaption>
        </figure>
        <div className="pt-6 md:pt-0">
          <Heading id="closing" title={title ?? closing.title} className="text-5xl md:text-7xl" />
          <p className="mt-4 text-lg text-soft">{closing.text}</p>
          {product === null ? null : (
            <div className="mt-8 space-y-4">
              <Price {...product} className="text-4xl font-medium" showSaving />
              <Buy product={product} className="max-w-sm" />
            </div>
          )}
          <ButtonLink to="/product" look="quiet" className="mt-2 -ml-7">
            {closing.link}
          </ButtonLink>
        </div>
      </div>
    </section>
  );
}
