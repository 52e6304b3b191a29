import type { Landing } from '#modules/content/landing.schema.ts';
import { Stars } from '#modules/reviews/ui/stars.tsx';
import { formatCount } from '#shared/money.ts';
import { Heading, large } from '#ui/heading.tsx';
import { CheckIcon } from '#ui/icons.tsx';

import { days, type Testimonial, type Testimonials as Given } from './landing-proof.ts';

type Texts = Landing['testimonials'];

/** Quote of a review in the list; the first is large where it has room. */
const quote = 'mt-3 flex-1 font-display text-xl leading-snug lg:group-first:text-5xl lg:group-first:leading-tight';

function Card({ name, rating, text, verified, daysAgo, texts }: Testimonial & { texts: Texts }) {
  return (
    <figure className="flex h-full flex-col rounded-card bg-white p-6 lg:group-first:p-10">
      <Stars rating={rating} className="h-5.5 self-start" />
      <blockquote className={quote}>{text}</blockquote>
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
    <section aria-labelledby="testimonials" className="bg-petal/50 py-10 md:py-12">
      <div className="mx-auto max-w-6xl px-6 md:flex md:flex-wrap md:items-end md:justify-between md:gap-x-6">
        <Heading id="testimonials" title={title} className={large} />
        <p className="grid grid-cols-[auto_1fr] items-center gap-x-4 text-[0.95rem] md:gap-x-5 md:text-lg">
          <Stars rating={average} className="col-start-2 h-4.5 self-end md:h-5.5" />
          <span className="col-start-1 row-span-3 row-start-1 font-display text-[5.5rem] leading-none text-wine md:text-[7.5rem]">
            {`${average} `}
          </span>
          <span>{`${texts.of} ${formatCount(count)} ${texts.reviews}`}</span>
          <span className="self-start text-sm text-soft">{note}</span>
        </p>
      </div>
      <ul
        // A region that scrolls sideways must be reachable by keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- see above
        tabIndex={0}
        aria-labelledby="testimonials"
        className="mx-auto mt-6 flex max-w-6xl snap-x snap-mandatory scroll-px-6 gap-4 overflow-x-auto px-6 pb-2 [scrollbar-width:none] md:mt-6 md:grid md:grid-cols-2 md:gap-5 lg:grid-cols-3"
      >
        {items.map((item) => (
          <li
            key={item.name}
            className="group w-[84%] shrink-0 snap-start md:w-auto lg:first:col-span-2 lg:first:row-span-2"
          >
            <Card {...item} texts={texts} />
          </li>
        ))}
      </ul>
    </section>
  );
}
