import { leavesAtTop, mayInterrupt, scrolledShare, type DialogTrigger } from '../email-capture.ts';
import { isSettled } from './capture-store.ts';

type Moments = {
  quietMs: number;
  timeMs: number;
  againMs: number;
  scrolledShare: number;
  exitTopPx: number;
  exitDelayMs: number;
};

type Offer = (trigger: DialogTrigger) => void;

const fields = 'input, textarea, select, [contenteditable]';

function afterTime({ timeMs, againMs }: Moments, offer: Offer) {
  let timer = setTimeout(function ask() {
    offer('time-based');
    timer = setTimeout(ask, againMs);
  }, timeMs);
  return () => clearTimeout(timer);
}

function onScroll(moments: Moments, offer: Offer) {
  const look = () => {
    const page = document.documentElement.scrollHeight;
    const share = scrolledShare({ top: window.scrollY, screen: window.innerHeight, page });
    if (share >= moments.scrolledShare) offer('scroll-based');
  };
  window.addEventListener('scroll', look, { passive: true });
  return () => window.removeEventListener('scroll', look);
}

function onExit({ exitTopPx, exitDelayMs }: Moments, offer: Offer) {
  const page = document.documentElement;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const leave = (event: MouseEvent) => {
    clearTimeout(timer);
    if (leavesAtTop(event.clientY, exitTopPx)) timer = setTimeout(() => offer('exit-intent'), exitDelayMs);
  };
  const comeBack = () => clearTimeout(timer);
  page.addEventListener('mouseleave', leave);
  page.addEventListener('mouseenter', comeBack);
  return () => {
    clearTimeout(timer);
    page.removeEventListener('mouseleave', leave);
    page.removeEventListener('mouseenter', comeBack);
  };
}

/**
 * Opens the dialog on its own at the right moment of a page visit, at most once. Returns a function
 * that stops it.
 */
export function watchVisit(moments: Moments, open: Offer): () => void {
  if (isSettled()) return () => undefined;
  const arrivedAt = Date.now();
  const offer: Offer = (trigger) => {
    const allowed = mayInterrupt({
      sinceArrivalMs: Date.now() - arrivedAt,
      quietMs: moments.quietMs,
      isSettled: isSettled(),
      isTyping: document.activeElement?.matches(fields) === true,
      isDialogOpen: document.querySelector('dialog[open]') !== null,
    });
    if (allowed) open(trigger);
  };
  const isDesktop = window.matchMedia('(min-width: 768px) and (hover: hover)').matches;
  const stops = [afterTime(moments, offer), onScroll(moments, offer), ...(isDesktop ? [onExit(moments, offer)] : [])];
  return () => {
    for (const stop of stops) stop();
  };
}
