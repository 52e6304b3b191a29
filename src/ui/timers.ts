import { useEffect, useEffectEvent } from 'react';

type Timer = { since?: unknown; repeats?: boolean };

function useTimer(call: () => void, ms: number | null, { since, repeats = false }: Timer): void {
  const run = useEffectEvent(call);
  useEffect(() => {
    if (ms === null) return undefined;
    const timer = repeats ? setInterval(() => run(), ms) : setTimeout(() => run(), ms);
    return () => clearTimeout(timer);
  }, [ms, since, repeats]);
}

/** Calls once when `ms` have passed since it or `since` last changed; null stops it. */
export const useTimeout = (call: () => void, ms: number | null, since?: unknown) => useTimer(call, ms, { since });

/** Calls every `ms`; null stops it. */
export const useInterval = (call: () => void, ms: number | null) => useTimer(call, ms, { repeats: true });
