import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

/** Whether the page runs: false in what was sent as HTML, and until React has taken it over. */
export function useIsRunning(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
