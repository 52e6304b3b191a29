import { included } from '#content/home.ts';
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
        <h2 id="included" className="text-[2.6rem] md:text-6xl">
          {included.title}
        </h2>
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
