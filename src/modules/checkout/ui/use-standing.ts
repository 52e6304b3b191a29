import { useInterval } from '#ui/timers.ts';
import { useReturned } from '#ui/window-event.ts';

/** Interval, in ms, at which an open page looks at its checkout. */
const lookMs = 30_000;

/**
 * Looks at the checkout now and then, and when the shopper returns to its page. Not while `isBusy`:
 * a payment under way must not lose its form.
 */
export function useStanding(look: () => Promise<void>, isBusy: boolean): void {
  const lookIfSeen = () => {
    if (!isBusy && document.visibilityState === 'visible') void look();
  };
  useInterval(lookIfSeen, isBusy ? null : lookMs);
  useReturned(lookIfSeen);
}
