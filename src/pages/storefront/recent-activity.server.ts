import { demoActivity } from '#content/demo-activity.ts';
import type { ActivityItem } from '#modules/marketing/email-capture.ts';
import { publishedSite } from '#modules/content/content.server.ts';
import { listRecentPurchases } from '#modules/orders/sales.server.ts';
import type { Ctx } from '#platform/ctx.server.ts';

/**
 * Items of the activity popup: fixed samples in a
 * demo shop, recent purchases, if any, in a live one.
 */
export async function activityItems(
  ctx: Pick<Ctx, 'db' | 'log' | 'cacheLifetime' | 'settings' | 'now'>,
): Promise<ActivityItem[]> {
  if (ctx.settings.shopMode === 'demo') return demoActivity;
  const { productInSentence } = await publishedSite(ctx);
  return listRecentPurchases(ctx.db, ctx.now(), productInSentence);
}
