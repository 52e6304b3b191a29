import { useSyncExternalStore } from 'react';

/** State outside React that components follow; `first` is asked once, when the state is first read. */
export function newStore<T>(first: () => T, onServer: T) {
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
    /** Calls on every change; ends with what it returns. */
    subscribe,
    /** For components: the state, and `onServer` in what is sent as HTML and until the page runs. */
    use: () => useSyncExternalStore(subscribe, get, () => onServer),
  };
}

const never = () => () => undefined;

/**
 * A hook for code that is loaded when it is first wanted, for example a function that draws a dialog: null until it is there.
 * `onFailure` is called when it could not be loaded; the next time it is wanted it is loaded again.
 */
export function loadedWhen<T>(load: () => Promise<T>, onFailure: () => void): (isWanted: boolean) => T | null {
  const loaded = newStore<T | null>(() => null, null);
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
  return (isWanted) => useSyncExternalStore(isWanted ? subscribe : never, loaded.get, () => null);
}
