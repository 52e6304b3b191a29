import { useState } from 'react';
import { useLocation } from 'react-router';

const later = ':scope > section ~ section, :scope > section ~ .contents > section';

/** Safari has no `requestIdleCallback`. */
const whenIdle = (then: () => void) =>
  'requestIdleCallback' in window ? requestIdleCallback(then) : setTimeout(then, 50);

/**
 * Ref callback for the main element of a server-rendered page.
 * Later sections are left out of the first layout (app.css).
 * This adds them one by one when the browser is idle.
 */
export function bringSections(main: HTMLElement | null) {
  const waiting = [...(main?.querySelectorAll<HTMLElement>(later) ?? [])];
  let isLeft = false;
  const bringNext = () => {
    const section = waiting.shift();
    if (section === undefined || isLeft) return;
    section.style.contentVisibility = 'visible';
    whenIdle(bringNext);
  };
  whenIdle(bringNext);
  return () => {
    isLeft = true;
  };
}

/** True until the first client-side navigation. */
export function useFirstView(): boolean {
  const here = useLocation();
  const [first] = useState(here);
  return here === first;
}
