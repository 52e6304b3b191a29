import { exitDelayMs, leavesAtTop } from '../exit-offer.ts';

const canHover = '(min-width: 48rem) and (hover: hover)';

/**
 * Calls `leave` when the mouse heads for the address bar or tabs, and when the page returns from
 * the back/forward cache. Browsers do not let a page open anything while it unloads. Returns a
 * function that stops watching.
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

/** True if a field has the focus, including the provider's in an iframe or shadow root. */
export function isTyping(): boolean {
  let focused = document.activeElement;
  while (focused?.shadowRoot?.activeElement) focused = focused.shadowRoot.activeElement;
  return focused?.matches(fields) === true;
}
