import type { Landing } from '#modules/content/landing.schema.ts';
import { ButtonLink } from '#ui/button.tsx';
import { CheckList } from '#ui/check-list.tsx';
import { Heading, large, medium, Part } from '#ui/heading.tsx';
import { ArrowRightIcon, CheckIcon } from '#ui/icons.tsx';
import { Picture } from '#ui/picture.tsx';
import { Video } from '#ui/video.tsx';

const column = 'mx-auto max-w-6xl px-6 pt-12 md:pt-16';

type Of<K extends keyof Landing> = { texts: Landing[K] };

/** Phones only: the benefits. */
export function Benefits({ texts: benefits }: Of<'benefits'>) {
  return (
    <Part id="benefits" title={benefits.title} heading={medium} className="px-6 pt-12 md:hidden">
      <ul className="mt-3 space-y-1.5">
        {benefits.items.map(({ title, text }) => (
          <li key={title} className="flex gap-3">
            <CheckIcon className="mt-0.5 size-6 shrink-0 text-gold" />
            <p className="leading-snug">
              <strong className="block font-medium">{title}</strong>
              <span className="text-soft">{text}</span>
            </p>
          </li>
        ))}
      </ul>
    </Part>
  );
}

/** The product's four functions, each with its picture. */
export function FourInOne({ texts: fourInOne }: Of<'fourInOne'>) {
  return (
    <Part id="four" title={fourInOne.title} heading={large} className="mx-auto max-w-6xl px-6 pt-8 md:pt-20">
      <ul className="mt-5 grid grid-cols-2 gap-x-4 gap-y-6 md:mt-10 md:grid-cols-4 md:gap-x-6">
        {fourInOne.items.map(({ title, text, picture }) => (
          <li key={title}>
            <Picture
              {...picture}
              sizes="(min-width: 1152px) 16rem, (min-width: 768px) 23vw, 45vw"
              className="aspect-[4/3] w-full rounded-card object-cover md:aspect-[6/5]"
            />
            <h3 className="mt-3 text-2xl">{title}</h3>
            <p className="mt-1 text-sm leading-snug text-soft md:text-base">{text}</p>
          </li>
        ))}
      </ul>
    </Part>
  );
}

/** How to use the product. The steps scroll sideways in a narrow window. */
export function Steps({ texts: steps }: Of<'steps'>) {
  return (
    <Part
      id="steps"
      title={steps.title}
      heading={medium}
      className="mx-auto max-w-6xl pt-12 md:px-6 md:pt-16 max-md:*:[:is(h2,p)]:px-6"
    >
      <p className="mt-2 text-lg text-soft md:mt-3">{steps.text}</p>
      <ol
        // A region that scrolls sideways must be reachable by keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- see above
        tabIndex={0}
        aria-labelledby="steps"
        className="mt-5 flex snap-x snap-mandatory scroll-px-6 gap-4 overflow-x-auto px-6 [scrollbar-width:none] md:mt-8 md:grid md:grid-cols-3 md:gap-8 md:overflow-visible md:px-0"
      >
        {steps.items.map(({ title, text, picture }, index) => (
          <li key={title} className="w-[76%] max-w-80 shrink-0 snap-start md:w-auto md:max-w-none">
            <Picture
              {...picture}
              sizes="(min-width: 1152px) 22rem, (min-width: 768px) 30vw, 20rem"
              className="aspect-[3/2] w-full rounded-card object-cover"
            />
            <h3 className="mt-4 flex flex-wrap items-baseline gap-x-3 text-3xl">
              <span aria-hidden="true" className="text-4xl text-copper">
                {index + 1}
              </span>
              <span>{title}</span>
            </h3>
            <p className="mt-1 text-soft">{text}</p>
          </li>
        ))}
      </ol>
    </Part>
  );
}

/** Dark band across the whole window. */
const evening = 'mt-12 bg-linear-to-b from-dusk to-ember text-white md:mt-20 print:**:text-ink';

