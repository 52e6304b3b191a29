import { publishedContent, type ContentCtx } from '#modules/content/content.server.ts';

import type { ShopPromises } from './shop-promises.ts';

/**
 * Returns today's promises. An order has its own, which are those of its quote version. In a
 * transaction, `db` is the transaction's.
 */
export async function shopPromises(ctx: ContentCtx): Promise<ShopPromises> {
  const { guaranteeDays, returnDays, refundDays, refundVisibleDays } = (await publishedContent(ctx)).site.facts;
  return { guaranteeDays, returnWindowDays: returnDays, refundProcessingDays: refundDays, refundVisibleDays };
}
