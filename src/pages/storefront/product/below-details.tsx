import type { ComponentProps } from 'react';

import { films, guarantee } from '#content/product.ts';
import { site } from '#content/site.ts';
import { ReviewsSection } from '#modules/reviews/ui/reviews-section.tsx';
import { CheckList } from '#ui/check-list.tsx';
import { Heading, Part } from '#ui/heading.tsx';
import { Picture } from '#ui/picture.tsx';
import { Video } from '#ui/video.tsx';

/** Short silent clips, each with a caption. */
function Films() {
  return (
    <Part id="films" title={films.title} className="mx-auto max-w-6xl px-4 pt-20 sm:px-6 md:pt-28">
      <p className="mt-3 text-lg text-soft">{films.text}</p>
      <ul className="-mx-4 mt-8 flex snap-x snap-mandatory scroll-px-4 gap-4 overflow-x-auto px-4 pb-2 [scrollbar-width:none] sm:mx-0 sm:grid sm:snap-none sm:grid-cols-3 sm:gap-8 sm:overflow-visible sm:px-0">
        {films.items.map(({ title, clip }) => (
          <li key={title} className="w-[72vw] flex-none snap-start sm:w-auto">
            <figure>
              <Video clip={clip} className="aspect-[9/16] rounded-card bg-blush" />
              <figcaption className="mt-4">
                <h3 className="text-2xl">{title}</h3>
                <p className="mt-1 text-soft">{`${clip.text}.`}</p>
              </figcaption>
            </figure>
          </li>
        ))}
      </ul>
      <p className="mt-6 text-sm text-soft">{films.note}</p>
    </Part>
  );
}

function Assurance() {
  return (
    <section aria-labelledby="guarantee" className="mx-auto max-w-6xl px-4 pt-20 sm:px-6 md:pt-28">
      <div className="grid overflow-hidden rounded-card bg-petal/60 md:grid-cols-[2fr_3fr]">
        <Picture
          {...guarantee.picture}
          sizes="(min-width: 1280px) 32rem, (min-width: 768px) 40vw, 100vw"
          className="aspect-[5/4] size-full object-cover md:aspect-square"
        />
        <div className="flex flex-col justify-center p-7 md:p-14">
          <Heading id="guarantee" title={guarantee.title} />
          <p className="mt-4 text-lg">{guarantee.text}</p>
          <CheckList items={guarantee.items} />
        </div>
      </div>
      <p className="mx-auto mt-8 max-w-3xl text-center text-sm text-soft">
        {site.disclaimer} {site.imageNote}
      </p>
    </section>
  );
}

/** Customer reviews. Null if there is no product to review. */
export type BelowDetailsProps = { reviews: Omit<ComponentProps<typeof ReviewsSection>, 'path'> | null };

/** Everything below the details. */
export function BelowDetails({ reviews }: BelowDetailsProps) {
  return (
    <>
      <Films />
      <div className="pt-20 md:pt-28">{reviews === null ? null : <ReviewsSection {...reviews} path="/product" />}</div>
      <Assurance />
    </>
  );
}
