import type { Ctx, CacheLifetime } from '../ctx.server.ts';

type Reading<C> = { ctx: C; cacheLifetime?: CacheLifetime | undefined };
type Cached<T> = { value: T; madeAt: number; since: number };

/**
 * Caches shared data for pages that are rendered per request. It lives as long as cached pages do:
 * until the data behind them changes. `read` gets the value that it returned last, if any. `last`
 * returns that value however old it is.
 * A page that will be cached itself is made from fresh data, or both lifetimes would add up.
 */
export function cachedRead<T, C = Ctx>(read: (ctx: C, last?: T) => Promise<T>) {
  const ofShop = new WeakMap<CacheLifetime, Cached<T>>();
  const readCached = async ({ ctx, cacheLifetime }: Reading<C>): Promise<T> => {
    if (cacheLifetime === undefined) return read(ctx);
    const cached = ofShop.get(cacheLifetime);
    if (cached !== undefined && cacheLifetime.isFresh(cached)) return cached.value;
    const [madeAt, since] = [Date.now(), cacheLifetime.generation()];
    const value = await read(ctx, cached?.value);
    ofShop.set(cacheLifetime, { value, madeAt, since });
    return value;
  };
  const last = (cacheLifetime: CacheLifetime): T | undefined => ofShop.get(cacheLifetime)?.value;
  return Object.assign(readCached, { last });
}