/** Phones only: before and after. */
export function BeforeAfter({ texts: { title, text, note, fallback, clip } }: Of<'beforeAfter'>) {
  return (
    <section aria-labelledby="before-after" className={`${evening} pt-8 text-center md:hidden`}>
      <Heading id="before-after" title={title} className={large} />
      <p className="mt-2 px-6 text-lg text-blush">{text}</p>
      <Video
        clip={clip}
        loops
        fallback={<p className="px-6 font-display text-3xl">{fallback}</p>}
        className="mt-4 aspect-[6/5] w-full"
      />
      <p className="py-3 text-sm text-blush">{note}</p>
    </section>
  );
}

/** Wide screens only: the effect of one press of the button. */
export function Transformation({ texts: { title, text, note, fallback, clip } }: Of<'transformation'>) {
  return (
    <section aria-labelledby="transformation" className={`${evening} hidden md:block`}>
      <div className="mx-auto grid max-w-6xl grid-cols-[1fr_min(26rem,45%)] items-center gap-12 px-6 lg:gap-20">
        <div>
          <Heading id="transformation" title={title} className="text-5xl lg:text-7xl" />
          <p className="mt-6 max-w-md text-lg text-blush">{text}</p>
          <p className="mt-8 text-sm text-blush">{note}</p>
        </div>
        <Video
          clip={clip}
          loops
          fallback={<p className="px-6 text-center font-display text-3xl">{fallback}</p>}
          className="h-96 w-full"
        />
      </div>
    </section>
  );
}

/** Wide screens only: the product's measurements, and a link to read on. */
export function Science({ texts: science }: Of<'science'>) {
  return (
    <section
      aria-labelledby="science"
      className="mx-auto hidden max-w-6xl grid-cols-[min(20rem,45%)_minmax(0,1fr)] items-center gap-16 px-6 pt-16 md:grid"
    >
      <Picture {...science.picture} sizes="20rem" className="w-full rounded-card" />
      <div>
        <Heading id="science" title={science.title} className="text-5xl lg:text-6xl" />
        <p className="mt-4 text-lg text-soft">{science.text}</p>
        <dl className="mt-6 grid grid-cols-2 gap-x-6 gap-y-4 lg:grid-cols-4">
          {science.items.map(({ figure, text }) => (
            <div key={text} className="flex flex-col-reverse justify-end border-t border-gold/40 pt-3">
              <dt className="text-sm text-soft">{text}</dt>
              <dd className="font-display text-3xl">{figure}</dd>
            </div>
          ))}
        </dl>
        <div className="mt-6 flex flex-wrap items-center gap-x-2">
          <ButtonLink to="/product">{science.action}</ButtonLink>
          <ButtonLink to="/science" look="quiet">
            <span>{`${science.link} `}</span>
            <ArrowRightIcon />
          </ButtonLink>
        </div>
      </div>
    </section>
  );
}

/** Contents of the box, and what applies to returning it. */
export function Included({ included, guarantee }: Pick<Landing, 'included' | 'guarantee'>) {
  return (
    <div className={column}>
      <div className="grid overflow-hidden rounded-card bg-petal/60 lg:grid-cols-[5fr_7fr]">
        <Picture
          {...included.picture}
          sizes="(min-width: 1152px) 29rem, (min-width: 1024px) 42vw, 100vw"
          className="aspect-[3/2] size-full object-cover md:aspect-[2/1] lg:aspect-auto lg:min-h-full"
        />
        <div className="grid gap-5 p-5 md:grid-cols-2 lg:p-10">
          <section aria-labelledby="included">
            <Heading id="included" title={included.title} className="text-4xl" />
            <CheckList items={included.items} note={included.note} className="mt-4 space-y-2" />
          </section>
          <section aria-labelledby="guarantee">
            <p className="text-sm font-medium text-wine">{guarantee.kicker}</p>
            <Heading id="guarantee" title={guarantee.title} className="text-4xl" />
            <p className="mt-2">{guarantee.text}</p>
            <CheckList items={guarantee.items} className="mt-3 space-y-1.5" />
          </section>
        </div>
      </div>
    </div>
  );
}
