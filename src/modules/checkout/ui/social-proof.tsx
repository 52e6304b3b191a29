import { useState, type ReactNode } from 'react';

import { socialProof } from '#content/checkout.ts';
import type { SocialProofEvent } from '#modules/checkout/social-proof-rules.ts';
import { Picture } from '#ui/picture.tsx';

import { useSocialProof } from './use-social-proof.ts';

function SmallButton({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <button
      type="button"
      onClick={onClick}
      className="min-h-7 rounded-full px-2 text-xs text-soft underline-offset-4 hover:text-berry hover:underline"
    >
      {children}
    </button>
  );
}

/** What others do in the shop, for moments at a time and beside the form only: it can be held and sent away, and is never read out. */
export function SocialProof({ events }: { events: readonly SocialProofEvent[] }) {
  const [isPaused, setPaused] = useState(false);
  const [isNear, setNear] = useState(false);
  const { event, dismiss } = useSocialProof(events, isPaused || isNear);
  if (event === null) return null;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- to point at it only holds it still
    <section
      aria-label="Recent activity"
      aria-live="off"
      onMouseEnter={() => setNear(true)}
      onMouseLeave={() => setNear(false)}
      onFocus={() => setNear(true)}
      onBlur={() => setNear(false)}
      className="arrive fixed bottom-6 right-6 z-20 hidden w-[21rem] items-center gap-4 rounded-card border border-line bg-white p-3 pr-4 shadow-lift lg:flex"
    >
      <Picture {...socialProof.picture} alt="" sizes="64px" className="size-16 shrink-0 rounded-2xl object-cover" />
      <div className="min-w-0 flex-1">
        <p className="text-sm leading-snug">
          <span className="font-medium">{socialProof.someone}</span> {event.location} {socialProof[event.type]}{' '}
          {event.product}
        </p>
        <p className="mt-1 text-xs text-soft">{event.timestamp}</p>
        <div className="-mb-1 -ml-2 mt-0.5 flex">
          <SmallButton onClick={() => setPaused(!isPaused)}>{isPaused ? 'Continue' : 'Pause'}</SmallButton>
          <SmallButton onClick={dismiss}>Hide</SmallButton>
        </div>
      </div>
    </section>
  );
}
