/** Share of the viewport height to scroll past before the bar shows. */
const barFromViewports = 0.8;
/** Distance from the page's end, in pixels, within which the bar hides. */
const barEndPx = 1_000;
/** Milliseconds without a scroll event before the bar is re-evaluated. */
export const barDebounceMs = 10;

type Scroll = { scrollY: number; viewportHeight: number; pageHeight: number };

/** True past 80 % of the viewport height and more than 1000 px before the page's end. */
export function stickyBarShown({ scrollY, viewportHeight, pageHeight }: Scroll): boolean {
  const isPast = scrollY > viewportHeight * barFromViewports;
  const left = pageHeight - (scrollY + viewportHeight);
  return isPast && left > barEndPx;
}
