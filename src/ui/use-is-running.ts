import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';

const never = () => () => undefined;

/** Whether the page runs: false in what was sent as HTML, and until React has taken it over. */
export function useIsRunning(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}

/** Calls once when this part of the page begins to run. */
export function useBegin(act: () => void): void {
  const begin = useEffectEvent(act);
  useEffect(() => begin(), []);
}
