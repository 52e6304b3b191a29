import { socialProof } from '#content/checkout.ts';
import type { SocialProofEvent } from '#modules/buying/checkout/social-proof/rules.ts';
import { PassingCard, useHold } from '#ui/passing-card.tsx';

import { useSocialProof } from './use-social-proof.ts';

/** What others do in the shop, for moments at a time; on a phone where nothing to press lies under it. */
export function SocialProof({ events }: { events: readonly SocialProofEvent[] }) {
  const hold = useHold();
  const { event, dismiss } = useSocialProof(events, hold.isHeld);
  if (event === null) return null;
  return (
    <PassingCard
      hold={hold}
      picture={socialProof.picture}
      onDismiss={dismiss}
      sides={['right', 'left']}
      className="flex"
    >
      <p className="text-sm leading-snug">
        <span className="font-medium">{socialProof.someone}</span> {event.location} {socialProof[event.type]}{' '}
        {event.product}
      </p>
      <p className="mt-1 text-xs text-soft">{event.timestamp}</p>
    </PassingCard>
  );
}
