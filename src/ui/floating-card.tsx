import { useCallback, useState, type ComponentProps } from 'react';

import { classes } from './classes.ts';
import { Decoration } from './decoration.tsx';
import type { Elements } from './elements.ts';
import { Picture } from './picture.tsx';

type Side = 'left' | 'right';
type Position = { side: Side; top: number };
type Range = readonly [from: number, to: number];

/** Selects controls and fields, including those of the payment provider. */
const controls = 'a[href], button, input, select, textarea, label, summary, [data-provider-fields]';
/** Selects prices and messages, which a strip across the page could also cover. */
const pricesAndMessages = '.tabular-nums, [role="status"], [role="alert"], [id$="-error"]';
/** Selects pictures, and texts of which a covered part is missed. */
const content = 'main :is(img, video, figure, li, table)';
/** Distance between the card and the window's edges, in pixels. */
const marginPx = 24;
const narrowMarginPx = 16;
/** Distance to the elements above and below the card in a narrow window, in pixels. */
const gapPx = 2;
/** Interval between checks for layout changes without a scroll event, in milliseconds. */
const recheckMs = 1_000;
const narrow = '(max-width: 1023px)';

/** True when an element with a size is shown. Safari has `checkVisibility` only since 17.4. */
function isVisible(element: Partial<Pick<Element, 'checkVisibility'>> & Element): boolean {
  return element.checkVisibility?.({ visibilityProperty: true }) ?? getComputedStyle(element).visibility !== 'hidden';
}

/**
 * Returns the vertical ranges of the selected elements between two horizontal edges, topmost first.
 */
function coveredRanges(card: HTMLElement, selector: string, [left, right]: Range): Range[] {
  const spans = [...document.querySelectorAll<HTMLElement>(selector)].flatMap((element): Range[] => {
    if (card.contains(element)) return [];
    const box = element.getBoundingClientRect();
    const isApart = box.right <= left || box.left >= right || box.bottom <= 0 || box.top >= window.innerHeight;
    if (isApart || box.width <= 1 || box.height <= 1) return [];
    return isVisible(element) ? [[box.top, box.bottom]] : [];
  });
  return spans.toSorted(([one], [other]) => one - other);
}

/** Returns the top of the lowest free strip in a narrow window, or null. */
function maxFreeTop(taken: readonly Range[], height: number): number | null {
  let from = 0;
  let lowest: number | null = null;
  for (const [top, bottom] of [...taken, [window.innerHeight, window.innerHeight] as const]) {
    const spare = top - from - height;
    if (spare >= 2 * gapPx) lowest = top - height - Math.min(spare / 2, narrowMarginPx);
    from = Math.max(from, bottom);
  }
  return lowest;
}

/**
 * Returns a position where the card covers nothing, or null.
 * Wide windows: a bottom corner without controls, pictures and lists.
 * Narrow windows: any free strip.
 */
function freePosition(card: HTMLElement, sides: readonly Side[]): Position | null {
  const { offsetWidth: width, offsetHeight: height } = card;
  if (window.matchMedia(narrow).matches) {
    const taken = coveredRanges(card, `${controls}, ${pricesAndMessages}`, [narrowMarginPx, narrowMarginPx + width]);
    const top = maxFreeTop(taken, height);
    return top === null ? null : { side: 'left', top: Math.round(top) };
  }
  const top = window.innerHeight - marginPx - height;
  const side = sides.find((one) => {
    const left = one === 'left' ? marginPx : document.documentElement.clientWidth - marginPx - width;
    const taken = coveredRanges(card, `${controls}, ${content}`, [left, left + width]);
    return taken.every(([from, to]) => to <= top || from >= top + height);
  });
  return side === undefined ? null : { side, top };
}

