import { Hono } from 'hono';
import { html } from 'hono/html';

import { draftContent } from '#modules/content/content.server.ts';
import type { Ctx } from '#platform/ctx.server.ts';
import { notFound } from '#platform/http/errors.server.ts';
import type { ShopEnv } from '#platform/http/visitor.server.ts';

import type { MailKind } from './mail.ts';
import { mailInFrame } from './mail-in-frame.server.ts';
import { renderSample } from './mail-log.server.ts';

/**
 * Serves a sample of each kind of mail with the draft's words to admins, for the editor's frame.
 */
export function mailPreviewRoutes(ctx: Ctx, kinds: readonly MailKind[]): Hono<ShopEnv> {
  const routes = new Hono<ShopEnv>();
  const { publicUrl } = ctx.settings;
  routes.get('/admin/content/emails/preview', async (c) => {
    if (c.get('visitor').user?.role !== 'admin') throw notFound();
    const name = c.req.query('kind') ?? kinds[0]?.name ?? '';
    const mail = await renderSample({ kinds, name, shopUrl: publicUrl }, await draftContent(ctx, 'emails'));
    if (mail === null) throw notFound();
    const subject = await html`<p style="margin:0;padding:12px 16px;font:600 16px sans-serif">${mail.subject}</p>`;
    const shown = mail.html.replace(/<body[^>]*>/, (body) => body + subject);
    return mailInFrame(c, shown, { publicUrl, sandbox: 'allow-same-origin', target: '_blank' });
  });
  return routes;
}
