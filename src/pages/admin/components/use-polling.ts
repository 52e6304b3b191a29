import { useInterval } from '#ui/timers.ts';
import { useReturned } from '#ui/window-event.ts';

/**
 * Polls every `everyMs` milliseconds while the page is
 * visible, and at once when the visitor returns to it.
 */
export function usePolling(everyMs: number, look: () => Promise<void>): void {
  useInterval(() => {
    if (document.visibilityState === 'visible') void look();
  }, everyMs);
  useReturned(() => void look());
}
