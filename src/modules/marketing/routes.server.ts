import type { Ctx } from '#platform/ctx.server.ts';
import { endpointWithBody } from '#platform/http/endpoint.server.ts';
import { newRoutes } from '#platform/http/routes.server.ts';
import type { ShopRoutes } from '#platform/http/visitor.server.ts';
import type { Limits } from '#platform/limits/limits.server.ts';

import { captureInput, captureOutput, captureRefusals } from './contract.ts';
import { captureEmail } from './service.server.ts';

const capture = endpointWithBody(
  'post',
  '/capture-email',
  'Leave an address, for a discount code by mail or for the newsletter',
  captureInput,
  captureOutput,
);

export function marketingRoutes(ctx: Ctx, limits: Limits): ShopRoutes {
  const routes = newRoutes();
  routes.openapi(capture, async (c) => {
    const captured = await captureEmail(ctx, limits, { ...c.req.valid('json'), ip: c.get('visitor').ip });
    if (captured.ok) return c.json({ success: true as const, ...captured.value }, 200);
    const refused = { error: captured.reason, message: captureRefusals[captured.reason] };
    return captured.reason === 'too_many' ? c.json(refused, 429) : c.json(refused, 422);
  });
  return routes;
}
