import type { ShopEvent } from '../shop-event.ts';

/** Receives shoppers' actions. `id` identifies an event that another source may report too. */
export type Listener = (event: ShopEvent, id?: string) => void;

const listeners = new Set<Listener>();
/** Events before the first listener: a page can be faster than its listener. */
let early: Parameters<Listener>[] = [];
const maxEarly = 10;

/** Reports a shopper's action to all listeners. */
export function track(event: ShopEvent, id?: string): void {
  if (listeners.size === 0) early = [...early, [event, id] as Parameters<Listener>].slice(-maxEarly);
  for (const listener of listeners) listener(event, id);
}

/** Adds a listener and replays the early events to it. Returns a function that removes it. */
export function listen(listener: Listener): () => void {
  const missed = early;
  early = [];
  listeners.add(listener);
  for (const [event, id] of missed) listener(event, id);
  return () => listeners.delete(listener);
}
