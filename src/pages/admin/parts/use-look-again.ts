import { useInterval } from '#ui/timers.ts';
import { useReturned } from '#ui/window-event.ts';

/** Looks for what is new every so many milliseconds while the page can be seen, and at once when somebody comes back to it. */
export function useLookAgain(everyMs: number, look: () => Promise<void>): void {
  useInterval(() => {
    if (document.visibilityState === 'visible') void look();
  }, everyMs);
  useReturned(() => void look());
}
