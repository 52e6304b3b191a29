import type { Context } from 'hono';

import type { ShopEnv } from '#platform/http/visitor.server.ts';

type Frame = {
  publicUrl: string;
  /** Permissions of the frame. Without any, links do nothing. */
  sandbox: string;
  /** Tab in which a link of the mail opens. */
  target: '_blank' | '_top';
};

/** Permissions with which links open in a new tab. */
export const opensTabs = 'allow-popups allow-popups-to-escape-sandbox';

/** Content-Security-Policy of a mail: no scripts, and only the shop's own images. */
function policy({ publicUrl, sandbox }: Frame): string {
  return [
    "default-src 'none'",
    "style-src 'unsafe-inline'",
    `img-src 'self' ${new URL(publicUrl).origin}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
    `sandbox ${sandbox}`,
  ].join('; ');
}

/** Sends a mail's HTML for a frame of a page of this shop. */
export function mailInFrame(c: Context<ShopEnv>, html: string, frame: Frame) {
  c.header('Content-Security-Policy', policy(frame));
  c.header('X-Frame-Options', 'SAMEORIGIN');
  c.header('Cache-Control', 'no-store');
  return c.html(html.replaceAll('<a ', `<a target="${frame.target}" `));
}
