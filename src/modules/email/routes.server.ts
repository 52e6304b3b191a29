import { Hono } from 'hono';
import { z } from 'zod';

import type { Ctx } from '#platform/ctx.server.ts';
import { notFound } from '#platform/http/errors.server.ts';
import type { ShopEnv } from '#platform/http/visitor.server.ts';

import { mailById } from './service.server.ts';

/** Nothing runs and nothing is loaded but the shop's own pictures. */
function policy(publicUrl: string): string {
  return [
    "default-src 'none'",
    "style-src 'unsafe-inline'",
    `img-src 'self' ${new URL(publicUrl).origin}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
    'sandbox allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation',
  ].join('; ');
}

/** A kept mail as its reader sees it, for the mailbox page's frame. */
export function mailboxRoutes(ctx: Ctx): Hono<ShopEnv> {
  const routes = new Hono<ShopEnv>();
  routes.get('/mailbox/:id/html', async (c) => {
    const id = z.uuid().safeParse(c.req.param('id'));
    const mail = id.success ? await mailById(ctx.db, id.data) : null;
    if (mail === null || mail.html === null) throw notFound();
    c.header('Content-Security-Policy', policy(ctx.settings.publicUrl));
    c.header('X-Frame-Options', 'SAMEORIGIN');
    c.header('Cache-Control', 'no-store');
    return c.html(mail.html.replaceAll('<a ', '<a target="_top" '));
  });
  return routes;
}
