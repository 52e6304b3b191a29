import { Hono } from 'hono';
import { z } from 'zod';

import { publishedContent } from '#modules/content/content.server.ts';
import type { Ctx } from '#platform/ctx.server.ts';
import { notFound } from '#platform/http/http-error.server.ts';
import type { ShopEnv } from '#platform/http/visitor.server.ts';

import type { MailKind } from './mail.ts';
import { mailInFrame, opensTabs } from './mail-iframe.server.ts';
import { hasDevMailbox, renderSample } from './mail-log.server.ts';
import { findMail } from './mail-log.queries.server.ts';

/** Serves mails for the mailbox page's frame: stored ones, and a sample of every template. */
export function mailboxRoutes(ctx: Ctx, kinds: readonly MailKind[]): Hono<ShopEnv> {
  const routes = new Hono<ShopEnv>();
  const sandbox = `${opensTabs} allow-top-navigation-by-user-activation`;
  const templates = 'templates/';
  const mailOf = async (mail: string) => {
    // Email goes out once a server is set, and the mailbox is closed.
    if (!hasDevMailbox(ctx.settings)) return null;
    if (mail.startsWith(templates)) {
      const sample = { kinds, name: mail.slice(templates.length), shopUrl: ctx.settings.publicUrl };
      return renderSample(sample, await publishedContent(ctx));
    }
    const id = z.uuid().safeParse(mail);
    return id.success ? findMail(ctx.db, id.data) : null;
  };
  // A single route, because `templates` beside a parameter would disable Hono's RegExpRouter, which
  // matches all routes with one expression.
  routes.get('/mailbox/:mail{.+}/html', async (c) => {
    const mail = await mailOf(c.req.param('mail'));
    if (mail === null || mail.html === null) throw notFound();
    return mailInFrame(c, mail.html, { publicUrl: ctx.settings.publicUrl, sandbox, target: '_top' });
  });
  return routes;
}
