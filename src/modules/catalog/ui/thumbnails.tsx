import { PlayIcon } from '#ui/media-icons.tsx';

import { titleOf, type GalleryItem } from './gallery-item.ts';

function Thumbnail({ item }: { item: GalleryItem }) {
  const isPicture = item.kind === 'picture';
  const { src, width, height } = isPicture ? item : item.clip;
  return (
    <>
      <picture>
        <source type="image/avif" srcSet={isPicture ? `${src}-480.avif` : `${src}-poster.avif`} />
        <img
          src={isPicture ? `${src}-480.jpg` : `${src}-poster.jpg`}
          alt=""
          width={width}
          height={height}
          loading="lazy"
          decoding="async"
          className="aspect-square w-full bg-blush object-cover"
        />
      </picture>
      {isPicture ? null : (
        <span className="absolute inset-0 grid place-items-center bg-ink/25 text-white">
          <PlayIcon />
        </span>
      )}
    </>
  );
}

function bringInSight(chosen: HTMLLIElement | null): void {
  const list = chosen?.parentElement;
  if (chosen && list) list.scrollTo({ left: chosen.offsetLeft - (list.clientWidth - chosen.clientWidth) / 2 });
}

type ThumbnailsProps = { items: readonly GalleryItem[]; index: number; onChoose: (index: number) => void };

/** Thumbnails of all items. The current one is scrolled into view if they do not all fit. */
export function Thumbnails({ items, index, onChoose }: ThumbnailsProps) {
  return (
    <ul className="relative mt-2 flex snap-x gap-1 overflow-x-auto py-1.5 [scrollbar-width:none] lg:overflow-visible">
      {items.map((item, one) => (
        <li
          key={one}
          ref={one === index ? bringInSight : undefined}
          className="w-16 flex-none snap-center p-1 lg:w-auto lg:flex-1"
        >
          <button
            type="button"
            aria-label={`${item.kind === 'picture' ? 'Picture' : 'Video'} ${one + 1} of ${items.length}: ${titleOf(item)}`}
            aria-current={one === index}
            onClick={() => onChoose(one)}
            className="relative block w-full overflow-hidden rounded-xl opacity-80 outline-offset-2 transition-opacity duration-150 hover:opacity-100 aria-[current=true]:opacity-100 aria-[current=true]:ring-2 aria-[current=true]:ring-berry aria-[current=true]:ring-offset-2 aria-[current=true]:ring-offset-cream forced-colors:aria-[current=true]:border-4"
          >
            <Thumbnail item={item} />
          </button>
        </li>
      ))}
    </ul>
  );
}
