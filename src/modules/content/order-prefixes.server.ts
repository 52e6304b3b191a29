import { site } from '#content/site.ts';
import type { Ctx } from '#platform/ctx.server.ts';
import { cachedRead } from '#platform/http/cached-read.server.ts';

import { findOrderPrefix, listPublishedOrderPrefixes } from './content.queries.server.ts';

type Reading = Pick<Ctx, 'db' | 'keeping'>;

const cached = cachedRead(async ({ db }: Reading) => (await findOrderPrefix(db)) ?? site.orderPrefix);

/**
 * Returns what numbers of new orders begin with. In a transaction, `db` is the transaction's. Reads
 * that one field, because a checkout has no time for all documents.
 */
export const orderPrefix = (ctx: Reading): Promise<string> => cached({ ctx, keeping: ctx.keeping });

/** Returns the present prefix, then those of earlier orders, which keep their numbers. */
export async function orderPrefixes(ctx: Reading): Promise<string[]> {
  const present = await orderPrefix(ctx);
  const earlier = [site.orderPrefix, ...(await listPublishedOrderPrefixes(ctx.db))];
  return [...new Set([present, ...earlier])];
}
