import { useEffect, useEffectEvent } from 'react';

/** Calls once when `ms` have passed since it or `since` last changed; null stops it. */
export function useTimeout(call: () => void, ms: number | null, since?: unknown): void {
  const run = useEffectEvent(call);
  useEffect(() => {
    if (ms === null) return undefined;
    const timer = setTimeout(() => run(), ms);
    return () => clearTimeout(timer);
  }, [ms, since]);
}

/** Calls every `ms`; null stops it. */
export function useInterval(call: () => void, ms: number | null): void {
  const run = useEffectEvent(call);
  useEffect(() => {
    if (ms === null) return undefined;
    const timer = setInterval(() => run(), ms);
    return () => clearInterval(timer);
  }, [ms]);
}
