import { useState } from 'react';
import { useLocation } from 'react-router';

const later = ':scope > section ~ section, :scope > section ~ .contents > section';

/** Safari has no idle time to give. */
const whenIdle = (then: () => void) =>
  'requestIdleCallback' in window ? requestIdleCallback(then) : setTimeout(then, 50);

/**
 * As `ref` of the main part of a page that is looked at as it was sent: its later sections are left out of the first layout
 * (app.css), and brought in one by one as soon as the browser has nothing better to do.
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

/** Whether the visitor still looks at the page as it was sent. */
export function useFirstView(): boolean {
  const here = useLocation();
  const [first] = useState(here);
  return here === first;
}
