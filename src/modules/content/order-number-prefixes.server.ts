import { site } from '#content/site.ts';
import type { Ctx } from '#platform/ctx.server.ts';
import { cachedRead } from '#platform/http/cached-read.server.ts';

import { publishedSite } from './content.server.ts';
import { listPublishedOrderPrefixes } from './content.queries.server.ts';

type PrefixCtx = Pick<Ctx, 'db' | 'log' | 'cacheLifetime'>;

const cached = cachedRead(async (ctx: PrefixCtx) => {
  const { orderPrefix } = await publishedSite(ctx);
  return [...new Set([orderPrefix, site.orderPrefix, ...(await listPublishedOrderPrefixes(ctx.db))])];
});

/** Returns what numbers of new orders begin with, then what those of earlier orders do. */
export const orderPrefixes = (ctx: PrefixCtx): Promise<string[]> => cached({ ctx, cacheLifetime: ctx.cacheLifetime });
