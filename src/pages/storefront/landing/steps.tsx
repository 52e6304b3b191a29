import { steps } from '#content/home.ts';
import { classes } from '#ui/classes.ts';
import { Heading, large } from '#ui/heading.tsx';
import { Picture } from '#ui/picture.tsx';

/** On wide screens each picture stands lower than the one before, as the strokes go. */
const heights = ['md:mt-24', 'md:mt-12', ''];

/** How it works, in three steps. */
export function Steps() {
  return (
    <section aria-labelledby="steps" className="mx-auto max-w-6xl px-6 pt-20 md:pt-32">
      <Heading id="steps" title={steps.title} className={large} />
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
    </section>
  );
}