/** Returns a free position for the card that has this `ref`, or null while there is none. */
function useFreePosition(sides: readonly [Side, Side]) {
  const [position, setPosition] = useState<Position | null>(null);
  const [first, second] = sides;
  const ref = useCallback(
    (card: HTMLElement | null) => {
      if (card === null) return undefined;
      let frame = 0;
      const decide = () => {
        frame = 0;
        // A card in use does not move.
        if (card.offsetHeight === 0 || card.matches(':hover, :focus-within')) return;
        const next = freePosition(card, [first, second]);
        setPosition((last) => (last?.side === next?.side && last?.top === next?.top ? last : next));
      };
      const soon = () => {
        if (frame === 0) frame = requestAnimationFrame(decide);
      };
      decide();
      const timer = setInterval(soon, recheckMs);
      document.addEventListener('scroll', soon, { passive: true, capture: true });
      window.addEventListener('resize', soon);
      return () => {
        cancelAnimationFrame(frame);
        clearInterval(timer);
        document.removeEventListener('scroll', soon, { capture: true });
        window.removeEventListener('resize', soon);
      };
    },
    [first, second],
  );
  return [position, ref] as const;
}

/** Pauses the cards while one is hovered, focused or explicitly paused. */
export function useCardPause() {
  const [isPaused, setPaused] = useState(false);
  const [isHovered, setHovered] = useState(false);
  return { isStopped: isPaused || isHovered, isPaused, setPaused, setHovered };
}

function SmallButton({ onClick, children }: { onClick: () => void; children: string }) {
  return (
    <button
      type="button"
      onClick={onClick}
      className="min-h-7 rounded-full px-2 text-xs text-soft underline-offset-4 hover:text-berry hover:underline"
    >
      {children}
    </button>
  );
}

type FloatingCardProps = {
  pause: ReturnType<typeof useCardPause>;
  picture: Omit<ComponentProps<typeof Picture>, 'alt' | 'sizes' | 'className'>;
  onDismiss: () => void;
  /** Bottom corners that it may use, the preferred one first. */
  sides: readonly [Side, Side];
  /** `flex` with the minimum window width at which the card is shown. */
  className: string;
  children: Elements;
};

/** Card that disappears if it fails. */
export function FloatingCard(props: FloatingCardProps) {
  return (
    <Decoration>
      <Card {...props} />
    </Decoration>
  );
}

/**
 * Small temporary card beside the page. It can be paused and dismissed, and is never announced.
 * It never covers a control, field or price, nor, in a wide window, a picture or list.
 * In a narrow window it is a strip.
 * It stays invisible while there is no free position.
 */
function Card({ pause, picture, onDismiss, sides, className, children }: FloatingCardProps) {
  const [position, ref] = useFreePosition(sides);
  const { isPaused, setPaused, setHovered } = pause;
  return (
    // Hover and focus only pause the cards.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- see above
    <section
      ref={ref}
      aria-label="Recent activity"
      aria-live="off"
      onMouseEnter={() => setHovered(true)}
      onMouseLeave={() => setHovered(false)}
      onFocus={() => setHovered(true)}
      onBlur={() => setHovered(false)}
      style={{ top: position?.top ?? 0 }}
      className={classes(
        'arrive fixed z-20 w-84 items-center gap-4 rounded-card border border-line bg-white p-3 pr-4 shadow-lift',
        'max-lg:w-[min(28rem,calc(100vw-2rem))] max-lg:gap-0 max-lg:rounded-full max-lg:py-1 max-lg:pl-4 max-lg:pr-2',
        position === null ? 'invisible' : position.side === 'left' ? 'left-4 lg:left-6' : 'right-6',
        className,
      )}
    >
      <Picture {...picture} alt="" sizes="64px" className="size-16 shrink-0 rounded-2xl object-cover max-lg:hidden" />
      <div className="min-w-0 flex-1 max-lg:flex max-lg:items-center max-lg:gap-2">
        <div className="min-w-0 flex-1 max-lg:text-xs max-lg:leading-4">{children}</div>
        <div className="flex lg:-mb-1 lg:-ml-2 lg:mt-0.5">
          <SmallButton onClick={() => setPaused(!isPaused)}>{isPaused ? 'Continue' : 'Pause'}</SmallButton>
          <SmallButton onClick={onDismiss}>Hide</SmallButton>
        </div>
      </div>
    </section>
  );
}
