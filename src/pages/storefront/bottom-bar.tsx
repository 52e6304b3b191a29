import type { ReactNode } from 'react';

import { classes } from '#ui/classes.ts';

/** Phones only: bar at the bottom of the window with the price and a buy button. */
export function BottomBar({ shown, children }: { shown: boolean; children: ReactNode }) {
  return (
    <div
      role="region"
      aria-label="Buy"
      inert={!shown}
      className={classes(
        'bottom-bar fixed inset-x-0 bottom-0 z-20 flex items-center gap-4 border-t border-line bg-cream/95 px-4 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] backdrop-blur transition-[translate,visibility] duration-200 md:hidden noscript:hidden',
        shown ? 'translate-y-0' : 'invisible translate-y-full',
      )}
    >
      {children}
    </div>
  );
}
