import { useEffect, useEffectEvent, useState } from 'react';

import {
  firstAfterMs,
  nextAfterMs,
  shownMs,
  type SocialProofEvent,
} from '#modules/buying/checkout/social-proof/rules.ts';
import { useTimeout } from '#ui/timers.ts';

const dismissedKey = 'social_proof_dismissed';
const stillness = '(prefers-reduced-motion: reduce)';

function isDismissed(): boolean {
  try {
    return sessionStorage.getItem(dismissedKey) !== null;
  } catch {
    return false;
  }
}

function rememberDismissal(): void {
  try {
    sessionStorage.setItem(dismissedKey, '1');
  } catch {
    // A browser that keeps nothing shows it again on the next page load.
  }
}

/** The event that is shown now, or null; one that is held stays. Nothing appears where less motion is asked for. */
export function useSocialProof(events: readonly SocialProofEvent[], isHeld: boolean) {
  const [place, setPlace] = useState(0);
  const [isShown, setShown] = useState(false);
  const [isGone, setGone] = useState(false);
  const count = events.length;

  const show = useEffectEvent((next: number) => {
    if (isHeld) return;
    setPlace(next % count);
    setShown(true);
  });
  useEffect(() => {
    if (count === 0 || isGone || isDismissed() || window.matchMedia(stillness).matches) return undefined;
    const appear = (next: number) => {
      show(next);
      timer = setTimeout(() => appear(next + 1), nextAfterMs(Math.random()));
    };
    let timer = setTimeout(() => appear(0), firstAfterMs);
    return () => clearTimeout(timer);
  }, [count, isGone]);

  useTimeout(() => setShown(false), isShown && !isHeld ? shownMs : null, place);

  const dismiss = () => {
    rememberDismissal();
    setShown(false);
    setGone(true);
  };
  return { event: isShown && !isGone ? (events[place] ?? null) : null, dismiss };
}
