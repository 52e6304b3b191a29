import type { Ctx, Keeping } from '../ctx.server.ts';

type Reading<C> = { ctx: C; keeping?: Keeping | undefined };
type Cached<T> = { value: T; madeAt: number; since: number };

/**
 * Caches shared data for pages that are rendered per request. It lives as long as cached pages do:
 * until the data behind them changes.
 * A page that will be cached itself is made from fresh data, or both lifetimes would add up.
 */
export function cachedRead<T, C = Ctx>(read: (ctx: C) => Promise<T>): (request: Reading<C>) => Promise<T> {
  const ofShop = new WeakMap<Keeping, Cached<T>>();
  return async ({ ctx, keeping }) => {
    if (keeping === undefined) return read(ctx);
    const cached = ofShop.get(keeping);
    if (cached !== undefined && keeping.isFresh(cached)) return cached.value;
    const [madeAt, since] = [Date.now(), keeping.generation()];
    const value = await read(ctx);
    ofShop.set(keeping, { value, madeAt, since });
    return value;
  };
}
