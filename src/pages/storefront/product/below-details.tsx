import type { ComponentProps } from 'react';

import { films } from '#content/product.ts';
import { site } from '#content/site.ts';
import { ReviewsSection } from '#modules/reviews/ui/reviews-section.tsx';
import { Part } from '#ui/heading.tsx';
import { Video } from '#ui/video.tsx';

const below = 'mx-auto max-w-6xl px-4 pt-12 sm:px-6 md:pt-20';

/** Short silent clips, each with a title. */
function Films() {
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

/** Customer reviews. Null if there is no product to review. */
export type BelowDetailsProps = { reviews: Omit<ComponentProps<typeof ReviewsSection>, 'path'> | null };

/** Everything below the details. */
export function BelowDetails({ reviews }: BelowDetailsProps) {
  return (
    <>
      <Films />
      <div className="pt-12 md:pt-20">{reviews === null ? null : <ReviewsSection {...reviews} path="/product" />}</div>
      <p className="mx-auto mt-12 max-w-3xl px-4 text-center text-sm text-soft">{site.disclaimer}</p>
    </>
  );
}
