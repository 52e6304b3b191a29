import type { Ctx } from '#platform/ctx.server.ts';
import { newRoutes } from '#platform/http/routes.server.ts';
import type { ShopRoutes } from '#platform/http/visitor.server.ts';
import type { Limits } from '#platform/limits/limits.server.ts';

import { againCall, trackCall, trackRefusals, type TrackRefusal } from './contract.ts';
import { lookAgain, trackingOf, trackOrder } from './service.server.ts';

export function trackingRoutes(ctx: Ctx, limits: Limits): ShopRoutes {
  const routes = newRoutes();
  const refusal = (reason: TrackRefusal) => ({ success: false as const, error: trackRefusals[reason] });
  routes.openapi(trackCall, async (c) => {
    const { orderNumber, email } = c.req.valid('json');
    const found = await trackOrder(ctx, limits, { orderNumber, email, ip: c.get('visitor').ip });
    if (found.ok) return c.json({ success: true as const, trackingInfo: trackingOf(found.value) }, 200);
    return found.reason === 'too_many' ? c.json(refusal(found.reason), 429) : c.json(refusal(found.reason), 422);
  });
  routes.openapi(againCall, async (c) => {
    const found = await lookAgain(ctx, limits, c.req.valid('json').watch);
    if (found.ok) return c.json({ success: true as const, trackingInfo: trackingOf(found.value) }, 200);
    return found.reason === 'too_many' ? c.json(refusal(found.reason), 429) : c.json(refusal(found.reason), 422);
  });
  return routes;
}
