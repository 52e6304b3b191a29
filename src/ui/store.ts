import { useSyncExternalStore } from 'react';

/**
 * State outside React that components can subscribe to. `first` is called once, on the first read.
 */
export function createStore<T>(first: () => T, onServer: T) {
  let state: { value: T } | undefined;
  const listeners = new Set<() => void>();
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  const get = () => (state ??= { value: first() }).value;
  return {
    get,
    set(next: T) {
      state = { value: next };
      for (const listener of listeners) listener();
    },
    /** Calls the listener on every change. Returns the unsubscribe function. */
    subscribe,
    /** Hook: returns the state, or `onServer` in server-rendered HTML and until hydration. */
    use: () => useSyncExternalStore(subscribe, get, () => onServer),
  };
}

const never = () => () => undefined;

/**
 * Hook for code that loads on first need, for example a function that renders a dialog.
 * Null until loaded.
 * A failed load calls `onFailure` and is retried on the next need.
 */
export function createLazyHook<T>(load: () => Promise<T>, onFailure: () => void): (isNeeded: boolean) => T | null {
  const loaded = createStore<T | null>(() => null, null);
  let isLoading = false;
  const loadOnce = async () => {
    if (isLoading || loaded.get() !== null) return;
    isLoading = true;
    try {
      loaded.set(await load());
    } catch {
      onFailure();
    }
    isLoading = false;
  };
  const subscribe = (listener: () => void) => {
    void loadOnce();
    return loaded.subscribe(listener);
  };
  return (isNeeded) => useSyncExternalStore(isNeeded ? subscribe : never, loaded.get, () => null);
}
