import { useEffect, useEffectEvent } from 'react';

/** Listens to the window as long as the component stands. */
export function useWindowEvent<K extends keyof WindowEventMap>(name: K, listen: (event: WindowEventMap[K]) => void) {
  const listener = useEffectEvent(listen);
  useEffect(() => {
    const heard = (event: WindowEventMap[K]) => listener(event);
    window.addEventListener(name, heard);
    return () => window.removeEventListener(name, heard);
  }, [name]);
}

/** Calls when somebody comes back to the page: from another tab, window or program. */
export function useReturned(onReturned: () => void): void {
  const returned = useEffectEvent(() => {
    if (document.visibilityState === 'visible') onReturned();
  });
  useEffect(() => {
    const changed = () => returned();
    document.addEventListener('visibilitychange', changed);
    return () => document.removeEventListener('visibilitychange', changed);
  }, []);
}

/** Calls when the browser brings a page back from its memory as it was left, busy buttons included. */
export function useRestored(onRestored: () => void): void {
  useWindowEvent('pageshow', ({ persisted }) => {
    if (persisted) onRestored();
  });
}
