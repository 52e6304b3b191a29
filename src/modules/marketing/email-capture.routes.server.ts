import type { Ctx } from '#platform/ctx.server.ts';
import { accepted } from '#platform/http/errors.server.ts';
import { newRoutes } from '#platform/http/routes.server.ts';
import type { ShopRoutes } from '#platform/http/visitor.server.ts';
import type { Limits } from '#platform/limits/limits.server.ts';

import { captureCall, captureRefusals } from './email-capture.schema.ts';
import { captureEmail } from './email-capture.server.ts';

export function marketingRoutes(ctx: Ctx, limits: Limits): ShopRoutes {
  const routes = newRoutes();
  routes.openapi(captureCall, async (c) => {
    const captured = await captureEmail(ctx, limits, { ...c.req.valid('json'), ip: c.get('visitor').ip });
    return c.json({ success: true as const, ...accepted(captured, captureRefusals) }, 200);
  });
  return routes;
}
