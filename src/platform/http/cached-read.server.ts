import type { Ctx, CacheLifetime } from '../ctx.server.ts';

type Reading<C> = { ctx: C; cacheLifetime?: CacheLifetime | undefined };
type Cached<T> = { value: T; madeAt: number; since: number };

/**
 * Caches shared data for pages that are rendered per request. It lives as long as cached pages do:
 * until the data behind them changes.
 * A page that will be cached itself is made from fresh data, or both lifetimes would add up.
 */
export function cachedRead<T, C = Ctx>(read: (ctx: C) => Promise<T>): (request: Reading<C>) => Promise<T> {
  const ofShop = new WeakMap<CacheLifetime, Cached<T>>();
  return async ({ ctx, cacheLifetime }) => {
    if (cacheLifetime === undefined) return read(ctx);
    const cached = ofShop.get(cacheLifetime);
    if (cached !== undefined && cacheLifetime.isFresh(cached)) return cached.value;
    const [madeAt, since] = [Date.now(), cacheLifetime.generation()];
    const value = await read(ctx);
    ofShop.set(cacheLifetime, { value, madeAt, since });
    return value;
  };
}
