import { useState } from 'react';

import { nextAfterMs, shownMs, type SocialProofEvent } from '../social-proof.ts';
import { setFlag, isFlagged } from '#ui/browser-storage.ts';
import { ShopperCard, useCardPause } from '#ui/shopper-card.tsx';
import { useTimeout } from '#ui/timers.ts';

const actions = { purchase: 'bought', viewing: 'is looking at' };

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
    setFlag(dismissedKey);
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
    <ShopperCard pause={pause} onDismiss={dismiss}>
      <p>
        <span className="font-medium">Someone</span>
        <span>{` ${event.location} ${actions[event.type]} ${event.product} `}</span>
        <span className="whitespace-nowrap text-soft">{event.timestamp}</span>
      </p>
    </ShopperCard>
  );
}
