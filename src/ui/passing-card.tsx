import { useState, type ComponentProps, type ReactNode } from 'react';

import { classes } from './classes.ts';
import { useFreeCorner, type Side } from './free-corner.ts';
import { Picture } from './picture.tsx';

/** Whether what passes by holds still: someone points at it, reads it, or has paused it. */
export function useHold() {
  const [isPaused, setPaused] = useState(false);
  const [isNear, setNear] = useState(false);
  return { isHeld: isPaused || isNear, isPaused, setPaused, setNear };
}

function SmallButton({ onClick, children }: { onClick: () => void; children: ReactNode }) {
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
  children: ReactNode;
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
