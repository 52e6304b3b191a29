import { films } from '#content/product.ts';
import { Heading } from '#ui/heading.tsx';
import { Video } from '#ui/video.tsx';

/** Short silent clips, each with words for what it shows. */
export function Films() {
  return (
    <section aria-labelledby="films" className="mx-auto max-w-6xl px-4 pt-20 sm:px-6 md:pt-28">
      <Heading id="films" title={films.title} />
      <p className="mt-3 text-lg text-soft">{films.text}</p>
      <ul className="-mx-4 mt-8 flex snap-x snap-mandatory scroll-px-4 gap-4 overflow-x-auto px-4 pb-2 [scrollbar-width:none] sm:mx-0 sm:grid sm:snap-none sm:grid-cols-3 sm:gap-8 sm:overflow-visible sm:px-0">
        {films.items.map(({ title, clip }) => (
          <li key={title} className="w-[72vw] flex-none snap-start sm:w-auto">
            <figure>
              <Video clip={clip} className="aspect-[9/16] rounded-card bg-blush" />
              <figcaption className="mt-4">
                <h3 className="text-2xl">{title}</h3>
                <p className="mt-1 text-soft">{clip.text}.</p>
              </figcaption>
            </figure>
          </li>
        ))}
      </ul>
      <p className="mt-6 text-sm text-soft">{films.note}</p>
    </section>
  );
}
