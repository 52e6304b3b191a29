import { createRoute, type z } from '@hono/zod-openapi';

import type { Ctx } from '#platform/ctx.server.ts';
import { newRoutes } from '#platform/http/routes.server.ts';
import type { ShopRoutes } from '#platform/http/visitor.server.ts';
import type { Limits } from '#platform/limits/limits.server.ts';

import { trackInput, trackOutput, trackRefusals, trackRefused } from './contract.ts';
import { trackOrder } from './service.server.ts';

function answer<S extends z.ZodType>(schema: S, description: string) {
  return { content: { 'application/json': { schema } }, description };
}

const track = createRoute({
  method: 'post',
  path: '/track-order',
  summary: 'Look an order up by its number and its e-mail address',
  request: { body: { content: { 'application/json': { schema: trackInput } }, required: true } },
  responses: {
    200: answer(trackOutput, 'Found'),
    422: answer(trackRefused, 'Not found, or something is missing'),
    429: answer(trackRefused, 'Too many lookups'),
  },
});

export function trackingRoutes(ctx: Ctx, limits: Limits): ShopRoutes {
  const routes = newRoutes();
  routes.openapi(track, async (c) => {
    const { orderNumber, email } = c.req.valid('json');
    const found = await trackOrder(ctx, limits, { orderNumber, email, ip: c.get('visitor').ip });
    if (found.ok) return c.json({ success: true as const, trackingInfo: found.value }, 200);
    const refused = { success: false as const, error: trackRefusals[found.reason] };
    return found.reason === 'too_many' ? c.json(refused, 429) : c.json(refused, 422);
  });
  return routes;
}
