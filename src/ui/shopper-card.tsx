import { useState } from 'react';

import { classes } from './classes.ts';
import type { ElementChildren } from './element-children.ts';

/** Pauses the cards while one is hovered, focused or explicitly paused. */
export function useCardPause() {
  const [isPaused, setPaused] = useState(false);
  const [isHovered, setHovered] = useState(false);
  return { isStopped: isPaused || isHovered, isPaused, setPaused, setHovered };
}

function SmallButton({ onClick, children }: { onClick: () => void; children: string }) {
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

type ShopperCardProps = {
  pause: ReturnType<typeof useCardPause>;
  onDismiss: () => void;
  className?: string;
  children: ElementChildren;
};

/**
 * Card about another shopper. It can be paused and dismissed, and is never announced.
 * It comes and goes, so its page reserves a place for it in which it covers nothing.
 */
export function ShopperCard({ pause, onDismiss, className, children }: ShopperCardProps) {
  const { isPaused, setPaused, setHovered } = pause;
  return (
    // Hover and focus only pause the cards.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- see above
    <section
      aria-label="Recent activity"
      aria-live="off"
      onMouseEnter={() => setHovered(true)}
      onMouseLeave={() => setHovered(false)}
      onFocus={() => setHovered(true)}
      onBlur={() => setHovered(false)}
      className={classes(
        'arrive flex items-center gap-2 rounded-2xl border border-line bg-white py-2 pl-4 pr-2 text-xs leading-4',
        className,
      )}
    >
      <div className="min-w-0 flex-1">{children}</div>
      <div className="flex shrink-0">
        <SmallButton onClick={() => setPaused(!isPaused)}>{isPaused ? 'Continue' : 'Pause'}</SmallButton>
        <SmallButton onClick={onDismiss}>Hide</SmallButton>
      </div>
    </section>
  );
}
