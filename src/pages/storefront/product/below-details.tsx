import type { ComponentProps } from 'react';

import { useSite } from '#modules/content/ui/use-site.ts';
import type { ProductTexts } from '#modules/content/product-texts.schema.ts';
import type { ReviewTexts } from '#modules/content/review-texts.schema.ts';
import type { ReviewView } from '#modules/reviews/reviews.schema.ts';
import { ReviewsSection } from '#modules/reviews/ui/reviews-section.tsx';
import { Stars } from '#modules/reviews/ui/stars.tsx';
import { Part } from '#ui/heading.tsx';
import { Video } from '#ui/video.tsx';

import { UnsavedWork } from '../../forms/unsaved-work.tsx';

const below = 'mx-auto max-w-6xl px-4 pt-12 sm:px-6 md:pt-20';

/** Short clips, each with a title. */
function Films({ films }: Pick<ProductTexts, 'films'>) {
  return (
    <Part id="films" title={films.title} className={below}>
      <ul className="-mx-4 mt-5 flex snap-x snap-mandatory scroll-px-4 gap-4 overflow-x-auto px-4 [scrollbar-width:none] sm:mx-0 sm:grid sm:snap-none sm:grid-cols-3 sm:gap-8 sm:overflow-visible sm:px-0 md:mt-8">
        {films.items.map(({ title, clip }) => (
          <li key={title} className="w-[46vw] flex-none snap-start sm:w-auto">
            <figure>
              <Video clip={clip} className="aspect-[9/16] rounded-card bg-blush" />
              <figcaption className="mt-2 leading-snug md:mt-3 md:text-lg">{title}</figcaption>
            </figure>
          </li>
        ))}
      </ul>
      <p className="mt-3 text-sm text-soft">{films.note}</p>
    </Part>
  );
}

function Critical({ rating, title, content, name, helpfulCount }: ReviewView) {
  return (
    <section aria-labelledby="critical" className="mx-auto mt-8 max-w-3xl px-4 sm:px-6">
      <figure className="rounded-card bg-blush p-6 wrap-anywhere">
        <h3 id="critical" className="font-sans text-sm font-medium tracking-normal text-wine">
          Most helpful critical review
        </h3>
        <Stars rating={rating} className="mt-2 h-5" />
        <blockquote className="mt-2">
          {title === null ? null : <p className="font-display text-2xl">{title}</p>}
          <p className="whitespace-pre-line text-soft">{content}</p>
        </blockquote>
        <figcaption className="mt-3 text-sm">
          <span className="font-medium">{name}</span>
          {helpfulCount === 0 ? null : <span className="text-soft">{` · ${helpfulCount} found it helpful`}</span>}
        </figcaption>
      </figure>
    </section>
  );
}

type BelowDetailsProps = {
  films: ProductTexts['films'];
  reviewTexts: ReviewTexts;
  /** Customer reviews. Null if there is no product to review. */
  reviews: Omit<ComponentProps<typeof ReviewsSection>, 'path' | 'texts'> | null;
  /** Most helpful review with few stars. Null if there is none. */
  critical: ReviewView | null;
};

/** Everything below the details. */
export function BelowDetails({ films, reviewTexts, reviews, critical }: BelowDetailsProps) {
  return (
    <>
      <Films films={films} />
      <div className="pt-12 md:pt-20">
        {reviews === null ? null : <ReviewsSection {...reviews} texts={reviewTexts} path="/product" />}
        <UnsavedWork />
      </div>
      {critical === null ? null : <Critical {...critical} />}
      <p className="mx-auto mt-12 max-w-3xl px-4 text-center text-sm text-soft">{useSite().disclaimer}</p>
    </>
  );
}
