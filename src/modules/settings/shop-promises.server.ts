import { publishedSite } from '#modules/content/content.server.ts';
import type { Ctx } from '#platform/ctx.server.ts';

import type { OrderTerms } from './shop-promises.ts';

/**
 * Returns today's promises. An order has its own, which are those of its quote version. In a
 * transaction, `db` is the transaction's.
 */
export async function shopPromises(ctx: Pick<Ctx, 'db' | 'log' | 'cacheLifetime'>): Promise<OrderTerms> {
  const { guaranteeDays, returnDays, refundDays, refundVisibleDays } = (await publishedSite(ctx)).facts;
  return { guaranteeDays, returnWindowDays: returnDays, refundProcessingDays: refundDays, refundVisibleDays };
}
