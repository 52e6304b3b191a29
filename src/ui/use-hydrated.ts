import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';

const never = () => () => undefined;

/** True after hydration. False in server-rendered HTML. */
export function useIsHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}

/** Calls once, when this part of the page is hydrated. */
export function useOnHydrated(act: () => void): void {
  const begin = useEffectEvent(act);
  useEffect(() => begin(), []);
}
