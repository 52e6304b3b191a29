import { films } from '#content/product.ts';
import { Video } from '#ui/video.tsx';

/** Short silent clips, each with words for what it shows. */
export function Films() {
  return (
    <section aria-labelledby="films" className="mx-auto max-w-7xl px-4 pt-20 sm:px-6 md:pt-28">
      <h2 id="films" className="text-4xl md:text-5xl">
        {films.title}
      </h2>
      <p className="mt-3 text-lg text-soft">{films.text}</p>
      <ul className="mt-8 grid gap-8 sm:grid-cols-3 md:gap-10">
        {films.items.map(({ title, clip }) => (
          <li key={title}>
            <figure>
              <Video clip={clip} className="aspect-[4/5] rounded-card bg-blush sm:aspect-[9/16]" />
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
