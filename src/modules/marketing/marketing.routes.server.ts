import { Hono } from 'hono';
import type { Ctx } from '#platform/ctx.server.ts';
import { unwrapOrThrow, notFound } from '#platform/http/http-error.server.ts';
import { newRoutes } from '#platform/http/routes.server.ts';
import type { ShopRoutes, ShopEnv } from '#platform/http/visitor.server.ts';
import type { Limits } from '#platform/limits/limits.server.ts';

import { captureCall, captureRefusals } from './email-capture.schema.ts';
import { captureEmail } from './email-capture.server.ts';
import { unsubscribe } from './automations.server.ts';

export function marketingRoutes(ctx: Ctx, limits: Limits): ShopRoutes {
  const routes = newRoutes();
  routes.openapi(captureCall, async (c) => {
    const captured = await captureEmail(ctx, limits, { ...c.req.valid('json'), ip: c.get('visitor').ip });
    return c.json({ success: true as const, ...unwrapOrThrow(captured, captureRefusals) }, 200);
  });
  return routes;
}

/**
 * One-click unsubscribing by mail programs (RFC 8058), which send no origin. Browsers continue to
 * the page.
 */
export function automationRoutes(ctx: Ctx): Hono<ShopEnv> {
  const routes = new Hono<ShopEnv>();
  routes.post('/unsubscribe/:recipient', async (c, next) => {
    const isBrowser = c.req.header('sec-fetch-site') !== undefined || c.req.header('origin') !== undefined;
    if (isBrowser) return next();
    if (!(await unsubscribe(ctx, c.req.param('recipient')))) throw notFound();
    return c.text('You are unsubscribed.');
  });
  return routes;
}
