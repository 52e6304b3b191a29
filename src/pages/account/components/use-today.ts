import { useSyncExternalStore } from 'react';

import type { Day } from '#modules/habit-tracker/habit-tracker.ts';

/** The Swedish locale formats dates as ISO 8601. */
const localDay = (): Day => new Date().toLocaleDateString('sv-SE');

const minuteMs = 60_000;

/**
 * The day may have changed when the customer returns to the page, or keeps it open past midnight.
 */
function subscribe(changed: () => void) {
  document.addEventListener('visibilitychange', changed);
  const timer = setInterval(changed, minuteMs);
  return () => {
    document.removeEventListener('visibilitychange', changed);
    clearInterval(timer);
  };
}

/** Calendar day in the customer's time zone. Until hydration, the server's day. */
export function useToday(serversDay: Day): Day {
  return useSyncExternalStore(subscribe, localDay, () => serversDay);
}
