import { useEffect, useEffectEvent } from 'react';

/** Listens to a window event while the component is mounted. */
export function useWindowEvent<K extends keyof WindowEventMap>(name: K, listen: (event: WindowEventMap[K]) => void) {
  const listener = useEffectEvent(listen);
  useEffect(() => {
    const handle = (event: WindowEventMap[K]) => listener(event);
    window.addEventListener(name, handle);
    return () => window.removeEventListener(name, handle);
  }, [name]);
}

/** Calls when the visitor returns to the page from another tab, window or program. */
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

/**
 * Calls when the browser restores the page from the back/forward
 * cache in its previous state, including busy buttons.
 */
export function useOnBfcacheRestore(onRestored: () => void): void {
  useWindowEvent('pageshow', ({ persisted }) => {
    if (persisted) onRestored();
  });
}
