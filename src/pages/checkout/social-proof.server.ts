import { demoSocialProof } from '#content/demo-social-proof.ts';
import type { SocialProofEvent } from '#modules/checkout/social-proof.ts';
import { publishedSite } from '#modules/content/content.server.ts';
import { listRecentPurchases } from '#modules/orders/sales.server.ts';
import type { Ctx } from '#platform/ctx.server.ts';

/**
 * Returns other shoppers' activity: fixed samples in a
 * demo shop, recent purchases, if any, in a live one.
 */
export async function socialProofEvents(
  ctx: Pick<Ctx, 'db' | 'log' | 'cacheLifetime' | 'settings' | 'now'>,
): Promise<readonly SocialProofEvent[]> {
  if (ctx.settings.shopMode === 'demo') return demoSocialProof;
  const { productInSentence: product } = await publishedSite(ctx);
  const bought = await listRecentPurchases(ctx.db, ctx.now(), product);
  return bought.map(({ id, location, timestamp }) => ({
    id,
    type: 'purchase',
    location,
    product,
    timestamp,
  }));
}
