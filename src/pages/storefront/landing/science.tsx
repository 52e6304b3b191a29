import { science } from '#content/home.ts';
import { ButtonLink } from '#ui/button.tsx';
import { Heading } from '#ui/heading.tsx';
import { ArrowRightIcon } from '#ui/icons.tsx';
import { Picture } from '#ui/picture.tsx';

/** Wide screens only: what the product measures, and where to read on. */
export function Science() {
  return (
    <section
      aria-labelledby="science"
      className="mx-auto hidden max-w-6xl grid-cols-2 items-center gap-16 px-6 pt-32 md:grid"
    >
      <Picture {...science.picture} sizes="(min-width: 1152px) 34rem, 50vw" className="w-full rounded-card" />
      <div>
        <Heading id="science" title={science.title} className="text-5xl lg:text-6xl" />
        <p className="mt-4 text-lg text-soft">{science.text}</p>
        <dl className="mt-8 grid grid-cols-2 gap-x-6 gap-y-5">
          {science.items.map(({ figure, text }) => (
            <div key={text} className="flex flex-col-reverse justify-end border-t border-gold/40 pt-3">
              <dt className="text-sm text-soft">{text}</dt>
              <dd className="font-display text-3xl lg:text-4xl">{figure}</dd>
            </div>
          ))}
        </dl>
        <ButtonLink to="/science" look="quiet" className="-ml-7 mt-4">
          {science.link} <ArrowRightIcon />
        </ButtonLink>
      </div>
    </section>
  );
}
