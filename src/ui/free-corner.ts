import { useCallback, useState } from 'react';

export type Side = 'left' | 'right';

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
export function useFreeCorner(sides: readonly [Side, Side]) {
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
