import { useSyncExternalStore } from 'react';

import type { Day } from '#modules/habit-tracker/habit-tracker.ts';

/** Sweden writes a day as ISO 8601 does. */
const localDay = (): Day => new Date().toLocaleDateString('sv-SE');

const minuteMs = 60_000;

/** Another day may have begun when somebody comes back to the page, or stays on it over midnight. */
function subscribe(changed: () => void) {
  document.addEventListener('visibilitychange', changed);
  const timer = setInterval(changed, minuteMs);
  return () => {
    document.removeEventListener('visibilitychange', changed);
    clearInterval(timer);
  };
}

/** The calendar day where the customer is; the server's until the page runs. */
export function useToday(serversDay: Day): Day {
  return useSyncExternalStore(subscribe, localDay, () => serversDay);
}
