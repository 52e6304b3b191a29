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

/** Calls once, `ms` milliseconds after `ms` or `since` last changed. Null stops the timer. */
export const useTimeout = (call: () => void, ms: number | null, since?: unknown) => useTimer(call, ms, { since });

/** Calls every `ms` milliseconds. Null stops the timer. */
export const useInterval = (call: () => void, ms: number | null) => useTimer(call, ms, { repeats: true });
