import { showcase } from '#content/home.ts';
import { Heading, large } from '#ui/heading.tsx';

import { ClipCard } from './clip-card.tsx';
import type { VideoTexts } from './landing-proof.ts';

/** All clips at once. On a phone they scroll sideways. */
export function VideoGallery({ videos }: { videos: VideoTexts | null }) {
  return (
    <section aria-labelledby="video-gallery" className="pt-20 md:pt-32">
      <div className="mx-auto max-w-6xl px-6">
        <Heading id="video-gallery" title={videos?.galleryTitle ?? showcase.galleryTitle} className={large} />
        <p className="mt-2 text-sm text-soft">{videos?.note ?? showcase.note}</p>
      </div>
      <ul className="mx-auto mt-8 flex max-w-6xl snap-x snap-mandatory scroll-px-6 gap-4 overflow-x-auto px-6 pb-2 [scrollbar-width:none] md:grid md:grid-cols-3 md:gap-x-6 md:gap-y-10 lg:grid-cols-6 lg:gap-x-4">
        {showcase.items.map((item) => (
          <li key={item.id} className="w-[58%] shrink-0 snap-start md:w-auto">
            <ClipCard item={item} voice={videos?.voices.find(({ id }) => id === item.id)} />
          </li>
        ))}
      </ul>
    </section>
  );
}
