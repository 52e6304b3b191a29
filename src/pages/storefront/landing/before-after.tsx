import { beforeAfter } from '#content/home.ts';
import { Heading } from '#ui/heading.tsx';
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
