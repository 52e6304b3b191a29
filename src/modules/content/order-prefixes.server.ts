import { site } from '#content/site.ts';
import type { Ctx } from '#platform/ctx.server.ts';

import { publishedSite } from './content.server.ts';
import { listPublishedOrderPrefixes } from './content.queries.server.ts';

/** Returns what numbers of new orders begin with, then what those of earlier orders do. */
export async function orderPrefixes(ctx: Pick<Ctx, 'db' | 'log' | 'keeping'>): Promise<string[]> {
  const { orderPrefix } = await publishedSite(ctx);
  const earlier = [site.orderPrefix, ...(await listPublishedOrderPrefixes(ctx.db))];
  return [...new Set([orderPrefix, ...earlier])];
}
