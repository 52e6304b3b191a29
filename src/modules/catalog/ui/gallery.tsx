import { useState, type KeyboardEvent, type MouseEvent } from 'react';
import { type Clip, Video } from '#ui/video.tsx';
import { PlayIcon, ZoomIcon } from '#ui/media-icons.tsx';
import { IconButton } from '#ui/button.tsx';
import { classes } from '#ui/classes.ts';
import { ArrowLeftIcon, ArrowRightIcon } from '#ui/icons.tsx';
import { Picture } from '#ui/picture.tsx';
import { wrapIndex } from '#ui/swipe.ts';
import { useSwipe } from '#ui/use-swipe.ts';

import { useZoom } from './use-zoom.ts';

/**
 * A picture by its URL without width and file ending. `widths` lists the available widths if they
 * differ from the default ones.
 */
type GalleryPicture = {
  kind: 'picture';
  src: string;
  alt: string;
  width: number;
  height: number;
  widths?: readonly number[];
  focus?: string;
};

/** `thumb` is the width of the thumbnail's file if it is not 160. */
export type GalleryItem = (GalleryPicture | { kind: 'video'; clip: Clip }) & { thumb?: number };

/** Text that describes an item. */
function titleOf(item: GalleryItem): string {
  return item.kind === 'picture' ? item.alt : item.clip.text;
}

