import { Hono } from 'hono';
import { z } from 'zod';

import type { Ctx } from '#platform/ctx.server.ts';
import { notFound } from '#platform/http/errors.server.ts';
import type { ShopEnv } from '#platform/http/visitor.server.ts';

import { mailById } from './service.server.ts';

const policy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation";

/** A kept mail as its reader sees it, for the mailbox page's frame: it may load nothing and run nothing. */
export function mailboxRoutes(ctx: Ctx): Hono<ShopEnv> {
  const routes = new Hono<ShopEnv>();
  routes.get('/mailbox/:id/html', async (c) => {
    const id = z.uuid().safeParse(c.req.param('id'));
    const mail = id.success ? await mailById(ctx.db, id.data) : null;
    if (mail?.html === null || mail === null) throw notFound();
    c.header('Content-Security-Policy', policy);
    c.header('X-Frame-Options', 'SAMEORIGIN');
    c.header('Cache-Control', 'no-store');
    return c.html(mail.html.replaceAll('<a ', '<a target="_top" '));
  });
  return routes;
}
