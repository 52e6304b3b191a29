import { Hono } from 'hono';
import { html } from 'hono/html';
import { z } from 'zod';

import { draftContent } from '#modules/content/content.server.ts';
import type { Ctx } from '#platform/ctx.server.ts';
import { notFound } from '#platform/http/http-error.server.ts';
import type { ShopEnv } from '#platform/http/visitor.server.ts';

import type { MailKind } from './mail.ts';
import { mailInFrame, opensTabs } from './mail-iframe.server.ts';
import { mailView, renderSample } from './mail-log.server.ts';

/**
 * Serves mails for frames of the admin: a sample of each kind with the draft's words,
 * and the stored ones of the log. The page table states who may read them.
 */
export function mailPreviewRoutes(ctx: Ctx, kinds: readonly MailKind[]): Hono<ShopEnv> {
  const routes = new Hono<ShopEnv>();
  const { settings } = ctx;
  routes.get('/admin/content/emails/preview', async (c) => {
    const name = c.req.query('kind') ?? kinds[0]?.name ?? '';
    const mail = await renderSample({ kinds, name, shopUrl: settings.publicUrl }, await draftContent(ctx, 'emails'));
    if (mail === null) throw notFound();
    const subject = await html`<p style="margin:0;padding:12px 16px;font:600 16px sans-serif">${mail.subject}</p>`;
    const shown = mail.html.replace(/<body[^>]*>/, (body) => body + subject);
    return mailInFrame(c, shown, {
      publicUrl: settings.publicUrl,
      sandbox: `${opensTabs} allow-same-origin`,
      target: '_blank',
    });
  });
  routes.get('/admin/mails/:id/html', async (c) => {
    const id = z.uuid().safeParse(c.req.param('id'));
    const mail = id.success ? await mailView(ctx.db, kinds, id.data) : null;
    if (mail === null || mail.html === null) throw notFound();
    // Links in it belong to the recipient, such as the one that unsubscribes.
    return mailInFrame(c, mail.html, { publicUrl: settings.publicUrl, sandbox: '', target: '_blank' });
  });
  return routes;
}
