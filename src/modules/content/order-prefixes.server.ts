import { site } from '#content/site.ts';

import { publishedContent } from './content.server.ts';
import { listPublishedOrderPrefixes } from './content.queries.server.ts';

/**
 * Returns what order numbers begin with: the present prefix, then those of earlier orders, which
 * keep their numbers.
 */
export async function orderPrefixes(ctx: Parameters<typeof publishedContent>[0]): Promise<string[]> {
  const { orderPrefix } = (await publishedContent(ctx)).site;
  const earlier = new Set([site.orderPrefix, ...(await listPublishedOrderPrefixes(ctx.db))]);
  earlier.delete(orderPrefix);
  return [orderPrefix, ...earlier];
}
