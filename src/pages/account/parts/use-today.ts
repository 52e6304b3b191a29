import { useSyncExternalStore } from 'react';

import type { Day } from '#modules/after/habit-tracker/rules.ts';

const two = (part: number) => String(part).padStart(2, '0');

function localDay(): Day {
  const now = new Date();
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}

/** Another day may have begun when somebody comes back to the page. */
function subscribe(changed: () => void) {
  document.addEventListener('visibilitychange', changed);
  return () => document.removeEventListener('visibilitychange', changed);
}

/** The calendar day where the customer is; the server's until the page runs. */
export function useToday(serversDay: Day): Day {
  return useSyncExternalStore(subscribe, localDay, () => serversDay);
}
