import type { OrderView } from './order.ts';
import type { Ctx } from '#platform/ctx.server.ts';
import { newRoutes } from '#platform/http/routes.server.ts';
import type { ShopRoutes } from '#platform/http/visitor.server.ts';
import type { Limits } from '#platform/limits/limits.server.ts';

import { againCall, trackCall, trackRefusals, type TrackRefusal } from './tracking.schema.ts';
import { lookAgain, trackingOf, trackOrder } from './tracking.server.ts';

export function trackingRoutes(ctx: Ctx, limits: Limits): ShopRoutes {
  const routes = newRoutes();
  const shown = (order: OrderView) => ({ success: true as const, trackingInfo: trackingOf(order, ctx.now()) });
  const refused = (reason: TrackRefusal) => ({ success: false as const, error: trackRefusals[reason] });
  const statusOf = (reason: TrackRefusal) => (reason === 'too_many' ? 429 : 422);
  routes.openapi(trackCall, async (c) => {
    const { orderNumber, email } = c.req.valid('json');
    const found = await trackOrder(ctx, limits, { orderNumber, email, ip: c.get('visitor').ip });
    return found.ok ? c.json(shown(found.value), 200) : c.json(refused(found.reason), statusOf(found.reason));
  });
  routes.openapi(againCall, async (c) => {
    const found = await lookAgain(ctx, limits, c.req.valid('json').watch);
    return found.ok ? c.json(shown(found.value), 200) : c.json(refused(found.reason), statusOf(found.reason));
  });
  return routes;
}
