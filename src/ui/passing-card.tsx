import { useCallback, useState, type ComponentProps } from 'react';

import { classes } from './classes.ts';
import type { Elements } from './elements.ts';
import { Picture } from './picture.tsx';

type Side = 'left' | 'right';

const controls = 'a[href], button, input, select, textarea, label, summary';
/** Pixels between the card and the edges of the window. */
const marginPx = 24;
/** Milliseconds after which a page that changed without a scroll is looked at again. */
const againMs = 1_000;

/** Whether no control of the page lies under a box of this size in that bottom corner of the window. */
function isFree(card: HTMLElement, side: Side): boolean {
  const { offsetWidth: width, offsetHeight: height } = card;
  const left = side === 'left' ? marginPx : document.documentElement.clientWidth - marginPx - width;
  const top = window.innerHeight - marginPx - height;
  return [...document.querySelectorAll<HTMLElement>(controls)].every((control) => {
    if (card.contains(control)) return true;
    const box = control.getBoundingClientRect();
    const isApart =
      box.right <= left || box.left >= left + width || box.bottom <= top || box.top >= top + height || box.width === 0;
    return isApart || !control.checkVisibility({ visibilityProperty: true });
  });
}

/** The first of the corners in which the card that takes this `ref` covers no control, or null while there is none. */
function useFreeCorner(sides: readonly [Side, Side]) {
  const [corner, setCorner] = useState<Side | null>(null);
  const [first, second] = sides;
  const ref = useCallback(
    (card: HTMLElement | null) => {
      if (card === null) return undefined;
      let frame = 0;
      const decide = () => {
        frame = 0;
        // A card that is being used stays where it is.
        if (card.offsetHeight === 0 || card.matches(':hover, :focus-within')) return;
        setCorner([first, second].find((side) => isFree(card, side)) ?? null);
      };
      const soon = () => {
        if (frame === 0) frame = requestAnimationFrame(decide);
      };
      decide();
      const timer = setInterval(soon, againMs);
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
  return [corner, ref] as const;
}

/** Whether what passes by holds still: someone points at it, reads it, or has paused it. */
export function useHold() {
  const [isPaused, setPaused] = useState(false);
  const [isNear, setNear] = useState(false);
  return { isHeld: isPaused || isNear, isPaused, setPaused, setNear };
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

type PassingCardProps = {
  hold: ReturnType<typeof useHold>;
  picture: Omit<ComponentProps<typeof Picture>, 'alt' | 'sizes' | 'className'>;
  onDismiss: () => void;
  /** The corners at the bottom in which it may stand, the better one first. */
  sides: readonly [Side, Side];
  /** `flex`, and from which width of the window on. */
  className: string;
  children: Elements;
};

/**
 * A small card beside the page that comes and goes by itself: it can be held and sent away, and is never read out. It stands
 * where it covers no control, and waits unseen while there is no such corner.
 */
export function PassingCard({ hold, picture, onDismiss, sides, className, children }: PassingCardProps) {
  const [corner, ref] = useFreeCorner(sides);
  const { isPaused, setPaused, setNear } = hold;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- to point at it only holds it still
    <section
      ref={ref}
      aria-label="Recent activity"
      aria-live="off"
      onMouseEnter={() => setNear(true)}
      onMouseLeave={() => setNear(false)}
      onFocus={() => setNear(true)}
      onBlur={() => setNear(false)}
      className={classes(
        'arrive fixed bottom-6 z-20 w-[min(21rem,calc(100vw-3rem))] items-center gap-4 rounded-card border border-line bg-white p-3 pr-4 shadow-lift',
        corner === null ? 'invisible' : corner === 'left' ? 'left-6' : 'right-6',
        className,
      )}
    >
      <Picture {...picture} alt="" sizes="64px" className="size-16 shrink-0 rounded-2xl object-cover" />
      <div className="min-w-0 flex-1">
        {children}
        <div className="-mb-1 -ml-2 mt-0.5 flex">
          <SmallButton onClick={() => setPaused(!isPaused)}>{isPaused ? 'Continue' : 'Pause'}</SmallButton>
          <SmallButton onClick={onDismiss}>Hide</SmallButton>
        </div>
      </div>
    </section>
  );
}
