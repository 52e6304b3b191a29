import { guarantee } from '#content/home.ts';
import { CheckList } from '#ui/check-list.tsx';
import { Heading, large } from '#ui/heading.tsx';
import { Picture } from '#ui/picture.tsx';

/** The way back: what happens when it is not for you. */
export function Guarantee() {
  return (
    <section aria-labelledby="guarantee" className="mx-auto max-w-6xl px-6 pt-20 md:pt-32">
      <div className="grid overflow-hidden rounded-card bg-petal/60 md:grid-cols-[2fr_3fr]">
        <Picture
          {...guarantee.picture}
          sizes="(min-width: 1152px) 28rem, (min-width: 768px) 40vw, 100vw"
          className="aspect-[5/4] h-full w-full object-cover md:aspect-[4/5]"
        />
        <div className="flex flex-col justify-center p-7 md:p-16">
          <p className="mb-2 text-sm font-medium text-wine">{guarantee.kicker}</p>
          <Heading id="guarantee" title={guarantee.title} className={large} />
          <p className="mt-4 text-lg">{guarantee.text}</p>
          <CheckList items={guarantee.items} />
        </div>
      </div>
    </section>
  );
}
