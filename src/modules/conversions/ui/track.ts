import type { ShopEvent } from '../shop-event.ts';

/** Who is told of what shoppers do. `id` names an event that somebody else may tell of too. */
export type Listener = (event: ShopEvent, id?: string) => void;

const listeners = new Set<Listener>();
/** What happened before anybody listened: a page can be quicker than its listener. */
let early: Parameters<Listener>[] = [];
const keptEarly = 10;

/** Tells of something that a shopper did. */
export function track(event: ShopEvent, id?: string): void {
  if (listeners.size === 0) early = [...early, [event, id] as Parameters<Listener>].slice(-keptEarly);
  for (const listener of listeners) listener(event, id);
}

/** Listens until the returned function is called, and hears first what came too early. */
export function listen(listener: Listener): () => void {
  const missed = early;
  early = [];
  listeners.add(listener);
  for (const [event, id] of missed) listener(event, id);
  return () => listeners.delete(listener);
}
