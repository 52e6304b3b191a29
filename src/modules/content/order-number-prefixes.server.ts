import { site as initialSite } from '#content/site.ts';
import type { Ctx } from '#platform/ctx.server.ts';

import { publishedSite } from './content.server.ts';
import { listPublishedOrderPrefixes } from './content.queries.server.ts';
import type { Site } from './site.schema.ts';

/** Prefixes by the document that was current when they were read. */
const known = new WeakMap<Site, string[]>();

/** Returns what numbers of new orders begin with, then what those of earlier orders do. */
export async function orderPrefixes(ctx: Pick<Ctx, 'db' | 'log' | 'cacheLifetime'>): Promise<string[]> {
  const site = await publishedSite(ctx);
  const read = known.get(site);
  if (read !== undefined) return read;
  const earlier = await listPublishedOrderPrefixes(ctx.db);
  const prefixes = [...new Set([site.orderPrefix, initialSite.orderPrefix, ...earlier])];
  known.set(site, prefixes);
  return prefixes;
}
