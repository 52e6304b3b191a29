import { useCallback, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';

import { IconButton } from './button.tsx';
import { classes } from './classes.ts';
import { ArrowLeftIcon, ArrowRightIcon } from './icons.tsx';
import { wrapIndex } from './swipe.ts';
import { useSwipe } from './use-swipe.ts';

const arrows: Record<string, -1 | 1> = { ArrowLeft: -1, ArrowRight: 1 };

type CarouselProps = {
  label: string;
  /** Noun for one slide in button labels: 'video' makes 'Next video'. */
  noun: string;
  count: number;
  /** Index of the first visible slide. */
  first?: number;
  children: (index: number) => ReactNode;
};

/**
 * Shows one slide at a time and wraps around.
 * Controlled by buttons, by swiping, and by arrow keys while it has the focus.
 */
export function Carousel({ label, noun, count, first = 0, children }: CarouselProps) {
  const [index, setIndex] = useState(first);
  const slide = useRef<HTMLDivElement>(null);
  const heldFocus = useRef(false);
  // The focused slide is gone, so its successor takes the focus.
  const succeed = useCallback((next: HTMLDivElement | null) => {
    slide.current = next;
    if (heldFocus.current) next?.querySelector('button')?.focus({ preventScroll: true });
  }, []);
  const step = (by: -1 | 1) => {
    heldFocus.current = slide.current?.contains(document.activeElement) === true;
    setIndex(wrapIndex(index + by, count));
  };
  const swipe = useSwipe({ onSwipe: step });
  const onKeyDown = (event: KeyboardEvent) => {
    // Alt with an arrow key goes back a page in the browser.
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const by = arrows[event.key];
    if (by === undefined) return;
    event.preventDefault();
    step(by);
  };
  return (
    // The arrow keys only repeat the buttons.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- see above
    <div role="group" aria-roledescription="carousel" aria-label={label} onKeyDown={onKeyDown}>
      <div {...swipe.handlers} className={classes(swipe.touch, 'select-none')}>
        <div
          ref={succeed}
          key={index}
          role="group"
          aria-roledescription="slide"
          aria-label={`${index + 1} of ${count}`}
          className="arrive"
        >
          {children(index)}
        </div>
      </div>
      <div className="mt-4 flex items-center justify-center gap-4">
        <IconButton label={`Previous ${noun}`} onClick={() => step(-1)} className="border border-line bg-white">
          <ArrowLeftIcon />
        </IconButton>
        <p aria-live="polite" className="min-w-14 text-center text-sm tabular-nums text-soft">
          {`${index + 1} of ${count}`}
        </p>
        <IconButton label={`Next ${noun}`} onClick={() => step(1)} className="border border-line bg-white">
          <ArrowRightIcon />
        </IconButton>
      </div>
    </div>
  );
}
