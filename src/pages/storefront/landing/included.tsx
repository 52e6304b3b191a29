import { included } from '#content/home.ts';
import { Heading, large } from '#ui/heading.tsx';
import { CheckIcon } from '#ui/icons.tsx';
import { Picture } from '#ui/picture.tsx';

/** What lies in the box. */
export function Included() {
  return (
    <section
      aria-labelledby="included"
      className="mx-auto grid max-w-6xl items-center gap-10 px-6 pt-20 md:grid-cols-2 md:gap-16 md:pt-32"
    >
      <Picture
        {...included.picture}
        sizes="(min-width: 1152px) 34rem, (min-width: 768px) 50vw, 100vw"
        className="w-full rounded-card"
      />
      <div className="md:-order-1">
        <Heading id="included" title={included.title} className={large} />
        <ul className="mt-6 divide-y divide-line text-lg md:mt-8">
          {included.items.map((item) => (
            <li key={item} className="flex items-center gap-4 py-4">
              <CheckIcon className="size-6 text-gold" />
              {item}
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
