import type { Ctx } from '../ctx.server.ts';
import type { Keeping, PageRequest } from './page-context.server.ts';

type Reading = Pick<PageRequest, 'ctx' | 'keeping'>;
type Kept<T> = { value: T; madeAt: number; since: number };

/**
 * Reads what is the same for everyone, and keeps it for pages that are rendered anew: as finished pages are kept, until the data
 * behind them changes. A page that will be kept is made of what is read for it, or both times would add up.
 */
export function cachedRead<T>(read: (ctx: Ctx) => Promise<T>): (request: Reading) => Promise<T> {
  const ofShop = new WeakMap<Keeping, Kept<T>>();
  return async ({ ctx, keeping }) => {
    if (keeping === undefined) return read(ctx);
    const kept = ofShop.get(keeping);
    if (kept !== undefined && keeping.isFresh(kept)) return kept.value;
    const [madeAt, since] = [Date.now(), keeping.generation()];
    const value = await read(ctx);
    ofShop.set(keeping, { value, madeAt, since });
    return value;
  };
}
