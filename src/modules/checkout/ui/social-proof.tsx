import { useState } from 'react';

import { nextAfterMs, shownMs, type SocialProofEvent } from '../social-proof.ts';
import { flag, isFlagged } from '#ui/browser-storage.ts';
import { FloatingCard, useCardPause } from '#ui/floating-card.tsx';
import { useTimeout } from '#ui/timers.ts';

const actions = { purchase: 'bought', viewing: 'is looking at' };
const picture = { src: '/media/cutout', width: 1600, height: 1600 };

const dismissedKey = 'social_proof_dismissed';
const stillness = '(prefers-reduced-motion: reduce)';

const isUnwanted = () => window.matchMedia(stillness).matches || isFlagged(dismissedKey);

/**
 * Returns the event to show now, or null. A hovered event stays. Shows nothing if reduced motion is
 * preferred.
 */
function useSocialProof(events: readonly SocialProofEvent[], isHovered: boolean) {
  const [isGone, setGone] = useState(isUnwanted);
  const [next, setNext] = useState({ index: 0, afterMs: 0 });
  const [shown, setShown] = useState<SocialProofEvent | null>(null);
  const appear = () => {
    if (!isHovered) setShown(events[next.index % events.length] ?? null);
    setNext({ index: next.index + 1, afterMs: nextAfterMs(Math.random()) });
  };
  useTimeout(appear, events.length === 0 || isGone ? null : next.afterMs, next);
  useTimeout(() => setShown(null), shown === null || isHovered ? null : shownMs, shown);
  const dismiss = () => {
    flag(dismissedKey);
    setGone(true);
  };
  return { event: isGone ? null : shown, dismiss };
}

/** Shows recent purchases and visits of others for a few seconds each. */
export function SocialProof({ events }: { events: readonly SocialProofEvent[] }) {
  const pause = useCardPause();
  const { event, dismiss } = useSocialProof(events, pause.isStopped);
  if (event === null) return null;
  return (
    <FloatingCard pause={pause} picture={picture} onDismiss={dismiss} sides={['right', 'left']} className="flex">
      <p className="text-sm leading-snug max-lg:inline max-lg:text-xs max-lg:leading-4">
        <span className="font-medium">Someone</span>
        <span>{` ${event.location} ${actions[event.type]} ${event.product}`}</span>
      </p>
      <p className="mt-1 text-xs text-soft max-lg:ml-1 max-lg:inline">{event.timestamp}</p>
    </FloatingCard>
  );
}
