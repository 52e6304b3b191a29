import type { Ctx } from '#platform/ctx.server.ts';
import { endpointWithBody } from '#platform/http/endpoint.server.ts';
import { newRoutes } from '#platform/http/routes.server.ts';
import type { ShopRoutes } from '#platform/http/visitor.server.ts';
import type { Limits } from '#platform/limits/limits.server.ts';

import { trackInput, trackOutput, trackRefusals } from './contract.ts';
import { trackOrder } from './service.server.ts';

const track = endpointWithBody('post', '/track-order', 'Look an order up', trackInput, trackOutput);

export function trackingRoutes(ctx: Ctx, limits: Limits): ShopRoutes {
  const routes = newRoutes();
  routes.openapi(track, async (c) => {
    const { orderNumber, email } = c.req.valid('json');
    const found = await trackOrder(ctx, limits, { orderNumber, email, ip: c.get('visitor').ip });
    if (found.ok) return c.json({ success: true, trackingInfo: found.value }, 200);
    return c.json({ success: false, error: trackRefusals[found.reason] }, 200);
  });
  return routes;
}
