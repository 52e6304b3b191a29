import { fourInOne } from '#content/home.ts';
import { Heading, large } from '#ui/heading.tsx';
import { Picture } from '#ui/picture.tsx';

/** The evening side of the page: the product's four things. */
export function FourInOne() {
  return (
    <section
      aria-labelledby="four"
      className="relative mt-20 overflow-hidden bg-linear-to-b from-dusk to-ember text-white md:mt-32"
    >
      <div className="md:absolute md:inset-y-0 md:right-0 md:w-[56%]">
        <Picture
          {...fourInOne.picture}
          sizes="(min-width: 768px) 60vw, 100vw"
          className="melt-bottom aspect-square w-full object-cover md:melt-left md:aspect-auto md:h-full"
        />
      </div>
      <div className="relative mx-auto max-w-6xl px-6 pb-16 md:py-32">
        <div className="md:max-w-[30rem]">
          <Heading id="four" title={fourInOne.title} className={large} />
          <dl className="mt-8 divide-y divide-white/20 md:mt-12">
            {fourInOne.items.map(({ title, text }) => (
              <div key={title} className="grid gap-x-6 py-4 sm:grid-cols-[9rem_1fr] sm:items-baseline">
                <dt className="font-display text-2xl">{title}</dt>
                <dd className="text-blush">{text}</dd>
              </div>
            ))}
          </dl>
          <p className="mt-6 text-sm text-blush">{fourInOne.note}</p>
        </div>
      </div>
    </section>
  );
}
