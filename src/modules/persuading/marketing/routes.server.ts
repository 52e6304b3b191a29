import type { Ctx } from '#platform/ctx.server.ts';
import { newRoutes } from '#platform/http/routes.server.ts';
import type { ShopRoutes } from '#platform/http/visitor.server.ts';
import type { Limits } from '#platform/limits/limits.server.ts';

import { captureCall, captureRefusals } from './contract.ts';
import { captureEmail } from './service.server.ts';

export function marketingRoutes(ctx: Ctx, limits: Limits): ShopRoutes {
  const routes = newRoutes();
  routes.openapi(captureCall, async (c) => {
    const captured = await captureEmail(ctx, limits, { ...c.req.valid('json'), ip: c.get('visitor').ip });
    if (captured.ok) return c.json({ success: true as const, ...captured.value }, 200);
    const refused = { error: captured.reason, message: captureRefusals[captured.reason] };
    return captured.reason === 'too_many' ? c.json(refused, 429) : c.json(refused, 422);
  });
  return routes;
}
