import type { Landing } from '#modules/content/landing.schema.ts';
import { Stars } from '#modules/reviews/ui/stars.tsx';
import { formatCount } from '#shared/money.ts';
import { Heading, large } from '#ui/heading.tsx';
import { CheckIcon } from '#ui/icons.tsx';

import { days, type Testimonial, type Testimonials as Given } from './landing-proof.ts';

type Texts = Landing['testimonials'];

function Card({ name, rating, text, verified, daysAgo, texts }: Testimonial & { texts: Texts }) {
  return (
    <figure className="flex h-full flex-col rounded-card bg-white p-6">
      <Stars rating={rating} className="h-5.5 self-start" />
      <blockquote className="mt-3 flex-1 font-display text-xl leading-snug">{text}</blockquote>
      <figcaption className="mt-4 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
        <span className="font-medium">{name}</span>
        {verified ? (
          <span className="flex items-center gap-1 text-leaf">
            <CheckIcon className="size-4" /> <span>{texts.verified}</span>
          </span>
        ) : null}
        <span className="ml-auto text-soft">{`${days(daysAgo)} ${texts.ago}`}</span>
      </figcaption>
    </figure>
  );
}

/** Average rating, number of reviews, and six reviews. On a phone the cards scroll sideways. */
export function Testimonials({ testimonials, texts }: { testimonials: Given; texts: Texts }) {
  const { title, note, average, count, items } = testimonials;
  return (
    <section aria-labelledby="testimonials" className="bg-petal/50 py-10 md:py-14">
      <div className="mx-auto max-w-6xl px-6">
        <Heading id="testimonials" title={title} className={large} />
        <p className="mt-3 flex flex-wrap items-center gap-x-2 gap-y-1 text-[0.95rem] md:text-lg">
          <Stars rating={average} className="h-4.5 md:h-5.5" />
          <span>{`${average} ${texts.of} ${formatCount(count)} ${texts.reviews}`}</span>
          <span className="text-sm text-soft">{note}</span>
        </p>
      </div>
      <ul
        // A region that scrolls sideways must be reachable by keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- see above
        tabIndex={0}
        aria-labelledby="testimonials"
        className="mx-auto mt-6 flex max-w-6xl snap-x snap-mandatory scroll-px-6 gap-4 overflow-x-auto px-6 pb-2 [scrollbar-width:none] md:mt-8 md:grid md:grid-cols-2 md:gap-5 lg:grid-cols-3"
      >
        {items.map((item) => (
          <li key={item.name} className="w-[84%] shrink-0 snap-start md:w-auto">
            <Card {...item} texts={texts} />
          </li>
        ))}
      </ul>
    </section>
  );
}
