import { Hono, type Context } from 'hono';
import { z } from 'zod';

import type { Ctx } from '#platform/ctx.server.ts';
import { notFound } from '#platform/http/errors.server.ts';
import type { ShopEnv } from '#platform/http/visitor.server.ts';

import type { MailKind } from './rules.ts';
import { mailById, renderedSample } from './service.server.ts';

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

/** Mails as their readers see them, for the mailbox page's frame: those that were kept, and a sample of every template. */
export function mailboxRoutes(ctx: Ctx, kinds: readonly MailKind[]): Hono<ShopEnv> {
  const routes = new Hono<ShopEnv>();
  const { publicUrl } = ctx.settings;
  const framed = (c: Context<ShopEnv>, html: string) => {
    c.header('Content-Security-Policy', policy(publicUrl));
    c.header('X-Frame-Options', 'SAMEORIGIN');
    c.header('Cache-Control', 'no-store');
    return c.html(html.replaceAll('<a ', '<a target="_top" '));
  };
  routes.get('/mailbox/:id/html', async (c) => {
    const id = z.uuid().safeParse(c.req.param('id'));
    const mail = id.success ? await mailById(ctx.db, id.data) : null;
    if (mail === null || mail.html === null) throw notFound();
    return framed(c, mail.html);
  });
  routes.get('/mailbox/templates/:kind/html', async (c) => {
    const mail = await renderedSample(kinds, c.req.param('kind'), publicUrl);
    if (mail === null) throw notFound();
    return framed(c, mail.html);
  });
  return routes;
}
