import { createRoute, type z } from '@hono/zod-openapi';

import type { Ctx } from '#platform/ctx.server.ts';
import { newRoutes } from '#platform/http/routes.server.ts';
import type { ShopRoutes } from '#platform/http/visitor.server.ts';
import type { Limits } from '#platform/limits/limits.server.ts';

import { trackInput, trackOutput, trackRefusals, trackRefused, watchInput, type TrackRefusal } from './contract.ts';
import { lookAgain, trackingOf, trackOrder } from './service.server.ts';

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

const again = createRoute({
  method: 'post',
  path: '/track-order/again',
  summary: 'Look again at an order that this page shows',
  request: { body: { content: { 'application/json': { schema: watchInput } }, required: true } },
  responses: {
    200: answer(trackOutput, 'As it is now'),
    422: answer(trackRefused, 'Not an order that was shown'),
    429: answer(trackRefused, 'Too many lookups'),
  },
});

export function trackingRoutes(ctx: Ctx, limits: Limits): ShopRoutes {
  const routes = newRoutes();
  const refusal = (reason: TrackRefusal) => ({ success: false as const, error: trackRefusals[reason] });
  routes.openapi(track, async (c) => {
    const { orderNumber, email } = c.req.valid('json');
    const found = await trackOrder(ctx, limits, { orderNumber, email, ip: c.get('visitor').ip });
    if (found.ok) return c.json({ success: true as const, trackingInfo: trackingOf(found.value) }, 200);
    return found.reason === 'too_many' ? c.json(refusal(found.reason), 429) : c.json(refusal(found.reason), 422);
  });
  routes.openapi(again, async (c) => {
    const found = await lookAgain(ctx, limits, c.req.valid('json').watch);
    if (found.ok) return c.json({ success: true as const, trackingInfo: trackingOf(found.value) }, 200);
    return found.reason === 'too_many' ? c.json(refusal(found.reason), 429) : c.json(refusal(found.reason), 422);
  });
  return routes;
}
