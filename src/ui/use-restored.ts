import { useEffect, useEffectEvent } from 'react';

/** Calls when the browser brings a page back from its memory as it was left, busy buttons included. */
export function useRestored(onRestored: () => void): void {
  const restored = useEffectEvent((event: PageTransitionEvent) => {
    if (event.persisted) onRestored();
  });
  useEffect(() => {
    const listen = (event: PageTransitionEvent) => restored(event);
    window.addEventListener('pageshow', listen);
    return () => window.removeEventListener('pageshow', listen);
  }, []);
}
