import type { Ctx } from '#platform/ctx.server.ts';
import { unwrapOrThrow } from '#platform/http/http-error.server.ts';
import { newRoutes } from '#platform/http/routes.server.ts';
import type { ShopRoutes } from '#platform/http/visitor.server.ts';
import type { Limits } from '#platform/limits/limits.server.ts';

import { contactRefusals, sendCall } from './contact-message.schema.ts';
import { sendContactMessage } from './send-message.server.ts';

export function contactRoutes(ctx: Ctx, limits: Limits): ShopRoutes {
  const routes = newRoutes();
  routes.openapi(sendCall, async (c) => {
    const message = { ...c.req.valid('json'), ip: c.get('visitor').ip };
    unwrapOrThrow(await sendContactMessage(ctx, limits, message), contactRefusals);
    return c.json({ success: true as const }, 200);
  });
  return routes;
}
