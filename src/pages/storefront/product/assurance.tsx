import { guarantee } from '#content/product.ts';
import { site } from '#content/site.ts';
import { CheckList } from '#ui/check-list.tsx';
import { Heading } from '#ui/heading.tsx';
import { Picture } from '#ui/picture.tsx';

/** The way back, and what the product is not. */
export function Assurance() {
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
