import { Hono, type Context } from 'hono';
import { z } from 'zod';

import type { Ctx } from '#platform/ctx.server.ts';
import { notFound } from '#platform/http/errors.server.ts';
import type { ShopEnv } from '#platform/http/visitor.server.ts';

import type { MailKind } from './mail.ts';
import { findMail, renderSample } from './mail-log.server.ts';

/** Content-Security-Policy of a mail: no scripts, and only the shop's own images. */
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

/** Serves mails for the mailbox page's frame: stored ones, and a sample of every template. */
export function mailboxRoutes(ctx: Ctx, kinds: readonly MailKind[]): Hono<ShopEnv> {
  const routes = new Hono<ShopEnv>();
  const { publicUrl } = ctx.settings;
  const framed = (c: Context<ShopEnv>, html: string) => {
    c.header('Content-Security-Policy', policy(publicUrl));
    c.header('X-Frame-Options', 'SAMEORIGIN');
    c.header('Cache-Control', 'no-store');
    return c.html(html.replaceAll('<a ', '<a target="_top" '));
  };
  const templates = 'templates/';
  const mailOf = (mail: string) => {
    if (mail.startsWith(templates)) return renderSample(kinds, mail.slice(templates.length), publicUrl);
    const id = z.uuid().safeParse(mail);
    return id.success ? findMail(ctx.db, id.data) : null;
  };
  // A single route, because `templates` beside a parameter would disable Hono's RegExpRouter, which
  // matches all routes with one expression.
  routes.get('/mailbox/:mail{.+}/html', async (c) => {
    const mail = await mailOf(c.req.param('mail'));
    if (mail === null || mail.html === null) throw notFound();
    return framed(c, mail.html);
  });
  return routes;
}