function Thumbnail({ item }: { item: GalleryItem }) {
  const isPicture = item.kind === 'picture';
  const file = `${(isPicture ? item : item.clip).src}-${item.thumb ?? 160}`;
  return (
    <>
      <picture>
        <source type="image/avif" srcSet={`${file}.avif`} />
        <img
          src={`${file}.jpg`}
          alt=""
          width={160}
          height={160}
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

function scrollIntoList(chosen: HTMLLIElement | null): void {
  const list = chosen?.parentElement;
  if (chosen && list) list.scrollTo({ left: chosen.offsetLeft - (list.clientWidth - chosen.clientWidth) / 2 });
}

type ThumbnailsProps = {
  items: readonly GalleryItem[];
  index: number;
  onChoose: (index: number) => void;
  className: string | undefined;
};

/** Thumbnails of all items. The current one is scrolled into view if they do not all fit. */
function Thumbnails({ items, index, onChoose, className }: ThumbnailsProps) {
  return (
    <ul
      className={classes(
        'relative mt-2 flex snap-x gap-1 overflow-x-auto py-1.5 [scrollbar-width:none] lg:overflow-visible',
        className,
      )}
    >
      {items.map((item, one) => (
        <li
          key={one}
          ref={one === index ? scrollIntoList : undefined}
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

const sizes = '(min-width: 1280px) 40rem, (min-width: 1024px) 52vw, 100vw';
/** Leaves room for price and buy button above the question of consent in a phone's first view. */
export const compactFrame =
  'aspect-square rounded-card max-md:aspect-auto max-md:h-[clamp(9.5rem,100svh-32rem,34svh)] max-sm:-mx-4 max-sm:rounded-none';
const control = 'absolute bg-white/90 text-ink shadow-lift hover:bg-white';

type SlideProps = { item: GalleryItem; isShown: boolean; eager: boolean; compact: boolean };

/**
 * One item in the frame. Neighbors are rendered invisibly, so that they are already loaded when
 * shown.
 */
function Slide({ item, isShown, eager, compact }: SlideProps) {
  if (item.kind === 'video') {
    if (!isShown) return null;
    return (
      <div className="absolute inset-0">
        <Video clip={item.clip} className="size-full" />
      </div>
    );
  }
  const { kind: _kind, thumb: _thumb, ...picture } = item;
  return (
    <div
      {...(isShown ? { 'data-zoom': '' } : { 'aria-hidden': true })}
      className={classes('absolute inset-0 transition-[scale] duration-200', !isShown && 'invisible')}
    >
      <Picture
        {...picture}
        eager={eager}
        sizes={sizes}
        className={classes('size-full object-cover', compact && picture.focus === undefined && 'max-md:object-contain')}
      />
    </div>
  );
}

/** Index of the shown item. Neighbors are rendered only after the visitor has moved once. */
function useGallery(count: number) {
  const [index, setIndex] = useState(0);
  const [wasMoved, setMoved] = useState(false);
  const near = wasMoved ? [wrapIndex(index - 1, count), wrapIndex(index + 1, count)] : [];
  const show = (next: number) => {
    setMoved(true);
    setIndex(wrapIndex(next, count));
  };
  return { index, show, isNear: (one: number) => one === index || near.includes(one) };
}

type ControlsProps = {
  item: GalleryItem;
  index: number;
  count: number;
  isZoomed: boolean;
  onGo: (index: number) => void;
  onZoom: () => void;
};

/** Overlay of the frame: position, and a button for each swipe direction and for the zoom. */
function Controls({ item, index, count, isZoomed, onGo, onZoom }: ControlsProps) {
  return (
    <>
      <p
        aria-live="polite"
        className="pointer-events-none absolute top-3 left-3 rounded-full bg-white/90 px-3 py-1 text-sm tabular-nums"
      >
        <span>{`${index + 1} of ${count}`}</span>
        <span className="sr-only">{`: ${titleOf(item)}`}</span>
      </p>
      {item.kind === 'picture' ? (
        <IconButton
          label="Zoom picture"
          aria-pressed={isZoomed}
          onClick={onZoom}
          className={classes(control, 'top-3 right-3 aria-pressed:bg-berry aria-pressed:text-white')}
        >
          <ZoomIcon />
        </IconButton>
      ) : null}
      <IconButton
        label="Previous picture"
        onClick={() => onGo(index - 1)}
        className={classes(control, 'top-1/2 left-3 -translate-y-1/2')}
      >
        <ArrowLeftIcon />
      </IconButton>
      <IconButton
        label="Next picture"
        onClick={() => onGo(index + 1)}
        className={classes(control, 'top-1/2 right-3 -translate-y-1/2')}
      >
        <ArrowRightIcon />
      </IconButton>
    </>
  );
}

type GalleryProps = {
  items: readonly GalleryItem[];
  /** True when the first picture is the main content of the page. */
  eager?: boolean;
  /** Phones only: a low frame from edge to edge, without thumbnails. */
  compact?: boolean;
  className?: string;
};

/**
 * Pictures and clips in one frame of fixed size, with buttons, thumbnails, swipe, and arrow keys
 * while the focus is inside. The last item wraps to the first; nothing moves automatically.
 * Pressing a picture or the zoom button doubles its size.
 */
export function Gallery({ items, eager = false, compact = false, className }: GalleryProps) {
  const { index, show, isNear } = useGallery(items.length);
  const { frame, isZoomed, ...zoom } = useZoom();
  const go = (next: number) => {
    zoom.leave();
    show(next);
  };
  const swipe = useSwipe({ onSwipe: (direction) => (isZoomed ? undefined : go(index + direction)) });
  const current = items[index];
  if (current === undefined) return null;
  const isPicture = current.kind === 'picture';

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    const panned = zoom.onArrow(event.key);
    if (panned || step !== 0) event.preventDefault();
    if (!panned && step !== 0) go(index + step);
  };
  const onPress = (event: MouseEvent) => {
    if (isPicture) zoom.toggle(event);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/no-noninteractive-element-interactions -- arrow keys of the buttons inside
    <div
      role="group"
      aria-roledescription="carousel"
      aria-label="Product gallery"
      className={className}
      onKeyDown={onKeyDown}
    >
      <div className="relative">
        {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- the zoom button is its keyboard */}
        <div
          {...swipe.handlers}
          ref={frame}
          onPointerDown={(event) => {
            swipe.handlers.onPointerDown(event);
            zoom.onPointerDown(event);
          }}
          onPointerMove={(event) => {
            swipe.handlers.onPointerMove(event);
            zoom.onPointerMove(event);
          }}
          onClick={onPress}
          className={classes(
            'relative overflow-hidden bg-blush select-none',
            compact ? compactFrame : 'aspect-square rounded-card',
            isPicture && (isZoomed ? 'cursor-zoom-out' : 'cursor-zoom-in'),
            isZoomed ? 'touch-pinch-zoom' : swipe.touch,
          )}
        >
          {items.map((item, one) =>
            isNear(one) ? (
              <Slide key={one} item={item} isShown={one === index} eager={eager && one === 0} compact={compact} />
            ) : null,
          )}
        </div>
        <Controls
          item={current}
          index={index}
          count={items.length}
          isZoomed={isZoomed}
          onGo={go}
          onZoom={() => zoom.toggle()}
        />
      </div>
      <Thumbnails items={items} index={index} onChoose={go} className={compact ? 'max-md:hidden' : undefined} />
    </div>
  );
}
