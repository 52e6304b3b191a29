import { exitDelayMs, leavesAtTop } from '../exit-offer.ts';

const canHover = '(min-width: 48rem) and (hover: hover)';

/**
 * Calls `leave` when the mouse goes for the address bar or the tabs, and when a page that was left comes back from the browser's
 * memory: while it is being unloaded no browser lets a page open anything. Answers how to stop.
 */
export function watchExit(leave: () => void): () => void {
  const page = document.documentElement;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const out = (event: MouseEvent) => {
    clearTimeout(timer);
    if (leavesAtTop(event.clientY) && window.matchMedia(canHover).matches) timer = setTimeout(leave, exitDelayMs);
  };
  const back = () => clearTimeout(timer);
  const restored = (event: PageTransitionEvent) => {
    if (event.persisted) leave();
  };
  page.addEventListener('mouseleave', out);
  page.addEventListener('mouseenter', back);
  window.addEventListener('pageshow', restored);
  return () => {
    clearTimeout(timer);
    page.removeEventListener('mouseleave', out);
    page.removeEventListener('mouseenter', back);
    window.removeEventListener('pageshow', restored);
  };
}

const fields = 'input, textarea, select, iframe, [contenteditable]';

/** Whether a field has the focus, also one of the provider's inside its frame or shadow. */
export function isTyping(): boolean {
  let focused = document.activeElement;
  while (focused?.shadowRoot?.activeElement) focused = focused.shadowRoot.activeElement;
  return focused?.matches(fields) === true;
}
