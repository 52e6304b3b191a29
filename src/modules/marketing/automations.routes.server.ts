import { Hono } from 'hono';

import type { Ctx } from '#platform/ctx.server.ts';
import { notFound } from '#platform/http/errors.server.ts';
import type { ShopEnv } from '#platform/http/visitor.server.ts';

import { unsubscribe } from './automations.server.ts';

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
    return c.text('You will get no more letters.');
  });
  return routes;
}
