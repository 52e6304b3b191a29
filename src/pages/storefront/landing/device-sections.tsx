import { beforeAfter, fourInOne, included, science, steps, transformation } from '#content/home.ts';
import { ButtonLink } from '#ui/button.tsx';
import { classes } from '#ui/classes.ts';
import { Heading, large, Part } from '#ui/heading.tsx';
import { ArrowRightIcon, CheckIcon } from '#ui/icons.tsx';
import { half, Picture } from '#ui/picture.tsx';
import { Video } from '#ui/video.tsx';

/** Phones only: before and after. */
export function BeforeAfter() {
  const { title, text, note, fallback, clip } = beforeAfter;
  return (
    <section aria-labelledby="before-after" className="mt-20 bg-blush px-6 py-16 text-center md:hidden">
      <Heading id="before-after" title={title} className="text-[2.6rem]" />
      <p className="mx-auto mt-3 max-w-sm text-lg text-soft">{text}</p>
      <Video
        clip={clip}
        fallback={<p className="px-6 font-display text-3xl">{fallback}</p>}
        className="mx-auto mt-8 aspect-[9/16] w-full max-w-xs rounded-card bg-petal shadow-lift"
      />
      <p className="mt-4 text-sm text-soft">{note}</p>
    </section>
  );
}

/** Wide screens: each picture is higher than the one before, like the strokes of the wand. */
const heights = ['md:mt-24', 'md:mt-12', ''];

export function Steps() {
  return (
    <Part id="steps" title={steps.title} heading={large} className="mx-auto max-w-6xl px-6 pt-20 md:pt-32">
      <p className="mt-4 text-lg text-soft md:-mb-10">{steps.text}</p>
      <ol className="mt-10 grid gap-x-8 gap-y-12 md:mt-0 md:grid-cols-3">
        {steps.items.map(({ title, text, picture }, index) => (
          <li key={title} className={classes(heights[index])}>
            <div className="relative overflow-hidden rounded-card">
              <Picture
                {...picture}
                sizes="(min-width: 1152px) 22rem, (min-width: 768px) 30vw, 100vw"
                className="aspect-[5/4] w-full object-cover md:aspect-[4/5]"
              />
              <span
                className="absolute bottom-2 left-5 font-display text-7xl text-white [text-shadow:0_0_1rem_rgb(80_20_30/55%)]"
                aria-hidden="true"
              >
                {index + 1}
              </span>
            </div>
            <h3 className="mt-5 text-3xl">{title}</h3>
            <p className="mt-2 text-soft">{text}</p>
          </li>
        ))}
      </ol>
      <p className="mt-8 text-sm text-soft">{steps.note}</p>
    </Part>
  );
}

/** Wide screens only: the effect of one press of the button. */
export function Transformation() {
  const { title, text, points, note, fallback, clip } = transformation;
  return (
    <section aria-labelledby="transformation" className="mx-auto hidden max-w-6xl px-6 pt-32 md:block">
      <div className="grid grid-cols-[1fr_min(20rem,55%)] items-center gap-12 rounded-card bg-blush p-12 lg:grid-cols-[1fr_min(22rem,55%)] lg:gap-20 lg:p-16">
        <div>
          <Heading id="transformation" title={title} className="text-5xl lg:text-6xl" />
          <p className="mt-5 text-lg text-soft">{text}</p>
          <ol className="mt-8 space-y-4">
            {points.map((point, index) => (
              <li key={point} className="flex items-baseline gap-4">
                <span aria-hidden="true" className="font-display text-3xl text-copper">
                  {index + 1}
                </span>
                <span>{point}</span>
              </li>
            ))}
          </ol>
        </div>
        <div>
          <Video
            clip={clip}
            fallback={<p className="px-6 text-center font-display text-3xl">{fallback}</p>}
            className="aspect-[9/16] w-full rounded-card bg-petal shadow-lift"
          />
          <p className="mt-3 text-center text-sm text-soft">{note}</p>
        </div>
      </div>
    </section>
  );
}

/** Evening section of the page: the product's four functions. */
export function FourInOne() {
  return (
    <section
      aria-labelledby="four"
      className="relative mt-20 overflow-hidden bg-linear-to-b from-dusk to-ember text-white md:mt-32 print:**:text-ink"
    >
      <div className="lg:absolute lg:inset-y-0 lg:right-0 lg:w-[56%]">
        <Picture
          {...fourInOne.picture}
          sizes="(min-width: 1024px) 60vw, 100vw"
          className="melt-bottom aspect-square w-full object-cover md:aspect-[16/9] lg:melt-left lg:aspect-auto lg:h-full"
        />
      </div>
      <div className="relative mx-auto max-w-6xl px-6 pb-16 lg:py-32">
        <div className="lg:max-w-[30rem]">
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

/** Wide screens only: the product's measurements, and a link to read on. */
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
          <span>{`${science.link} `}</span>
          <ArrowRightIcon />
        </ButtonLink>
      </div>
    </section>
  );
}

export function Included() {
  return (
    <section
      aria-labelledby="included"
      className="mx-auto grid max-w-6xl items-center gap-10 px-6 pt-20 md:grid-cols-2 md:gap-16 md:pt-32"
    >
      <Picture {...included.picture} sizes={half} className="w-full rounded-card" />
      <div className="md:-order-1">
        <Heading id="included" title={included.title} className={large} />
        <ul className="mt-6 divide-y divide-line text-lg md:mt-8">
          {included.items.map((item) => (
            <li key={item} className="flex items-center gap-4 py-4">
              <CheckIcon className="size-6 text-gold" />
              <span>{item}</span>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
